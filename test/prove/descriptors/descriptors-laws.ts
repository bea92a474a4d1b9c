import type { Law } from "../laws.ts";
import type { Written } from "../written.ts";
import { disorder, missing, strange } from "../written.ts";

/** A service that had no descriptor left for a while. */
export interface DescriptorsHistory {
  readonly descriptorsMax: number;
  /** How many it had open when there were most. */
  readonly openMax: number;
  readonly written: readonly Written[];
  /** Answers that were no success, as `status body`. */
  readonly refused: readonly string[];
  /** How the process ended by itself; `null` for one that lived on. */
  readonly ended: string | null;
  /** After how long a new connection was answered, once there were descriptors again; `null`: not in time. */
  readonly goesOnAfterMs: number | null;
}

const goesOnWithinMs = 5_000;

/** Refused for now, not an error of the client, nor one without a name. */
const isNamed = (refusal: string): boolean => /^50[23] .*"code":"\w+"/.test(refusal);

export const descriptorsLaws: readonly Law<DescriptorsHistory>[] = [
  {
    promise: "durability",
    about: "messages answered 200",
    faults: ({ written }) => [...written.flatMap(missing), ...written.flatMap(disorder), ...written.flatMap(strange)],
    seen: ({ written }) => written.reduce((sum, { answered }) => sum + answered.length, 0),
  },
  {
    promise: "goes on",
    about: "descriptors used up, of those it may have",
    faults: ({ ended, goesOnAfterMs, refused }) => [
      ...(ended === null ? [] : [`the process ended: ${ended}`]),
      ...(goesOnAfterMs === null || goesOnAfterMs > goesOnWithinMs
        ? [`a new connection was answered after ${goesOnAfterMs} ms, not within ${goesOnWithinMs}`]
        : []),
      ...refused.filter((refusal) => !isNamed(refusal)).map((refusal) => `answered ${refusal}`),
    ],
    // None are left when the last few are all that it does not hold.
    seen: ({ openMax, descriptorsMax }) => (openMax >= descriptorsMax - 2 ? openMax : 0),
  },
];
