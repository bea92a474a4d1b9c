import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";

/**
 * How much of a refused body is read and discarded, as a multiple of the bound. A connection that is closed while
 * its client still sends is reset, and the client may never see the answer.
 */
const discardFactor = 16;

export const discardBytesMax = (bytesMax: number): number => bytesMax * discardFactor;

export const payloadTooLarge = (bytesMax: number): ReturnType<typeof fail> =>
  fail("payload_too_large", `The request body is larger than ${bytesMax} bytes.`);

/**
 * Collects a body and calls back once, with the complete body, or with `payload_too_large` if it exceeds the bound. At most
 * `bytesMax` bytes are in memory. Call it before the request handler returns. `isWholeRead` is true if the client has sent the
 * complete body.
 */
export function readBody(
  response: HttpResponse,
  bytesMax: number,
  onBody: (body: Result<Uint8Array>, isWholeRead: boolean) => void,
): void {
  let held: Uint8Array = new Uint8Array(0);
  let bytes = 0;
  let isDone = false;
  response.onData((chunk, isLast) => {
    if (isDone) return;
    const before = bytes;
    bytes += chunk.byteLength;
    if (bytes > bytesMax) held = new Uint8Array(0);
    else if (chunk.byteLength > 0) held = append(held, before, chunk, bytesMax);
    if (!isLast && bytes <= discardBytesMax(bytesMax)) return;
    isDone = true;
    onBody(bytes <= bytesMax ? ok(held.subarray(0, bytes)) : payloadTooLarge(bytesMax), isLast);
  });
}

/** Copies the chunk, because its memory is reused after the call. A single chunk is copied only once. */
function append(held: Uint8Array, heldBytes: number, chunk: ArrayBuffer, bytesMax: number): Uint8Array {
  const bytes = heldBytes + chunk.byteLength;
  if (heldBytes === 0) return Buffer.from(new Uint8Array(chunk));
  let room = held;
  if (room.length < bytes) {
    room = Buffer.allocUnsafe(Math.min(Math.max(bytes, held.length * 2), bytesMax));
    room.set(held.subarray(0, heldBytes));
  }
  room.set(new Uint8Array(chunk), heldBytes);
  return room;
}

/** `readBodyFraming` found no sign of a body. */
export const NO_BODY = 0;
/** The length is known only after the last chunk. */
export const CHUNKED_BODY = -1;
/** A proxy in front could see other request borders than this server: refuse and close. */
export const AMBIGUOUS_BODY = -2;

const lengthDigitsMax = 15;

/**
 * The declared body length in bytes, or one of the constants above. uWebSockets.js uses the first of
 * several lengths and treats any transfer coding as `chunked`, so this function checks both.
 * Source: RFC 9112, sections 6.3 and 7.
 */
export function readBodyFraming(request: HttpRequest, isBodyUsual: boolean): number {
  const length = request.getHeader("content-length");
  const coding = request.getHeader("transfer-encoding");
  // An empty value reads like an absent header; only a loop over all headers can distinguish them.
  if (length === "" && coding === "" && !isBodyUsual) return NO_BODY;
  let lengths = 0;
  let codings = 0;
  request.forEach((name) => {
    if (name === "content-length") lengths += 1;
    else if (name === "transfer-encoding") codings += 1;
  });
  if (lengths + codings === 0) return NO_BODY;
  if (lengths + codings > 1) return AMBIGUOUS_BODY;
  if (codings === 1) return coding.toLowerCase() === "chunked" ? CHUNKED_BODY : AMBIGUOUS_BODY;
  return length.length <= lengthDigitsMax && /^[0-9]+$/.test(length) ? Number(length) : AMBIGUOUS_BODY;
}
