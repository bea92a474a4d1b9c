import { knownSeeds } from "./planted/known-seeds.ts";
import { plantedBugs } from "./planted/planted-bugs.ts";
import { switchOn } from "./planted/switch.ts";
import { playSeed } from "./play-seeds.ts";
import { runPlan } from "./run-plan.ts";
import type { SeedsAsked } from "./share-seeds.ts";
import { playOnThreads } from "./share-seeds.ts";

/** The result of the search for one planted bug. */
export interface BugFound {
  readonly name: string;
  /** The number of seeds until the bug was found; `null` when no seed found the bug. */
  readonly after: number | null;
  readonly seed: number | null;
  /** The first promise that the bug broke. */
  readonly fault: string | null;
}

/** Searches for each planted bug whose name contains this text, one bug after the other. */
export async function findBugs(
  text: string,
  asked: Omit<SeedsAsked, "bug">,
  found: (bug: BugFound) => void,
): Promise<readonly BugFound[]> {
  const all: BugFound[] = [];
  for (const { name } of plantedBugs.filter((bug) => bug.name.includes(text))) {
    if (asked.signal?.aborted === true) break;
    const { failed } = await playOnThreads({ ...asked, bug: name }, () => undefined);
    const seed = failed?.seed ?? null;
    const bug = { name, seed, after: seed === null ? null : seed - asked.seed + 1, fault: failed?.faults[0] ?? null };
    all.push(bug);
    found(bug);
  }
  return all;
}

/** Any change of the service shifts what happens under a seed, so a known seed is where the search begins. */
const laterSeedsMax = 400;

/** For each planted bug, plays the seed or plan that is known to find it, then later seeds. Mostly this takes seconds instead of minutes. */
export async function playKnownSeeds(found: (bug: BugFound) => void): Promise<readonly BugFound[]> {
  const all: BugFound[] = [];
  for (const [name, known] of Object.entries(knownSeeds)) {
    switchOn(name);
    const first = typeof known === "number" ? known : known.seed;
    let { faults } = await (typeof known === "number" ? playSeed(known) : runPlan(known));
    let seed = first;
    while (faults.length === 0 && seed < first + laterSeedsMax) {
      seed += 1;
      ({ faults } = await playSeed(seed));
    }
    switchOn(undefined);
    const fault = faults[0] ?? null;
    const bug = { name, seed, after: fault === null ? null : seed, fault };
    all.push(bug);
    found(bug);
  }
  return all;
}
