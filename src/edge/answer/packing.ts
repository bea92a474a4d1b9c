import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { HeaderList } from "./failure-answer.ts";

/** How a body goes over the wire, by the names of HTTP. Source: RFC 9110, section 8.4.1. */
export type Packing = "gzip" | "br";

/** Less fits into one packet as it is. */
const bytesMin = 1_024;
/** Packed at once: it takes less than a millisecond. Larger ones are packed by a thread, so that nobody waits for them. */
const atOnceBytesMax = 64 * 1_024;
/** Larger ones go out as they are: threads and memory are for others too. */
const bytesMax = 8 * 1_024 * 1_024;

/** Made for one answer alone: little time counts for more than the last byte. */
const gzipLevel = { level: 3 };
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export const isWorthPacking = (body: string | Uint8Array): boolean => body.length >= bytesMin;

/** What `Accept-Encoding` names, but for what it refuses by `;q=0`. Source: RFC 9110, section 12.5.3. */
export const acceptedEncodings = (header: string): readonly string[] =>
  header
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(";", 1)[0]?.trim().toLowerCase() ?? "");

/** The packing for an answer that is made anew each time; null when the client takes none. */
export function packingFor(acceptEncoding: string): Packing | null {
  if (acceptEncoding === "") return null;
  const names = acceptedEncodings(acceptEncoding);
  if (names.includes("gzip")) return "gzip";
  return names.includes("br") ? "br" : null;
}

/** Calls back once, at once or later: with the packed body, or null where it is to go out as it is. */
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

/** The body of an answer that each client gets packed as it takes it, `null` for not at all, and the headers that say so. Calls back as `pack` does. */
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
