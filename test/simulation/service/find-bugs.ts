import { knownSeeds } from "./planted/known-seeds.ts";
import { plantedBugs } from "./planted/planted-bugs.ts";
import { switchOn } from "./planted/switch.ts";
import { playSeed } from "./play-seeds.ts";
import { runPlan } from "./run-plan.ts";
import type { SeedsAsked } from "./share-seeds.ts";
import { playOnThreads } from "./share-seeds.ts";

/** What became of one planted bug. */
export interface BugFound {
  readonly name: string;
  /** How many seeds it took; `null` when none of them found it. */
  readonly after: number | null;
  readonly seed: number | null;
  /** The first promise that it broke. */
  readonly fault: string | null;
}

/** Looks for each planted bug whose name has this text, one after the other. */
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

/** Plays, for each planted bug, the seed or the plan that is known to find it: seconds in place of minutes. */
export async function playKnownSeeds(found: (bug: BugFound) => void): Promise<readonly BugFound[]> {
  const all: BugFound[] = [];
  for (const [name, known] of Object.entries(knownSeeds)) {
    switchOn(name);
    const seed = typeof known === "number" ? known : known.seed;
    const { faults } = await (typeof known === "number" ? playSeed(known) : runPlan(known));
    switchOn(undefined);
    const fault = faults[0] ?? null;
    // The first that finds it, from 1 on.
    const bug = { name, seed, after: fault === null ? null : seed, fault };
    all.push(bug);
    found(bug);
  }
  return all;
}
