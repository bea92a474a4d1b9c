import { crc32 } from "node:zlib";

/**
 * A journal record: magic (the id of the journal), CRC-32 of everything after it, record number, payload length, then
 * the payload, padded with zeros to a multiple of 8 bytes. Numbers are big-endian. The id is random, so that no text of a
 * client can look like a record.
 */
export const recordHeaderBytes = 24;
const crcAt = 4;
const numberAt = 8;
const lengthAt = 16;
const alignment = 8;

/** Returns a record in its own memory. The given bytes are space for the header, then the payload. */
export function sealRecord(bytes: Uint8Array, journalId: number, recordNumber: number): Buffer {
  const record = Buffer.allocUnsafe(Math.ceil(bytes.length / alignment) * alignment);
  record.set(bytes);
  record.fill(0, bytes.length);
  record.writeUInt32BE(journalId, 0);
  record.writeBigUInt64BE(BigInt(recordNumber), numberAt);
  record.writeUInt32BE(bytes.length - recordHeaderBytes, lengthAt);
  record.writeUInt32BE(0, lengthAt + 4);
  record.writeUInt32BE(crc32(record.subarray(numberAt, bytes.length)), crcAt);
  return record;
}

/** Returns the length of the record that starts here, from its header. 0 when nothing is written. */
export const recordBytesOf = (bytes: Buffer): number =>
  bytes.length < recordHeaderBytes || bytes.readUInt32BE(0) === 0
    ? 0
    : Math.ceil((recordHeaderBytes + bytes.readUInt32BE(lengthAt)) / alignment) * alignment;

export interface RecordFound {
  readonly kind: "record";
  readonly number: number;
  readonly payloadStart: number;
  readonly payloadEnd: number;
  /** Where the next record begins. */
  readonly next: number;
}
/** `empty`: nothing was ever written here. `damaged`: there is data, but no complete record. */
export type RecordAt = RecordFound | { readonly kind: "empty" } | { readonly kind: "damaged"; readonly found: string };

/** Reads the record at this byte of a segment. */
export function readRecord(segment: Buffer, start: number, journalId: number): RecordAt {
  const header = segment.subarray(start, start + recordHeaderBytes);
  if (header.every((byte) => byte === 0)) return { kind: "empty" };
  if (header.length < recordHeaderBytes) return { kind: "damaged", found: `${header.length} bytes of a header` };
  if (header.readUInt32BE(0) !== journalId) return { kind: "damaged", found: "bytes that begin no record" };
  const length = header.readUInt32BE(lengthAt);
  const payloadStart = start + recordHeaderBytes;
  const payloadEnd = payloadStart + length;
  if (payloadEnd > segment.length) {
    return { kind: "damaged", found: `${segment.length - payloadStart} bytes of a payload of ${length}` };
  }
  const expected = header.readUInt32BE(crcAt);
  const actual = crc32(segment.subarray(start + numberAt, payloadEnd));
  if (actual !== expected)
    return { kind: "damaged", found: `CRC ${hex(actual)} where the header says ${hex(expected)}` };
  const next = start + Math.ceil((payloadEnd - start) / alignment) * alignment;
  return { kind: "record", number: Number(header.readBigUInt64BE(numberAt)), payloadStart, payloadEnd, next };
}

/** Finds the first complete record from this byte on with a number of at least `numberMin`. */
export function findRecord(
  segment: Buffer,
  from: number,
  journalId: number,
  numberMin: number,
): (RecordFound & { readonly start: number }) | null {
  const magic = Buffer.alloc(4);
  magic.writeUInt32BE(journalId);
  for (let start = segment.indexOf(magic, from); start >= 0; start = segment.indexOf(magic, start + 1)) {
    if (start % alignment !== 0) continue;
    const record = readRecord(segment, start, journalId);
    if (record.kind === "record" && record.number >= numberMin) return { ...record, start };
  }
  return null;
}

const hex = (value: number): string => value.toString(16).padStart(8, "0");
