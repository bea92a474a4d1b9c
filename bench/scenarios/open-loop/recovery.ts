import { percentile } from "../../load/figures/statistics.ts";
import type { Figures, Verdict } from "../scenario.types.ts";
import { atMost, fact } from "../verdicts.ts";

/** The figures of each second, in order. */
export interface Course {
  readonly before: readonly Figures[];
  readonly overload: readonly Figures[];
  readonly after: readonly Figures[];
}

const timesP99Max = 2;
const p99MsAlwaysNormal = 10;
const normalWithinSeconds = 5;
const grownMibMax = 200;

/** Returns the seconds until every later second is normal; infinite when the last one is not. */
export function secondsUntilNormal({ before, after }: Course): number {
  const limitMs = normalP99Ms(before);
  const lastStrange = after.findLastIndex(
    ({ p99Ms = Number.NaN, refused = Number.NaN }) => !(p99Ms <= limitMs && refused === 0),
  );
  return lastStrange === after.length - 1 ? Number.POSITIVE_INFINITY : lastStrange + 1;
}

/** The highest normal p99: twice the p99 of a usual second before, or a limit that is always fast enough. */
const normalP99Ms = (before: readonly Figures[]): number =>
  Math.max(
    timesP99Max *
      percentile(
        before.map(({ p99Ms = Number.NaN }) => p99Ms),
        0.5,
      ),
    p99MsAlwaysNormal,
  );

type Memory = "ownMib" | "rssMib";

/** How much more memory the service had at most than before the overload. */
export const grownMib = ({ before, overload, after }: Course, memory: Memory): number =>
  highest(overload.concat(after), memory) - highest(before, memory);

const highest = (seconds: readonly Figures[], memory: Memory): number =>
  Math.max(...seconds.map((second) => second[memory] ?? Number.NaN).filter((mib) => !Number.isNaN(mib)));

export function judgeRecovery(course: Course): Verdict[] {
  const seconds = secondsUntilNormal(course);
  const grown = grownMib(course, "ownMib");
  const limitMs = normalP99Ms(course.before);
  return [
    {
      name: `seconds on the way back until no later one refuses, or has a p99 over ${limitMs.toFixed(1)} ms`,
      target: `<= ${normalWithinSeconds}`,
      measured: Number.isFinite(seconds) ? String(seconds) : `not within ${course.after.length}`,
      isMet: seconds <= normalWithinSeconds,
    },
    atMost("own memory grown", grown, grownMibMax, "MiB", 1),
    fact(
      "RSS grown, with the pages of the store that was written meanwhile",
      `${grownMib(course, "rssMib").toFixed(1)} MiB`,
    ),
  ];
}
