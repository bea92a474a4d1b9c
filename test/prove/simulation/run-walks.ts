import { makeWalk } from "./walk/make-walk.ts";
import type { PlayParts } from "./world/play.ts";
import { playWalk } from "./world/play.ts";

export interface WalksRun {
  readonly walks: number;
  readonly steps: number;
  /** The seed of the first walk that broke a promise. No further walk is played. */
  readonly failedSeed: number | null;
}

/** Plays `count` walks with consecutive seeds. */
export function runWalks(fromSeed: number, count: number, parts: PlayParts = {}): WalksRun {
  let steps = 0;
  for (let walks = 1; walks <= count; walks += 1) {
    const seed = fromSeed + walks - 1;
    const played = playWalk(makeWalk(seed), parts);
    steps += played.steps;
    if (played.failure !== null) return { walks, steps, failedSeed: seed };
  }
  return { walks: count, steps, failedSeed: null };
}
