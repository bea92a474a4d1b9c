import type { Result } from "tap-parser";
import { Parser } from "tap-parser";

export interface TestFailure {
  /** File and tests around the failed assert, outermost first. */
  readonly path: readonly string[];
  readonly details: string;
}

export interface FileTally {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly durationMs: number;
}

export interface Tally {
  passed: number;
  readonly failures: TestFailure[];
  readonly skipped: string[];
}

/**
 * Counts the asserts of a TAP stream that holds one subtest for each file. A subtest's own summary counts only
 * when it failed although no assert in it did: a crash, a timeout, a plan that was not kept, or no assert at all.
 */
export function createTally(onFile: (file: FileTally) => void): { readonly parser: Parser; readonly tally: Tally } {
  const tally: Tally = { passed: 0, failures: [], skipped: [] };
  const parser = new Parser();
  follow(parser, [], tally, onFile);
  parser.on("bailout", (reason: string) => {
    tally.failures.push({ path: ["bail out"], details: reason });
  });
  return { parser, tally };
}

function follow(parser: Parser, path: readonly string[], tally: Tally, onFile: (file: FileTally) => void): void {
  let before = { passed: 0, failed: 0, skipped: 0 };
  let inside = false;
  parser.on("child", (child: Parser) => {
    inside = true;
    before = { passed: tally.passed, failed: tally.failures.length, skipped: tally.skipped.length };
    follow(child, [...path, child.name], tally, onFile);
  });
  parser.on("assert", (result: Result) => {
    const here = [...path, result.name];
    if (!inside) {
      countAssert(result, here, tally);
      return;
    }
    inside = false;
    const hasAsserts =
      tally.passed + tally.failures.length + tally.skipped.length > before.passed + before.failed + before.skipped;
    if (!result.ok && tally.failures.length === before.failed) {
      tally.failures.push({ path: here, details: detailsOf(result) });
    } else if (result.ok && !hasAsserts) {
      tally.failures.push({ path: here, details: "Expected at least one assert, got none." });
    }
    if (path.length > 0) return;
    onFile({
      file: result.name,
      passed: tally.passed - before.passed,
      failed: tally.failures.length - before.failed,
      durationMs: result.time ?? 0,
    });
  });
}

function countAssert(result: Result, path: readonly string[], tally: Tally): void {
  if (result.skip !== false || result.todo !== false) tally.skipped.push(path.join(" > "));
  else if (result.ok) tally.passed += 1;
  else tally.failures.push({ path, details: detailsOf(result) });
}

function detailsOf(result: Result): string {
  const diag: unknown = result.diag;
  if (typeof diag !== "object" || diag === null) return result.tapError ?? "No details were given.";
  const lines: string[] = [];
  for (const [key, value] of Object.entries(diag)) {
    if (key === "source" || value === null || value === undefined) continue;
    const text = typeof value === "string" ? value.trimEnd() : JSON.stringify(value);
    lines.push(text.includes("\n") ? `${key}:\n${indent(text)}` : `${key}: ${text}`);
  }
  return lines.join("\n");
}

const indent = (text: string): string => text.replace(/^/gm, "  ");
