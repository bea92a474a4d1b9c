import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import type { ProofPart, ProofRow } from "../../proof-part.ts";
import { buildService } from "./build-service.ts";
import type { BugFound } from "./find-bugs.ts";
import type { SeedsRun } from "./share-seeds.ts";

const outFolder = "node_modules/.cache/parley-prove-simulation";
const seedsOf = { short: 200, long: 100_000 } as const;
/** The long form searches for each bug from the first seed. The short form plays only the seed that is known to find the bug. */
const bugSeedsMax = 2_000;

/** Runs the build in a separate process. Its last line is the answer; all other lines report progress. */
async function ask<Answer>(
  words: readonly string[],
  { signal, progress }: Pick<Parameters<ProofPart["run"]>[0], "signal" | "progress">,
): Promise<Answer> {
  await buildService(
    ["test/prove/simulation/service/for-proof.ts", "test/prove/simulation/service/seeds-worker.ts"],
    outFolder,
  );
  const child = spawn(process.execPath, ["--enable-source-maps", `${outFolder}/for-proof.mjs`, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    signal,
  });
  let rest = "";
  let answer: Answer | null = null;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const { progress: told, answer: last } = JSON.parse(line);
      if (told !== undefined) progress(told);
      else answer = last;
    }
  });
  const status = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (answer === null) throw new Error(`Expected an answer of the simulation, got the exit status ${status}`);
  return answer;
}

/** Seeds of the whole service. */
export const simulationPart: ProofPart = {
  name: "simulation",
  summary: "the whole service against simulated disks, networks, clocks, machines and people",
  async run({ size, seed, ...given }): Promise<readonly ProofRow[]> {
    const seeds = seedsOf[size];
    const words = ["seeds", String(seed), String(seeds), String(availableParallelism())];
    const { failed, ...run } = await ask<SeedsRun>(words, given);
    return [
      {
        promise: "every promise",
        tried: "the whole service played with faults of its disk, network, clock, process and everybody outside",
        count: run.seeds,
        unit: "seeds",
        lost: failed?.faults.length ?? 0,
        replay: `npm run simulate -- --seeds ${failed === null ? seeds : 1} --seed ${failed?.seed ?? seed}`,
        remark: failed?.faults[0] ?? `${run.lines} happenings judged`,
      },
    ];
  },
};

/** Mistakes added to the service on purpose. A proof that finds none of them proves nothing. */
export const plantedPart: ProofPart = {
  name: "planted",
  summary: "mistakes written into the service on purpose, each of which the simulation has to find",
  async run({ size, seed, ...given }): Promise<readonly ProofRow[]> {
    const isShort = size === "short";
    const words = isShort
      ? ["known bugs"]
      : ["bugs", String(seed), String(bugSeedsMax), String(availableParallelism())];
    const found = await ask<readonly BugFound[]>(words, given);
    return found.map(({ name, seed: finder, after, fault }) => ({
      promise: "every promise",
      tried: `found: ${name}`,
      count: after ?? bugSeedsMax,
      unit: "seeds",
      lost: after === null ? 1 : 0,
      replay: `npm run simulate -- --bugs "${name}" --seeds ${isShort ? 1 : bugSeedsMax} --seed ${isShort ? finder : seed}`,
      remark: fault === null ? "not found" : `by seed ${finder}`,
    }));
  },
};
