import type { Path } from "../codec/json/value-path.ts";
import { pathText, shownValue } from "../codec/json/value-path.ts";

/** Collects the mistakes of a start, one line each. It omits a second one at the same place or below it. */
export interface Mistakes {
  /** `place` is a flag, a variable or a path in the file. `allowed` completes "expected …". */
  add(place: string | Path, found: Found, allowed: string): void;
  /** Whether there is already a mistake at `path`, above it or below it. */
  has(path: Path): boolean;
  readonly lines: readonly string[];
}

/** The found value, or a sentence in place of a value that must not or cannot be shown. */
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
      const name = typeof place === "string" ? place : pathText(place) || "config";
      const problem = "problem" in found ? found.problem : `${shownValue(found.value)} is not allowed`;
      lines.push(`${name}: ${problem}; expected ${allowed}`);
    },
  };
}

const startsWith = (path: Path, start: Path): boolean => start.every((part, index) => path[index] === part);
