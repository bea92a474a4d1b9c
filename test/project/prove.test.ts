import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import t from "tap";
import { Endings, withEndings } from "../prove/endings.ts";
import type { Law } from "../prove/laws.ts";
import { judge, toRows } from "../prove/laws.ts";
import { parts, shortForm, turns } from "../prove/parts.ts";
import type { ProofPart, ProofRow } from "../prove/proof-part.ts";
import { parseCommandLine } from "../prove/prove-options.ts";
import { isProven, runParts } from "../prove/run-parts.ts";
import { renderTable } from "../prove/table.ts";
import { runnable } from "./compiled-scripts.ts";
import { selectFiles } from "./select-files.ts";

const names = ["kills", "disk", "soak"];
const partNames = { all: names, usual: ["kills", "disk"], turn: () => ["disk"] };
const row: ProofRow = {
  promise: "order",
  tried: "killed",
  count: 1_000,
  unit: "kills",
  lost: 0,
  replay: "npm run prove",
};
const silent = (): void => undefined;
const given = {
  size: "short",
  seed: 7,
  since: "HEAD",
  progress: silent,
  signal: new AbortController().signal,
  outFolder: null,
} as const;

function partOf(name: string, run: ProofPart["run"]): ProofPart {
  return { name, summary: "", run };
}

t.test("the command line is parsed", async (t) => {
  const options = {
    only: ["kills", "disk"],
    size: "short",
    seed: 5,
    since: "HEAD~10",
    jsonFile: null,
    outFolder: null,
  };
  t.strictSame(parseCommandLine(["--seed", "5"], partNames), { kind: "run", options });
  const turn = parseCommandLine(["--turn", "--seed", "5", "--since", "abc"], partNames);
  t.strictSame(turn, { kind: "run", options: { ...options, only: ["disk"], since: "abc" } });
  t.match(parseCommandLine(["--long", "--seed", "5"], partNames), { options: { only: names, size: "long" } });
  t.match(parseCommandLine(["--turn", "--long"], partNames), { kind: "mistake", line: /^Expected --turn without/ });
  t.strictSame(
    parseCommandLine(
      ["--only", "soak,kills", "--long", "--seed", "5", "--json", "a.json", "--out", "curves"],
      partNames,
    ),
    {
      kind: "run",
      options: {
        only: ["kills", "soak"],
        size: "long",
        seed: 5,
        since: "HEAD~10",
        jsonFile: "a.json",
        outFolder: "curves",
      },
    },
    "parts run in the order of the table",
  );
  t.strictSame(parseCommandLine(["--list"], partNames), { kind: "list" });
  t.match(parseCommandLine(["--help"], partNames), { kind: "help", text: /--long/ });
  t.match(parseCommandLine(["--only", "kills,floods"], partNames), {
    kind: "mistake",
    line: /There is no part "floods". Expected some of kills, disk, soak/,
  });
  t.match(parseCommandLine(["--seed", "-1"], partNames), { kind: "mistake" });
  t.match(parseCommandLine(["kills"], partNames), { kind: "mistake" });
  const random = parseCommandLine([], partNames);
  t.match(random, { kind: "run", options: { seed: Number } });
});

t.test("a part that fails or reports a loss does not end the other parts", async (t) => {
  const all: Readonly<Record<string, ProofPart>> = {
    kills: partOf("kills", async () => [row]),
    disk: partOf("disk", async () => {
      throw new Error("there is no compiler");
    }),
    soak: partOf("soak", async () => [{ ...row, lost: 2, remark: "first | fault" }]),
  };
  const load = async (name: string): Promise<ProofPart> => all[name] ?? partOf(name, async () => []);
  const results = await runParts(names, load, given, () => 0);
  t.strictSame(
    results.map(({ part, failure, rows }) => [part, failure, rows.length]),
    [
      ["kills", null, 1],
      ["disk", "there is no compiler", 0],
      ["soak", null, 1],
    ],
  );
  const table = renderTable(results);
  t.match(table, /^\| kills +\| order +\| killed +\| 1,000 kills \| nothing +\| `npm run prove` \|$/m);
  t.match(table, /^\| disk +\| - +\| there is no compiler +\| - +\| FAILED/m);
  t.match(table, /killed \(first \/ fault\) +\| 1,000 kills \| 2 LOST/);
  t.equal(new Set(table.split("\n").map(({ length }) => length)).size, 1, "all lines are of one length");
  t.notOk(isProven(results));
  t.notOk(isProven([]), "nothing that was tried is no proof");
  t.ok(isProven(results.slice(0, 1)));
  const empty = await runParts(
    ["kills"],
    async () => partOf("kills", async () => []),
    given,
    () => 0,
  );
  t.notOk(isProven(empty), "nor is a part without a row");
});

