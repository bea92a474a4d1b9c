import type { FinalResults, Result } from "tap-parser";
import { Parser } from "tap-parser";

export interface TestFailure {
  /** The file and the tests around the failed assert, outermost first. */
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
  /** The passed asserts of each file that ended. */
  readonly files: Map<string, number>;
  failures: TestFailure[];
  readonly skipped: string[];
}

/** The state that all levels of a stream share. */
interface Following {
  readonly tally: Tally;
  readonly onFile: (file: FileTally) => void;
  /** The innermost of the tests that just ended whose own lines are incomplete. */
  broken: TestFailure | null;
}

/**
 * Counts the asserts of a TAP stream that contains one subtest for each file. A subtest's own summary counts only if it failed
 * although no assert in it failed: a crash, a timeout, or no assert at all. It also counts if the subtest is reported as passed
 * but its plan is missing or was not fulfilled. Then its output was cut off.
 */
export function createTally(onFile: (file: FileTally) => void): { readonly parser: Parser; readonly tally: Tally } {
  const tally: Tally = { passed: 0, files: new Map(), failures: [], skipped: [] };
  const parser = new Parser();
  follow(parser, [], { tally, onFile, broken: null });
  return { parser, tally };
}

function follow(parser: Parser, path: readonly string[], following: Following): void {
  const { tally, onFile } = following;
  let before = { passed: 0, failed: 0, skipped: 0 };
  let inside: readonly string[] | null = null;
  parser.on("child", (child: Parser) => {
    const within = [...path, child.name];
    inside = within;
    before = { passed: tally.passed, failed: tally.failures.length, skipped: tally.skipped.length };
    child.on("complete", (results: FinalResults) => {
      if (!results.ok) following.broken ??= { path: within, details: breachOf(results) };
    });
    follow(child, within, following);
  });
  parser.on("assert", (result: Result) => {
    const here = [...path, result.name];
    if (inside === null) {
      countAssert(result, here, tally);
      return;
    }
    inside = null;
    const { broken } = following;
    following.broken = null;
    const hasAsserts =
      tally.passed + tally.failures.length + tally.skipped.length > before.passed + before.failed + before.skipped;
    if (tally.failures.length === before.failed) {
      if (!result.ok) tally.failures.push({ path: here, details: detailsOf(result) });
      else if (broken !== null) tally.failures.push(broken);
      else if (!hasAsserts) tally.failures.push({ path: here, details: "Expected at least one assert, got none." });
    }
    if (path.length > 0) return;
    const passed = tally.passed - before.passed;
    tally.files.set(result.name, passed);
    onFile({
      file: result.name,
      passed,
      failed: tally.failures.length - before.failed,
      durationMs: result.time ?? 0,
    });
  });
  if (path.length > 0) return;
  parser.on("bailout", (reason: string) => {
    tally.failures.push({ path: [...(inside ?? []), "bail out"], details: reason });
  });
}

/** Describes how the lines of a failed test differ from its plan. It is reported only if no assert of the test failed. */
function breachOf({ count, plan, failures }: FinalResults): string {
  if (plan.start === null || plan.end === null)
    return `Expected a plan, such as 1..${count}, got none: the rest is cut.`;
  const planned = plan.end - plan.start + 1;
  if (count !== planned) return `Expected ${planned} results by the plan ${plan.start}..${plan.end}, got ${count}.`;
  const errors = failures.map(({ tapError }) => tapError).filter((error) => error !== null);
  return `Expected lines that keep the plan ${plan.start}..${plan.end}, got: ${errors.join(", ")}.`;
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
