import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, constants as zlib } from "node:zlib";

/** More codings than this are of no use to anybody. */
const codingsMax = 3;
/** A part of a packed answer is unpacked as far as it goes. */
const partly = { finishFlush: zlib.Z_SYNC_FLUSH };

/**
 * Returns the first `bytesMax` bytes of an answer without the codings of its `Content-Encoding`. Bytes that are not what the header says stay
 * as they came, because some servers set the header alone.
 */
export async function unpackAnswer(answer: Buffer, contentEncoding: string, bytesMax: number): Promise<Buffer> {
  const codings = contentEncoding.toLowerCase().split(",", codingsMax);
  let bytes = answer;
  for (const coding of codings.reverse()) bytes = (await unpackOnce(bytes, coding.trim(), bytesMax)) ?? bytes;
  return bytes;
}

async function unpackOnce(bytes: Buffer, coding: string, bytesMax: number): Promise<Buffer | null> {
  const unpacking = createUnpacking(coding, bytes);
  if (unpacking === null) return null;
  const parts: Buffer[] = [];
  let length = 0;
  unpacking.end(bytes);
  try {
    // Leaving the loop early ends the work.
    for await (const part of unpacking) {
      parts.push(part);
      length += part.length;
      if (length >= bytesMax) break;
    }
  } catch {
    if (length === 0) return null;
  }
  return Buffer.concat(parts).subarray(0, bytesMax);
}

/** Source: RFC 9110, 8.4.1. */
function createUnpacking(coding: string, bytes: Buffer) {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return createGunzip(partly);
    case "deflate":
      // Some servers leave out the frame of zlib.
      return isZlib(bytes) ? createInflate(partly) : createInflateRaw(partly);
    case "br":
      return createBrotliDecompress({ finishFlush: zlib.BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}

const isZlib = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
