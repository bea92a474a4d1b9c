import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { HeaderList } from "./failure-answer.ts";

/** The content coding of a body, by its HTTP name. Source: RFC 9110, section 8.4.1. */
export type Packing = "gzip" | "br";

/** Smaller bodies fit into one packet uncompressed. */
const bytesMin = 1_024;
/** Compressed at once, in less than a millisecond. A worker thread compresses larger bodies, so that the event loop is free. */
const atOnceBytesMax = 64 * 1_024;
/** Larger bodies are sent uncompressed, to save threads and memory for other requests. */
const bytesMax = 8 * 1_024 * 1_024;

/** Each answer is compressed once, so time matters more than the last byte. */
const gzipLevel = { level: 3 };
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export const isWorthPacking = (body: string | Uint8Array): boolean => body.length >= bytesMin;

/** The codings in `Accept-Encoding`, without those with `;q=0`. Source: RFC 9110, section 12.5.3. */
export const acceptedEncodings = (header: string): readonly string[] =>
  header
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(";", 1)[0]?.trim().toLowerCase() ?? "");

/** The compression for an answer that is built for each request; null when the client accepts none. */
export function packingFor(acceptEncoding: string): Packing | null {
  if (acceptEncoding === "") return null;
  const names = acceptedEncodings(acceptEncoding);
  if (names.includes("gzip")) return "gzip";
  return names.includes("br") ? "br" : null;
}

/** Calls back once, synchronously or later, with the compressed body, or null when the body must be sent uncompressed. */
export function pack(body: string | Uint8Array, packing: Packing, done: (packed: Uint8Array | null) => void): void {
  if (body.length > bytesMax) done(null);
  else if (body.length <= atOnceBytesMax)
    done(packing === "gzip" ? gzipSync(body, gzipLevel) : brotliCompressSync(body, brotliQuality));
  else {
    const take = (error: Error | null, packed: Uint8Array): void => done(error === null ? packed : null);
    if (packing === "gzip") gzip(body, gzipLevel, take);
    else brotliCompress(body, brotliQuality, take);
  }
}

const varies = ["Vary", "Accept-Encoding"] as const;

/**
 * Compresses a body in a form that its client accepts, or not at all (`null`), and adds the matching headers. Calls back as
 * `pack` does.
 */
export function packVaried(
  body: string | Uint8Array,
  packing: Packing | null,
  done: (body: string | Uint8Array, headers: HeaderList) => void,
): void {
  if (packing === null) done(body, varies);
  else
    pack(body, packing, (packed) =>
      packed === null ? done(body, varies) : done(packed, [...varies, "Content-Encoding", packing]),
    );
}
