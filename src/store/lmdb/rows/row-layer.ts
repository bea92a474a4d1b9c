import type { KeyBytes } from "../../keys.ts";
import type { GroupCommit } from "../group-commit.ts";
import { rowPrefixBytes, sealRow } from "./row-form.ts";

/** Where a row that is not in the environment yet lies in the record of its group commit, with room for its checksum. */
export interface RowBytes {
  readonly group: Pick<GroupCommit, "bytes">;
  readonly start: number;
  /** Before `start` when the row is deleted. */
  readonly end: number;
}

/** Rows that lie above older ones; a deleted row hides what is below. */
export type RowLayer = Map<KeyBytes, RowBytes>;

export const isDeleted = (row: RowBytes): boolean => row.end < row.start;
export const bytesOf = (row: RowBytes): Buffer => row.group.bytes(row.start + rowPrefixBytes, row.end);

/** The row as the environment takes it. */
export function sealedBytesOf(key: KeyBytes, row: RowBytes): Buffer {
  const stored = row.group.bytes(row.start, row.end);
  sealRow(key, stored);
  return stored;
}
