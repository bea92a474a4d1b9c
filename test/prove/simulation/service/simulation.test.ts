import { execFile } from "node:child_process";
import { promisify } from "node:util";
import t from "tap";
import { buildService } from "./build-service.ts";
import type { BugFound } from "./find-bugs.ts";
import { pinnedPlans } from "./plan/pinned-plans.ts";
import { plantedBugs } from "./planted/planted-bugs.ts";
import type { SeedsRun } from "./share-seeds.ts";

const outFolder = "node_modules/.cache/parley-simulation-tests";
const entry = "test/prove/simulation/service/for-tests.ts";
const seeds = 500;
const firstSeed = 1;

t.setTimeout(600_000);

/** Runs a part of the simulation's build in a separate process. Returns its output. */
async function run<Answer>(...words: readonly string[]): Promise<Answer> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${outFolder}/for-tests.mjs`, ...words], {
    maxBuffer: 64 * 1024 ** 2,
  });
  return JSON.parse(stdout);
}

t.before(() => buildService([entry, "test/prove/simulation/service/seeds-worker.ts"], outFolder));

t.test(
  "[CH-13, CH-19, CH-23, DEL-01, DEL-02, DEL-18, DEL-22, DEL-23, DEL-24, DEL-29, BOT-16, BOT-17, BOT-18, BOT-22, WH-20, WH-36, WH-39, WH-41, WH-42] the whole service keeps every promise under faults of its disk, network, clock, process and everybody outside",
  async (t) => {
    const { failed, ...run500 } = await run<SeedsRun>("seeds", String(firstSeed), String(seeds));
    t.strictSame(failed, null);
    t.equal(run500.seeds, seeds);
    t.ok(run500.lines > seeds * 100, `${run500.lines} lines were seen`);
  },
);

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

t.test("the known seed of each planted bug finds the bug", async (t) => {
  const found = await run<readonly BugFound[]>("bugs");
  t.strictSame(found.map(({ name }) => name).sort(), plantedBugs.map(({ name }) => name).sort(), "each has its seed");
  for (const { name, seed, fault } of found) t.ok(fault, `${name}: seed ${seed}: ${fault}`);
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
