import type { Done } from "./kind.types.ts";

/** Seconds of the first run; each run is twice as long as the run before. */
const lengthFirst = 1;

export interface WarmUp {
  /** The sum of the requests of all runs. */
  readonly total: number;
  /** The requests of the longest run. Each run begins with the first chat, and one run must reach all chats. */
  readonly inOneRun: number;
}

/** Loads a new process, which is not yet compiled and has read nothing. Throws when the process answers nothing. */
export async function warmUp(load: (seconds: number) => Promise<Done>, wanted: WarmUp): Promise<void> {
  let [total, longest] = [0, 0];
  for (let length = lengthFirst; total < wanted.total || longest < wanted.inOneRun; length *= 2) {
    const { requests } = await load(length);
    if (requests === 0) throw new Error(`Expected finished work after ${length} s of load, got none`);
    total += requests;
    longest = Math.max(longest, requests);
  }
}
