import * as zlib from "node:zlib";
import type { Packing } from "../contents.ts";

/** What a Node of this version may offer; the types are those of the oldest one. */
interface Later {
  /** Since 22.15. */
  readonly zstdDecompressSync?: (bytes: NodeJS.ArrayBufferView) => Buffer;
}

/** The bytes that were packed. Throws where this Node does not know how. */
export function expand(bytes: NodeJS.ArrayBufferView, packing: Packing): Buffer {
  if (packing === "brotli") return zlib.brotliDecompressSync(bytes);
  const { zstdDecompressSync } = zlib as Later;
  if (zstdDecompressSync === undefined) throw new Error(`Expected a Node that knows zstd, got ${process.version}.`);
  return zstdDecompressSync(bytes);
}
