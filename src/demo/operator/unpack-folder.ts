import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** An entry of the list before the bytes of the files. The lengths say where each file begins. */
export interface PackedFile {
  readonly path: string;
  /** The number of packed bytes. After them, the file has zeros up to its length. */
  readonly packed: number;
  readonly length: number;
}

/** Unpacks the folder. Zeros at the end of a file become a hole. */
export function unpackFolder(packed: Buffer, folder: string): void {
  const whole = brotliDecompressSync(packed);
  const head = whole.indexOf("\n");
  const files: readonly PackedFile[] = JSON.parse(whole.toString("utf8", 0, head));
  let start = head + 1;
  for (const { path, packed: bytes, length } of files) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    writeFileSync(to, whole.subarray(start, start + bytes), { mode: 0o600 });
    truncateSync(to, length);
    start += bytes;
  }
}
