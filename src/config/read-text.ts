import { readFileSync } from "node:fs";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns the text of a file without its byte-order mark. Blocks. Throws the system's error, or an error for a file that is not UTF-8. */
export function readText(file: string): string {
  const bytes = readFileSync(file);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Error("it is not valid UTF-8");
  }
}
