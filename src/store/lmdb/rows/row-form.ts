import { crc32 } from "node:zlib";
import { DamagedRowError } from "../../../ports/store-errors.ts";
import type { KeyBytes } from "../../keys.ts";
import { describeKey } from "../../keys.ts";

/**
 * A row as it lies in the environment: a zero byte, a CRC-32, then the row. The checksum is over the row and begins with a
 * hash of the key, so that a row under the key of another one is damaged too. No record begins with a zero byte: a row of the
 * former layout, which has neither, is told apart.
 */
export const rowPrefixBytes = 5;
const checksumAt = 1;
const hashStart = 0x811c9dc5;
const hashFactor = 0x01000193;

/** Writes the checksum of a row into the room before it. */
export function sealRow(key: KeyBytes, stored: Buffer): void {
  stored[0] = 0;
  stored.writeUInt32BE(crc32(stored.subarray(rowPrefixBytes), hashOf(key)), checksumAt);
}

/** The row of these stored bytes. Throws DamagedRowError when they are not what was written under this key. */
export function openRow(key: KeyBytes, stored: Buffer): Buffer {
  if (stored.length < rowPrefixBytes || stored[0] !== 0) throw damagedRow(key);
  const row = stored.subarray(rowPrefixBytes);
  if (crc32(row, hashOf(key)) !== stored.readUInt32BE(checksumAt)) throw damagedRow(key);
  return row;
}

/** Whether this is a row as it was written under the key of these bytes. */
export function isWholeRow(key: Buffer, stored: Buffer): boolean {
  if (stored.length < rowPrefixBytes || stored[0] !== 0) return false;
  let hash = hashStart;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ (key[index] ?? 0), hashFactor);
  return crc32(stored.subarray(rowPrefixBytes), hash >>> 0) === stored.readUInt32BE(checksumAt);
}

/** Whether the bytes are a row as the former layout wrote it. */
export const isFormerRow = (stored: Uint8Array): boolean => stored.length === 0 || stored[0] !== 0;

/** Room for a checksum, then the row. */
export function withRowPrefix(row: Uint8Array): Buffer {
  const stored = Buffer.alloc(rowPrefixBytes + row.length);
  stored.set(row, rowPrefixBytes);
  return stored;
}

/** FNV-1a: short keys are hashed sooner here than they are handed to the runtime's CRC. */
function hashOf(key: KeyBytes): number {
  let hash = hashStart;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), hashFactor);
  return hash >>> 0;
}

/** What is told of a row that is not what was written under its key. */
export function damagedRow(key: KeyBytes): DamagedRowError {
  const { table, text } = describeKey(key);
  return new DamagedRowError(
    table,
    text,
    `The row ${text} of the table ${table} is damaged: its checksum is not that of its key and bytes`,
  );
}
