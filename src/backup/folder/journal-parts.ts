import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { crc32, gunzip, gzip } from "node:zlib";
import { formVersion } from "../../codec/proto/form-version.ts";
import { StoreError } from "../../ports/store-errors.ts";
import type { JournalPart } from "../../ports/store-images.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * A part of the journal in a file of copies. Its fields: magic, the form of its rows, the number of packed bytes, the numbers of
 * the first and the last record, the time of the last record, the CRC-32 of the four fields before it, and the
 * gzipped records. Numbers are big-endian. A wrong form is refused, or does no harm.
 */
const magic = Buffer.from("PJP");
const checkedAt = 4;
const crcAt = 32;
const headerBytes = 36;
const level = 1;

export interface CopiedPart {
  /** The `formVersion` of the program that wrote it. */
  readonly form: number;
  readonly first: number;
  readonly last: number;
  readonly lastAtMs: number;
  /** Returns the records. Rejects with StoreError when they were changed. */
  read(): Promise<Buffer>;
}

export async function encodePart({ first, last, lastAtMs, bytes }: JournalPart): Promise<Buffer> {
  const packed = await pack(bytes, { level });
  const header = Buffer.alloc(headerBytes);
  header.set(magic);
  header.writeUInt8(formVersion, 3);
  header.writeUInt32BE(packed.length, 4);
  header.writeDoubleBE(first, 8);
  header.writeDoubleBE(last, 16);
  header.writeDoubleBE(lastAtMs, 24);
  header.writeUInt32BE(crc32(header.subarray(checkedAt, crcAt)), crcAt);
  return Buffer.concat([header, packed]);
}

/**
 * Yields the complete parts of a file, in order. A part whose process ended during the write is left out. `onDamage` is called with a
 * sentence before the part that follows bytes which are no part, or at the end.
 */
export async function* partsIn(path: string, onDamage: (text: string) => void): AsyncGenerator<CopiedPart> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    for (let at = 0; at + headerBytes <= size; ) {
      const header = await readAt(file, at, headerBytes);
      const length = header.readUInt32BE(4);
      const start = at + headerBytes;
      if (!isHead(header) || start + length > size) {
        const rest = await readAt(file, at, size - at);
        const next = nextPart(rest);
        const follows = next === null ? "no whole part follows" : `the next whole part begins at byte ${at + next}`;
        if (next !== null || !isCut(rest)) onDamage(`${path} is damaged at byte ${at}: ${follows}`);
        if (next === null) return;
        at += next;
        continue;
      }
      const [first, last, lastAtMs] = [header.readDoubleBE(8), header.readDoubleBE(16), header.readDoubleBE(24)];
      yield {
        ...{ form: header.readUInt8(3), first, last, lastAtMs },
        async read() {
          try {
            return await unpack(await readAt(file, start, length));
          } catch (error) {
            const reason = error instanceof Error ? error.message : String(error);
            throw new StoreError(`${path} is damaged in its records ${first} to ${last}: ${reason}`, { cause: error });
          }
        },
      };
      at = start + length;
    }
  } finally {
    await file.close();
  }
}

const isHead = (header: Buffer): boolean =>
  header.subarray(0, magic.length).equals(magic) &&
  header.readUInt32BE(crcAt) === crc32(header.subarray(checkedAt, crcAt));

/** Where the next whole part begins in the rest of a file, or `null`. */
function nextPart(rest: Buffer): number | null {
  for (let at = rest.indexOf(magic, 1); at >= 0; at = rest.indexOf(magic, at + 1)) {
    const header = rest.subarray(at, at + headerBytes);
    if (header.length < headerBytes) return null;
    if (isHead(header) && at + headerBytes + header.readUInt32BE(4) <= rest.length) return at;
  }
  return null;
}

/** Whether a kill, or a crash of the machine, can have left these last bytes. */
const isCut = (rest: Buffer): boolean => isHead(rest.subarray(0, headerBytes)) || rest.every((byte) => byte === 0);

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead !== length) throw new Error(`Expected ${length} bytes, got ${bytesRead}`);
  return bytes;
}
