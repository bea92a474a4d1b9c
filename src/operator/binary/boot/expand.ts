import * as zlib from "node:zlib";
import type { Packing } from "../contents.ts";

/** Functions that a newer Node has: the types are those of the oldest supported version. */
interface Later {
  /** Since 22.15. */
  readonly zstdDecompressSync?: (bytes: NodeJS.ArrayBufferView) => Buffer;
}

/** Returns the decompressed bytes. Throws when this Node cannot decompress this format. */
export function expand(bytes: NodeJS.ArrayBufferView, packing: Packing): Buffer {
  if (packing === "brotli") return zlib.brotliDecompressSync(bytes);
  const { zstdDecompressSync } = zlib as Later;
  if (zstdDecompressSync === undefined) throw new Error(`Expected a Node that supports zstd, got ${process.version}.`);
  return zstdDecompressSync(bytes);
}
