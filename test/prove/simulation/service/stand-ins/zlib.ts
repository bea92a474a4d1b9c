import * as real from "node:zlib";

export const { constants, crc32, brotliCompressSync, gzipSync, gunzipSync } = real;
export const { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } = real;

type Told = (error: Error | null, packed: Buffer) => void;

/** Runs in this thread, in the next turn. The real function uses another thread. */
export const brotliCompress = (bytes: Uint8Array, options: real.BrotliOptions, told: Told): void =>
  void setImmediate(() => told(null, brotliCompressSync(bytes, options)));

export function gzip(bytes: Uint8Array | string, ...rest: readonly unknown[]): void {
  const told = rest.at(-1) as Told;
  setImmediate(() => told(null, gzipSync(bytes)));
}
