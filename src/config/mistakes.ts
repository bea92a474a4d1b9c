/** Where in the config file: keys and positions from the outside in. */
export type Path = readonly (string | number)[];

/** Collects every mistake of a start, one line each; a second one at the same place or below it is left out. */
export interface Mistakes {
  /** `place` is a flag, a variable or a path in the file; `allowed` completes "expected …". */
  add(place: string | Path, found: Found, allowed: string): void;
  /** Whether something at `path`, above it or below it is already known to be wrong. */
  has(path: Path): boolean;
  readonly lines: readonly string[];
}

/** What stands there: a value to show, or a sentence in place of one that may not or cannot be shown. */
export type Found = { readonly value: unknown } | { readonly problem: string };

export function createMistakes(): Mistakes {
  const lines: string[] = [];
  const paths: Path[] = [];
  return {
    lines,
    has: (path) => paths.some((other) => startsWith(other, path) || startsWith(path, other)),
    add(place, found, allowed) {
      if (typeof place !== "string") {
        if (paths.some((other) => startsWith(place, other))) return;
        paths.push(place);
      }
      const name = typeof place === "string" ? place : pathText(place);
      const problem = "problem" in found ? found.problem : `${shown(found.value)} is not allowed`;
      lines.push(`${name}: ${problem}; expected ${allowed}`);
    },
  };
}

/** `channels[0].webhookUrl`; the whole file is called `config`. */
export function pathText(path: Path): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");
  return text === "" ? "config" : text.replace(/^\./, "");
}

const startsWith = (path: Path, start: Path): boolean => start.every((part, index) => path[index] === part);

const shownCharactersMax = 100;

/** A value as a person may read it: what stands in an address in place of a password or behind a `?` is left out. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  const text = value.replace(/\/\/[^/@]*@/, "//***@").replace(/\?.*/s, "?***");
  return JSON.stringify(text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text);
}
