import { execFile } from "node:child_process";
import { promisify } from "node:util";
import t from "tap";
import { stateTable } from "./bot-table/state-table.ts";
import { runWalks } from "./run-walks.ts";
import { shareWalks } from "./share-walks.ts";
import { parseCommandLine } from "./simulate-options.ts";
import { explainSeed, explainWalk } from "./walk/explain.ts";
import { makeWalk } from "./walk/make-walk.ts";
import { mutations } from "./walk/mutations.ts";
import { pinnedWalks } from "./walk/pinned-walks.ts";
import { playWalk } from "./world/play.ts";

/** The first 240 walks reach all rows of the state table that walks can reach. `npm run simulate` plays more walks. */
const walks = 500;
/** One of the first walks finds each mutation. The first ten walks find most mutations. */
const walksForMutation = 2_000;
/** Rows that no walk reaches: no walk has 501 events in one lane, and a chat with an agent tells its bot conversation nothing more. */
const unreached = [
  "with_bot: client writes, lane full",
  "unstaffed: client writes, lane full",
  "with_agent: bot disconnected",
];

const tableRows = Object.entries(stateTable).flatMap(([state, rows]) =>
  Object.keys(rows).map((trigger) => `${state}: ${trigger}`),
);

const promises =
  "[BOT-08, BOT-16, BOT-17, BOT-18, BOT-21, BOT-22, BOT-23, BOT-34, BOT-43, BOT-44, BOT-45, BOT-46, BOT-47, BOT-48, BOT-49, DEL-22, DEL-23, DEL-24, DEL-25, WH-20]";

t.test(`${promises} random conversations with faults keep every promise`, async (t) => {
  const rowsTaken = new Set<string>();
  const run = runWalks(1, walks, { rowsTaken });
  const explained = run.failedSeed === null ? [] : explainSeed(run.failedSeed);
  t.equal(explained.join("\n"), "", `${run.steps} steps`);
  t.strictSame(
    tableRows.filter((row) => !rowsTaken.has(row)),
    unreached,
    "rows of the state table that no walk came to",
  );
});

t.test("pinned walks keep every promise", async (t) => {
  for (const [name, walk] of Object.entries(pinnedWalks)) t.strictSame(explainWalk(walk), [], name);
});

t.test("walks find each machine that breaks a promise by its effects, without the state table", async (t) => {
  for (const [name, machines] of Object.entries(mutations)) {
    const { failedSeed } = runWalks(1, walksForMutation, { machines, isTableCompared: false });
    t.not(failedSeed, null, name);
  }
});

t.test("a walk is the same each time, and shrinks to a readable trace", async (t) => {
  const [machines = {}] = Object.values(mutations);
  const { failedSeed } = runWalks(1, walksForMutation, { machines });
  if (failedSeed === null) throw new Error("Expected a walk that breaks a promise, got none");
  t.strictSame(makeWalk(failedSeed), makeWalk(failedSeed));
  t.strictSame(playWalk(makeWalk(failedSeed)), playWalk(makeWalk(failedSeed)));
  const lines = explainSeed(failedSeed, { machines });
  t.match(lines[0], new RegExp(`^seed ${failedSeed}: `));
  t.match(lines[1], /\((?:[1-4]) of \d+ happenings\)/);
  t.match(lines.at(-1), `npm run simulate -- --seed ${failedSeed} --walks 1`);
  t.ok(
    lines.some((line) => /\+\d+\.\d{3} s {2}write/.test(line)),
    lines.join("\n"),
  );
});

t.test("npm run simulate: flags", async (t) => {
  const asked = parseCommandLine(["--walks", "7", "--seed", "0", "--workers", "3"]);
  t.strictSame(asked, { kind: "walks", options: { walks: 7, seed: 0, workers: 3 } });
  const seeds = parseCommandLine(["--seeds", "9", "--seed", "4", "--workers", "2"]);
  t.strictSame(seeds, { kind: "seeds", options: { seeds: 9, seed: 4, workers: 2, bugs: null, log: false } });
  for (const [argv, named] of [
    [["--walks", "0"], "--walks"],
    [["--seed", "-1"], "--seed"],
    [["--seed", "1e3"], "--seed"],
    [["--workers", "65"], "--workers"],
    [["--speed", "1"], "--speed"],
    [["--seeds", "1.5"], "--seeds"],
    [["--seeds", "2", "--walks", "2"], "--seeds"],
    [["all"], "arguments"],
  ] as const) {
    const { kind, ...rest } = parseCommandLine(argv);
    t.equal(kind, "mistake", named);
    t.match("line" in rest ? rest.line : "", new RegExp(`^[^\\n]*${named}[^\\n]*$`));
  }
  t.match(parseCommandLine(["--help"]), { kind: "help", text: /Exit\s+status: 0/ });
  const shares = shareWalks({ walks: 10, seed: 5, workers: 3 });
  t.strictSame(
    shares.map(({ fromSeed, walks }) => [fromSeed, walks]),
    [
      [5, 3],
      [8, 3],
      [11, 4],
    ],
  );
  t.equal(shareWalks({ walks: 1, seed: 5, workers: 3 }).length, 1);
});

t.test("npm run simulate: walks on threads", async (t) => {
  const argv = ["run", "-s", "simulate", "--", "--walks", "30", "--seed", "1", "--workers", "2"];
  const { stdout } = await promisify(execFile)("npm", argv);
  t.match(stdout, /30 walks from seed 1 on 2 threads/);
  t.match(stdout, /30 of 30 walks, \d+ steps, [\d.]+ s: no promise broken/);
  await t.rejects(promisify(execFile)("npm", ["run", "-s", "simulate", "--", "--walks", "none"]), { code: 2 });
});
