import type { PlayParts } from "../world/play.ts";
import { playWalk } from "../world/play.ts";
import { makeWalk } from "./make-walk.ts";
import { shrinkWalk } from "./shrink.ts";
import { Trace } from "./trace.ts";
import type { Walk } from "./walk.types.ts";

/** Describes the failure of a seed for a reader: the broken promise, the shortest walk that shows it, and how to repeat it. */
export function explainSeed(seed: number, parts: Pick<PlayParts, "machines"> = {}): readonly string[] {
  const walk = makeWalk(seed);
  const shortest = shrinkWalk(walk, (candidate) => playWalk(candidate, parts));
  const lines = explainWalk(shortest, parts);
  if (lines.length === 0) return [`seed ${seed}: every promise is kept`];
  return [
    `seed ${seed}: ${lines.at(-1)?.replace(/^ *!! +/, "")}`,
    `the shortest walk found that shows it (${shortest.happenings.length} of ${walk.happenings.length} happenings):`,
    ...lines,
    `again: npm run simulate -- --seed ${seed} --walks 1`,
  ];
}

/** Returns the walk line by line. The last line is the broken promise. Returns no lines when every promise is kept. */
export function explainWalk(walk: Walk, parts: Pick<PlayParts, "machines"> = {}): readonly string[] {
  const trace = new Trace();
  const { failure } = playWalk(walk, { ...parts, trace });
  return failure === null ? [] : [...trace.lines, `          !!  ${failure.message}`];
}