t.test("a stopped run ends everything that it started, and shows its results so far", async (t) => {
  const stopping = new AbortController();
  const ended: string[] = [];
  const all: Readonly<Record<string, ProofPart>> = {
    kills: partOf("kills", async () => [row]),
    disk: partOf("disk", ({ signal }) =>
      withEndings(signal, async (endings) => {
        endings.teardown(() => ended.push("service"));
        stopping.abort("SIGINT");
        return new Promise<never>(silent);
      }),
    ),
  };
  const load = async (name: string): Promise<ProofPart> => all[name] ?? partOf(name, async () => []);
  const results = await runParts(names, load, { ...given, signal: stopping.signal }, () => 0);
  t.strictSame(ended, ["service"]);
  t.strictSame(
    results.map(({ part, failure }) => [part, failure]),
    [
      ["kills", null],
      ["disk", "Stopped by SIGINT"],
    ],
  );
});

t.test("the newest cleanup runs first, and a failing cleanup does not stop the others", async (t) => {
  const endings = new Endings();
  const ended: number[] = [];
  endings.teardown(() => ended.push(1));
  endings.teardown(() => Promise.reject(new Error("no end")));
  endings.teardown(() => ended.push(3));
  await t.rejects(endings.end(), { message: "no end" });
  t.strictSame(ended, [3, 1]);
});

t.test("rounds that kept a law share one row, and each round that broke the law has a separate row", async (t) => {
  const law: Law<number> = {
    promise: "small",
    about: "numbers",
    faults: (history) => (history > 5 ? [`${history} is big`] : []),
    seen: (history) => history,
  };
  const told: string[] = [];
  const roundOf = (history: number) => ({
    count: 1,
    verdicts: judge([law], history, (line) => told.push(line)),
    replay: `seed ${history}`,
  });
  const rows = toRows([3, 9, 4, 0].map(roundOf), { tried: "counted", unit: "rounds", replay: "all" });
  t.match(rows, [
    { lost: 1, count: 1, replay: "seed 9", remark: "9 numbers: 9 is big" },
    { lost: 1, count: 1, replay: "seed 0", remark: "0 numbers: there were no numbers" },
    { lost: 0, count: 2, replay: "all", remark: "7 numbers" },
  ]);
  t.strictSame(told, ["LOST, small: 9 is big", "LOST, small: there were no numbers"]);
});

t.test("ten turns make the short form, and each test of the proofs belongs to a part", async (t) => {
  t.equal(turns.length, 10);
  t.same(turns.flat().sort(), [...shortForm].sort());
  const folders = readdirSync("test/prove", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const source = readFileSync("test/prove/parts.ts", "utf8");
  const without = folders.filter(({ name }) => {
    const tests = selectFiles([`test/prove/${name}`]);
    return typeof tests !== "string" && !source.includes(`"test/prove/${name}"`);
  });
  t.same(
    without.map(({ name }) => name),
    [],
  );
});

t.test("each part has the name under which it is listed", async (t) => {
  for (const [name, load] of Object.entries(parts)) {
    const part = await load();
    t.equal(part.name, name);
    t.ok(part.summary.length > 20);
  }
});

// The simulation has its turn once in ten commits, so what each change can break is tested here: its stand-ins, and time that only it moves.
t.test("the simulation plays: some seeds, with one machine and with several, keep every promise", async (t) => {
  const child = spawn(process.execPath, ["test/prove/simulation/run.ts", "--seeds", "6", "--seed", "1"]);
  const [words, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  t.match(words, /^6 of 6 seeds, .* no promise broken$/m);
  t.equal(code, 0);
});

t.test("the command refuses the name of an unknown part", async (t) => {
  const { flags, file } = runnable("test/prove/prove.ts");
  const child = spawn(process.execPath, [...flags, file, "--only", "floods"]);
  const [words, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  t.match(words, /There is no part "floods"/);
  t.equal(code, 2);
});
