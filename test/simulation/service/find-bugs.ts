import { plantedBugs } from "./planted/planted-bugs.ts";
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
