import { findBugs, playKnownSeeds } from "./find-bugs.ts";
import { playOnThreads } from "./share-seeds.ts";

const progressEveryMs = 5_000;

const tell = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** Commands for the table of proof, which cannot import the simulation's build. */
async function main([what = "", seed = "", seeds = "", workers = ""]: readonly string[]): Promise<void> {
  const asked = { seed: Number(seed), seeds: Number(seeds), workers: Number(workers) };
  if (what === "known bugs") {
    const answer = await playKnownSeeds(({ name, fault }) => tell({ progress: `${name}: ${fault ?? "not found"}` }));
    return tell({ answer });
  }
  if (what === "bugs") {
    const answer = await findBugs("", asked, ({ name, after }) =>
      tell({ progress: `${after ?? "no"} seeds: ${name}` }),
    );
    return tell({ answer });
  }
  let shownAtMs = performance.now();
  const answer = await playOnThreads(asked, ({ seeds: played }) => {
    if (performance.now() - shownAtMs < progressEveryMs) return;
    shownAtMs = performance.now();
    tell({ progress: `${played} of ${seeds} seeds` });
  });
  tell({ answer });
}

await main(process.argv.slice(2));
