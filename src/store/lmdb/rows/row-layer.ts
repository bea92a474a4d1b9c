import type { KeyBytes } from "../../keys.ts";
import { rowPrefixBytes, sealRow } from "./row-form.ts";

/** The place of a row in the record of its group commit, with space for its checksum. For rows that are not in the environment yet. */
export interface RowBytes {
  readonly group: { bytes(start: number, end: number): Buffer };
  readonly start: number;
  /** Less than `start` when the row is deleted. */
  readonly end: number;
}

/** Rows that hide older rows with the same keys. A deleted row hides them too. */
export type RowLayer = Map<KeyBytes, RowBytes>;

export const isDeleted = (row: RowBytes): boolean => row.end < row.start;
export const bytesOf = (row: RowBytes): Buffer => row.group.bytes(row.start + rowPrefixBytes, row.end);

/** Returns the row in its stored form, with its checksum. */
export function sealedBytesOf(key: KeyBytes, row: RowBytes): Buffer {
  const stored = row.group.bytes(row.start, row.end);
  sealRow(key, stored);
  return stored;
}
