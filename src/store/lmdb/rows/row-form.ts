import { crc32 } from "node:zlib";
import { DamagedRowError } from "../../../ports/store-errors.ts";
import type { KeyBytes } from "../../keys.ts";
import { describeKey } from "../../keys.ts";

/**
 * The stored form of a row: a zero byte, a CRC-32, then the row. The checksum covers the row and starts with a hash of the
 * key, so that a row under the wrong key counts as damaged too.
 */
export const rowPrefixBytes = 5;
const checksumAt = 1;
const hashStart = 0x811c9dc5;
const hashFactor = 0x01000193;

/** Writes the checksum of a row into the space before the row. `hash` is that of its key. */
export function sealRow(hash: number, stored: Buffer): void {
  stored[0] = 0;
  stored.writeUInt32BE(crc32(stored.subarray(rowPrefixBytes), hash >>> 0), checksumAt);
}

/** Returns the row in these stored bytes. Throws DamagedRowError when the bytes are not the ones written under this key. */
export function openRow(key: KeyBytes, stored: Buffer): Buffer {
  if (stored.length < rowPrefixBytes || stored[0] !== 0) throw damagedRow(key);
  const row = stored.subarray(rowPrefixBytes);
  if (crc32(row, hashOf(key)) !== stored.readUInt32BE(checksumAt)) throw damagedRow(key);
  return row;
}

/** Whether the stored bytes are unchanged and belong to this key. */
export function isWholeRow(key: Buffer, stored: Buffer): boolean {
  if (stored.length < rowPrefixBytes || stored[0] !== 0) return false;
  return crc32(stored.subarray(rowPrefixBytes), hashOfBytes(key, 0, key.length)) === stored.readUInt32BE(checksumAt);
}

/** Returns the row with space for a checksum before it. */
export function withRowPrefix(row: Uint8Array): Buffer {
  const stored = Buffer.alloc(rowPrefixBytes + row.length);
  stored.set(row, rowPrefixBytes);
  return stored;
}

/** FNV-1a. For short keys it is faster than a call of the runtime's CRC. */
export function hashOf(key: KeyBytes, start = hashStart): number {
  let hash = start;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), hashFactor);
  return hash >>> 0;
}

/** The same hash of a key in these bytes. */
export function hashOfBytes(bytes: Uint8Array, from: number, end: number, start = hashStart): number {
  let hash = start;
  for (let index = from; index < end; index += 1) hash = Math.imul(hash ^ (bytes[index] ?? 0), hashFactor);
  return hash >>> 0;
}

/** Returns the error for a row that differs from the one written under its key. */
export function damagedRow(key: KeyBytes): DamagedRowError {
  const { table, text } = describeKey(key);
  return new DamagedRowError(
    table,
    text,
    `The row ${text} of the table ${table} is damaged: its checksum is not that of its key and bytes`,
  );
}
