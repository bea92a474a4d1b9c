import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns the text of a file without its byte-order mark. Blocks. Throws like `readWhole`, or an error for a file that is not UTF-8. */
export function readText(file: string): string {
  const bytes = readWhole(file, textBytesMax);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Error("it is not valid UTF-8");
  }
}

/** Config files, secrets and certificates are far smaller. */
export const textBytesMax = 16 * 1024 ** 2;

/**
 * Returns the bytes of a file. Blocks, but never for a pipe or a device, which may have no end. Throws the system's error, or an error for
 * what is no file or is longer.
 */
export function readWhole(file: string, bytesMax: number): Buffer {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(handle);
    if (!found.isFile()) throw new Error(found.isDirectory() ? "it is a folder" : "it is a device or a pipe");
    if (found.size > bytesMax) throw new Error(`it has ${found.size} bytes, more than ${bytesMax}`);
    const bytes = Buffer.alloc(found.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(handle, bytes, length, bytes.length - length, length);
    return bytes.subarray(0, length);
  } finally {
    closeSync(handle);
  }
}
