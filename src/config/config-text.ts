import { parse } from "lossless-json";
import type { Mistakes } from "./mistakes.ts";
import { readText } from "./read-text.ts";
import { reasonOf } from "./reason.ts";

/** The config file as a value nobody has checked; `undefined`, with a line in `mistakes`, when there is none. */
export function readConfigText(file: string, mistakes: Mistakes): unknown {
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    mistakes.add("config file", { problem: `${file} cannot be read (${reasonOf(error)})` }, "a file");
    return undefined;
  }
  try {
    return parse(text, undefined, Number);
  } catch (error) {
    mistakes.add("config file", { problem: `${file} ${whereAndWhat(text, error)}` }, "JSON");
    return undefined;
  }
}

/** The parser names a position; a person looks for a line. */
function whereAndWhat(text: string, error: unknown): string {
  const [, what, position] = /^(.*) at position (\d+)$/s.exec(reasonOf(error)) ?? [];
  if (what === undefined) return `is not JSON (${reasonOf(error)})`;
  const before = text.slice(0, Number(position)).split("\n");
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}: ${what}`;
}
