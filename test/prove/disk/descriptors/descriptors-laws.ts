import type { Law } from "../../laws.ts";
import type { Written } from "../../written.ts";
import { disorder, missing, strange } from "../../written.ts";

/** The history of a service that had no free file descriptor for some time. */
export interface DescriptorsHistory {
  readonly descriptorsMax: number;
  /** The highest number of open descriptors. */
  readonly openMax: number;
  readonly written: readonly Written[];
  /** Responses without success, as `status body`. */
  readonly refused: readonly string[];
  /** How the process ended on its own, or `null` if the process continued. */
  readonly ended: string | null;
  /** The time until a new connection got a response after descriptors were free again, or `null` if this took too long. */
  readonly goesOnAfterMs: number | null;
}

const goesOnWithinMs = 5_000;

/** Whether the refusal is temporary (502 or 503) and has an error code. */
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
    // At most two free descriptors count as none left.
    seen: ({ openMax, descriptorsMax }) => (openMax >= descriptorsMax - 2 ? openMax : 0),
  },
];
