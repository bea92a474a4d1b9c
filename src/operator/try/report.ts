import { toWellFormed } from "../../codec/text/text.ts";
import type { Finding } from "./checks.ts";

const outcomeWidth = 8;
const ruleWidth = 8;

/** The lines of a finding on the terminal. */
export function linesOf({ rule, does, expects, judged, durationMs }: Finding): readonly string[] {
  const start = `${judged.outcome.padEnd(outcomeWidth)} ${rule.padEnd(ruleWidth)} ${does}`;
  const head = `${start}: ${expects}`;
  const more = (...lines: readonly string[]): readonly string[] => lines.map((line) => `${indent}${plain(line)}`);
  switch (judged.outcome) {
    case "passed":
      return [`${head} (${durationMs} ms)`, ...(judged.note === null ? [] : more(`note: ${judged.note}`))];
    case "failed":
      return [head, ...more(`expected ${expects}`, `came ${judged.came}`, `after ${judged.request}`)];
    case "skipped":
      return [`${start}: ${judged.reason}`];
  }
}

const indent = " ".repeat(outcomeWidth + ruleWidth + 2);

/** Replaces characters that a terminal would obey. What came is from outside. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, "\uFFFD");

/** The last line. Names each rule that failed once. */
export function summaryOf(surface: string, findings: readonly Finding[], checks: number): string {
  const count = (outcome: Finding["judged"]["outcome"]): number =>
    findings.filter(({ judged }) => judged.outcome === outcome).length;
  const rules = new Set(findings.filter(({ judged }) => judged.outcome === "failed").map(({ rule }) => rule));
  const broken = rules.size === 0 ? "" : ` (${[...rules].join(", ")})`;
  const left = checks - findings.length;
  const stopped = left === 0 ? "" : ` Stopped before ${left} more.`;
  return `${surface}: ${count("passed")} passed, ${count("failed")} failed${broken}, ${count("skipped")} not tried.${stopped}`;
}

/** One suite of JUnit, with a case for each check. */
export function toJunit(surface: string, findings: readonly Finding[]): string {
  const count = (outcome: Finding["judged"]["outcome"]): number =>
    findings.filter(({ judged }) => judged.outcome === outcome).length;
  const totalMs = findings.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const counts = attributes({
    tests: findings.length,
    failures: count("failed"),
    errors: 0,
    skipped: count("skipped"),
    time: totalMs / 1_000,
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="parley try"${counts}>`,
    `  <testsuite${attributes({ name: surface })}${counts}>`,
    ...findings.map((finding) => caseOf(surface, finding)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseOf(surface: string, { rule, does, expects, judged, durationMs }: Finding): string {
  const named = { classname: `${surface}.${rule}`, name: `${rule} ${does}: ${expects}`, time: durationMs / 1_000 };
  const head = `    <testcase${attributes(named)}`;
  switch (judged.outcome) {
    case "passed":
      return `${head}/>`;
    case "failed": {
      const text = `expected ${expects}\ncame ${judged.came}\nafter ${judged.request}`;
      return `${head}><failure${attributes({ type: rule, message: judged.came })}>${escapeXml(text)}</failure></testcase>`;
    }
    case "skipped":
      return `${head}><skipped${attributes({ message: judged.reason })}/></testcase>`;
  }
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");

const entities: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };

/** XML 1.0 has no form for most control characters, and none for halves of characters. */
const escapeXml = (text: string): string =>
  toWellFormed(text)
    .replace(/[<>&"]/g, (character) => entities[character] ?? "")
    .replace(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, "\uFFFD");
