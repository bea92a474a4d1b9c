import { randomFillSync } from "node:crypto";
import { encodeTime, monotonicFactory } from "ulid";

/** Drawn in one call: a call for each draw costs more than the bytes. */
const poolBytes = 4_096;
const valuesOfByte = 256;

/**
 * Makes ULIDs that sort by time and, within one factory, by the order in which they were made. Their random part is from
 * the system's source, drawn many bytes at a time.
 */
export function createUlids(): (nowMs: number) => string {
  const pool = new Uint8Array(poolBytes);
  let next = poolBytes;
  return monotonicFactory(() => {
    if (next === poolBytes) {
      randomFillSync(pool);
      next = 0;
    }
    const value = pool[next] ?? 0;
    next += 1;
    return value / valuesOfByte;
  });
}

/** 48 bits. */
const latestMs = 281_474_976_710_655;

/** Sorts before every ULID of this millisecond and after every earlier one; a time that is too late counts as the latest possible one. */
export const firstUlidOf = (ms: number): string => encodeTime(Math.min(ms, latestMs));
