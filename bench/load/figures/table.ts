import type { Check, ScenarioResult, Verdict } from "../../scenarios/scenario.types.ts";
import { summarize } from "./statistics.ts";

export type Cells = readonly string[];

/** What a person reads after the run. */
export function renderResult(result: ScenarioResult): string {
  const blocks = [renderFigures(result)];
  if (result.verdicts.length > 0)
    blocks.push(align([["", "target", "measured", ""], ...result.verdicts.map(verdictCells)]));
  if (result.checks.length > 0) blocks.push(result.checks.map(renderCheck).join("\n"));
  if (result.profile.length > 0) blocks.push(result.profile.map((line) => `  ${line}`).join("\n"));
  return [result.title, ...blocks].join("\n");
}

function renderFigures({ columns, contestants }: ScenarioResult): string {
  const heading = ["", ...columns.map((column) => column.heading)];
  const rows = contestants.map(({ name, rounds }) => [
    name,
    ...columns.map((column) => renderValue(summarize(column, rounds), column.digits)),
  ]);
  return align([heading, ...rows]);
}

/** Not everybody has a value in every column. */
const renderValue = (value: number, digits: number): string => (Number.isNaN(value) ? "-" : value.toFixed(digits));

function outcomeOf({ isMet }: Verdict): string {
  if (isMet === null) return "";
  return isMet ? "ok" : "MISS";
}

const verdictCells = (verdict: Verdict): Cells => [verdict.name, verdict.target, verdict.measured, outcomeOf(verdict)];

const renderCheck = ({ name, detail, mistakes }: Check): string =>
  [`  ${name}: ${mistakes.length === 0 ? "ok" : "WRONG"}, ${detail}`, ...mistakes.map((line) => `    ${line}`)].join(
    "\n",
  );

/** The first column to the left, the others to the right. */
export function align(rows: readonly Cells[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const pad = (cell: string, at: number): string =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return rows.map((row) => `  ${row.map(pad).join("  ")}`.trimEnd()).join("\n");
}
