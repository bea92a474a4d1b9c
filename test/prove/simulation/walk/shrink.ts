import { Violation } from "../promises/violation.ts";
import type { Played } from "../world/play.ts";
import type { Answer, Happening, Walk } from "./walk.types.ts";

/** Enough tries for the longest walk. Shrinking ends after these tries. */
const triesMax = 3_000;

const plainAnswer: Answer = { kind: "ok", afterMs: 0, isRepeated: false, posts: [] };

/** Returns the shortest walk found that breaks the same promise. */
export function shrinkWalk(walk: Walk, play: (walk: Walk) => Played): Walk {
  const reason = reasonOf(play(walk));
  let tries = 0;
  let best = walk;
  const isTaken = (candidate: Walk): boolean => {
    tries += 1;
    if (tries > triesMax || reason === null || reasonOf(play(candidate)) !== reason) return false;
    best = candidate;
    return true;
  };
  for (let before: Walk | null = null; before !== best; ) {
    before = best;
    dropHappenings(() => best, isTaken);
    calmAnswers(() => best, isTaken);
    shortenPauses(() => best, isTaken);
  }
  return best;
}

/** Returns the reason of a failure. Two walks with the same reason count as the same failure. */
function reasonOf({ failure }: Played): string | null {
  if (failure === null) return null;
  return failure instanceof Violation ? failure.rule : failure.message.replace(/\d+/g, "#");
}

type Current = () => Walk;
type IsTaken = (candidate: Walk) => boolean;

/** Leaves out halves of the happenings first, then quarters, down to single happenings. */
function dropHappenings(current: Current, isTaken: IsTaken): void {
  for (let size = Math.ceil(current().happenings.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < current().happenings.length; ) {
      const { happenings } = current();
      if (!isTaken({ ...current(), happenings: withoutPart(happenings, from, size) })) from += size;
    }
  }
}

/** Leaves out a part of the happenings. Their pauses are kept, so that all later happenings keep their time. */
function withoutPart(happenings: readonly Happening[], from: number, size: number): readonly Happening[] {
  const pauseMs = happenings.slice(from, from + size).reduce((sum, { afterMs }) => sum + afterMs, 0);
  const [next, ...rest] = happenings.slice(from + size);
  const kept = happenings.slice(0, from);
  return next === undefined ? kept : [...kept, { ...next, afterMs: next.afterMs + pauseMs }, ...rest];
}

function calmAnswers(current: Current, isTaken: IsTaken): void {
  isTaken({ ...current(), latenessMs: 0 });
  for (const side of ["botAnswers", "customerAnswers"] as const) {
    isTaken({ ...current(), [side]: [] });
    for (const [index, answer] of current()[side].entries()) {
      const replaced = (by: Answer): Walk => ({ ...current(), [side]: current()[side].with(index, by) });
      if (answer === plainAnswer || isTaken(replaced(plainAnswer))) continue;
      if (answer.posts.length > 0) isTaken(replaced({ ...answer, posts: [] }));
      if (answer.isRepeated) isTaken(replaced({ ...answer, isRepeated: false }));
    }
  }
}

function shortenPauses(current: Current, isTaken: IsTaken): void {
  for (const [index, happening] of current().happenings.entries()) {
    const { afterMs } = happening;
    for (const shorterMs of [0, Math.round(afterMs / 1_000) * 1_000]) {
      if (shorterMs >= afterMs) continue;
      const happenings = current().happenings.with(index, { ...happening, afterMs: shorterMs });
      if (isTaken({ ...current(), happenings })) break;
    }
  }
}
