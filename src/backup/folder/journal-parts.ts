import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { formVersion } from "../../codec/proto/form-version.ts";
import type { JournalPart } from "../../ports/store-images.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * A part of the journal in a file of copies. Its fields: magic, the form of its rows, the number of packed bytes, the numbers of
 * the first and the last record, the time of the last record (NaN if unknown), and the gzipped records. Numbers are big-endian.
 */
const magic = 0x504a50;
/** The value in the field of the form, in parts from before the field existed. */
const formerMark = "1".charCodeAt(0);
const headerBytes = 32;
const level = 1;

export interface CopiedPart {
  /** The `formVersion` of the program that wrote it. 1 for parts from before version 3, whose form is unknown. */
  readonly form: number;
  readonly first: number;
  readonly last: number;
  readonly lastAtMs: number | null;
  /** Returns the records. Rejects when they were changed. */
  read(): Promise<Buffer>;
}

export async function encodePart({ first, last, lastAtMs, bytes }: JournalPart): Promise<Buffer> {
  const packed = await pack(bytes, { level });
  const header = Buffer.alloc(headerBytes);
  header.writeUIntBE(magic, 0, 3);
  header.writeUInt8(formVersion, 3);
  header.writeUInt32BE(packed.length, 4);
  header.writeDoubleBE(first, 8);
  header.writeDoubleBE(last, 16);
  header.writeDoubleBE(lastAtMs ?? Number.NaN, 24);
  return Buffer.concat([header, packed]);
}

/** Yields the complete parts of a file, in order. It omits a part whose process ended during the write. */
export async function* partsIn(path: string): AsyncGenerator<CopiedPart> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    for (let at = 0; at + headerBytes <= size; ) {
      const header = await readAt(file, at, headerBytes);
      const length = header.readUInt32BE(4);
      const start = at + headerBytes;
      if (header.readUIntBE(0, 3) !== magic || start + length > size) return;
      const mark = header.readUInt8(3);
      const lastAtMs = header.readDoubleBE(24);
      yield {
        form: mark === formerMark ? 1 : mark,
        first: header.readDoubleBE(8),
        last: header.readDoubleBE(16),
        lastAtMs: Number.isNaN(lastAtMs) ? null : lastAtMs,
        read: async () => unpack(await readAt(file, start, length)),
      };
      at = start + length;
    }
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead !== length) throw new Error(`Expected ${length} bytes, got ${bytesRead}`);
  return bytes;
}
