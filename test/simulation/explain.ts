import { makeWalk } from "./make-walk.ts";
import type { PlayParts } from "./play.ts";
import { playWalk } from "./play.ts";
import { shrinkWalk } from "./shrink.ts";
import { Trace } from "./trace.ts";
import type { Walk } from "./walk.types.ts";

/** The failure of a seed for a person: what broke, the shortest walk that shows it, and how to see it again. */
export function explainSeed(seed: number, { machines }: Pick<PlayParts, "machines"> = {}): readonly string[] {
  const parts = machines === undefined ? {} : { machines };
  const play = (walk: Walk) => playWalk(walk, parts);
  const walk = makeWalk(seed);
  const shortest = shrinkWalk(walk, play);
  const trace = new Trace();
  const { failure } = playWalk(shortest, { ...parts, trace });
  if (failure === null) return [`seed ${seed}: every promise is kept`];
  const { length } = shortest.happenings;
  return [
    `seed ${seed}: ${failure.message}`,
    `the shortest walk found that shows it (${length} of ${walk.happenings.length} happenings):`,
    ...trace.lines,
    `          !!  ${failure.message}`,
    `again: npm run simulate -- --seed ${seed} --walks 1`,
  ];
}
