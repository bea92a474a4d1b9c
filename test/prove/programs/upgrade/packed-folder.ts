import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { PackedFile } from "../../../../src/demo/operator/unpack-folder.ts";

/** Files that belong to the running process and not to the stored data. */
const leftOut: ReadonlySet<string> = new Set(["lock.mdb", "operator.json", "owner.sock"]);

/** Packs a folder: one line of JSON that lists the files, then their bytes, all compressed together. */
export function packFolder(folder: string): Buffer {
  const files: PackedFile[] = [];
  const parts: Buffer[] = [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !leftOut.has(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.sort()) {
    const bytes = readFileSync(path);
    const part = withoutZerosAtEnd(bytes);
    files.push({ path: path.slice(folder.length + 1), packed: part.length, length: bytes.length });
    parts.push(part);
  }
  const whole = Buffer.concat([Buffer.from(`${JSON.stringify(files)}\n`), ...parts]);
  return brotliCompressSync(whole, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length },
  });
}

function withoutZerosAtEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}
