import { execFile } from "node:child_process";
import { promisify } from "node:util";
import t from "tap";
import { parseCommandLine } from "../simulate-options.ts";
import { buildService } from "./build-service.ts";
import { pinnedPlans } from "./plan/pinned-plans.ts";

const outFolder = "node_modules/.cache/parley-simulation-tests";
const entry = "test/prove/simulation/service/for-tests.ts";

t.setTimeout(600_000);

/** Runs a part of the simulation's build in a separate process. Returns its output. */
async function run<Answer>(...words: readonly string[]): Promise<Answer> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${outFolder}/for-tests.mjs`, ...words], {
    maxBuffer: 64 * 1024 ** 2,
  });
  return JSON.parse(stdout);
}

t.before(() => buildService([entry, "test/prove/simulation/service/seeds-worker.ts"], outFolder));

t.test("one seed gives the same run, byte for byte, regardless of the seeds played before", async (t) => {
  const [alone, behindOthers] = await Promise.all([
    run<readonly string[]>("hashes", "7", "1"),
    run<readonly string[]>("hashes", "4", "4"),
  ]);
  t.equal(alone[0], behindOthers[3]);
  t.equal(new Set(behindOthers).size, 4, "and another seed is another run");
});

t.test("plans that once broke a promise keep every promise", async (t) => {
  const played = Object.entries(await run<Record<string, readonly string[]>>("pinned"));
  t.strictSame(
    played.map(([name]) => name),
    Object.keys(pinnedPlans),
    "each was played",
  );
  for (const [name, faults] of played) t.strictSame(faults, [], name);
});

t.test("a plan that breaks a promise is shrunk to a readable plan", async (t) => {
  const lines = await run<readonly string[]>("explain", "a lane that takes the last first");
  t.match(lines[0], /^seed \d+: a reply is sent in order, /);
  t.ok(
    lines.some((line) => /^shrunk to [1-4] of \d+ people and [0-3] of \d+ faults/.test(line)),
    lines.join("\n"),
  );
  t.match(lines.at(-1), /npm run simulate -- --seed \d+ --seeds 1/);
});

t.test("npm run simulate: flags", async (t) => {
  const seeds = parseCommandLine(["--seeds", "9", "--seed", "4", "--workers", "2"]);
  t.strictSame(seeds, { kind: "seeds", options: { seeds: 9, seed: 4, workers: 2, bugs: null, log: false } });
  for (const [flag, value] of [
    ["--seeds", "0"],
    ["--seed", "-1"],
    ["--seed", "1e3"],
    ["--workers", "65"],
  ] as const)
    t.match(parseCommandLine([flag, value]), { kind: "mistake", line: new RegExp(flag) });
  t.match(parseCommandLine(["--walks", "3"]), { kind: "mistake" });
  t.match(parseCommandLine(["--help"]), { kind: "help", text: /--bugs/ });
});
