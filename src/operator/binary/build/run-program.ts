import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);
const outputBytesMax = 16 * 1024 * 1024;

/** Runs a program to its end and returns its output. Rejects with the whole output when the program fails. */
export async function ask(program: string, words: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, [...words], { maxBuffer: outputBytesMax });
  return stdout.trim();
}
