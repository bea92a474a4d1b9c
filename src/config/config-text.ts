import { parse } from "lossless-json";
import type { Mistakes } from "./mistakes.ts";
import { readText } from "./read-text.ts";
import { reasonOf } from "./reason.ts";

/** Reads the config file as an unchecked value. Returns `undefined` when that fails, with an entry in `mistakes`. */
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

/** Converts the parser's position to a line, which a person can find. */
function whereAndWhat(text: string, error: unknown): string {
  const [, what, position] = /^(.*) at position (\d+)$/s.exec(reasonOf(error)) ?? [];
  if (what === undefined) return `is not JSON (${reasonOf(error)})`;
  const before = text.slice(0, Number(position)).split("\n");
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}: ${what}`;
}
