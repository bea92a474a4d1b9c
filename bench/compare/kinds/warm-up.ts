import type { Done } from "./kind.types.ts";

/** Of the first run, in seconds; each is twice as long as the run before. */
const lengthFirst = 1;

export interface WarmUp {
  /** Requests of all runs. */
  readonly total: number;
  /** Of the longest one: each begins with the first chat, and all are to have been there. */
  readonly inOneRun: number;
}

/** Loads a fresh process, which is not yet compiled and has read nothing. Throws when it does nothing. */
export async function warmUp(load: (seconds: number) => Promise<Done>, wanted: WarmUp): Promise<void> {
  let [total, longest] = [0, 0];
  for (let length = lengthFirst; total < wanted.total || longest < wanted.inOneRun; length *= 2) {
    const { requests } = await load(length);
    if (requests === 0)
      throw new Error(`Expected a service that does something in ${length} s of load, it did nothing`);
    total += requests;
    longest = Math.max(longest, requests);
  }
}
