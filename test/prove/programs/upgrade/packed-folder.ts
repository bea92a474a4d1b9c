import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** An entry of the list before the bytes of the files. The lengths say where each file begins. */
interface PackedFile {
  readonly path: string;
  /** The number of packed bytes. After them, the file has zeros up to its length. */
  readonly packed: number;
  readonly length: number;
}

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
