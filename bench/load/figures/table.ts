import type { Check, ScenarioResult, Verdict } from "../../scenarios/scenario.types.ts";
import { budgetRows, describeSharedCore } from "../profile/budget.ts";
import type { Profiled } from "../profile/profile.ts";
import { summarize } from "./statistics.ts";

export type Cells = readonly string[];

/** Returns the text that is printed after the run. */
export function renderResult(result: ScenarioResult): string {
  const blocks = [align(figureRows(result))];
  if (result.verdicts.length > 0) blocks.push(align(verdictRows(result.verdicts)));
  if (result.checks.length > 0) blocks.push(result.checks.map(renderCheck).join("\n"));
  blocks.push(...result.profile.map(renderProfile));
  return [result.title, ...blocks].join("\n");
}

/** The rows of the table; the first row is the heading. */
export function figureRows({ columns, contestants }: ScenarioResult): readonly Cells[] {
  const heading = ["", ...columns.map((column) => column.heading)];
  const rows = contestants.map(({ name, rounds }) => [
    name,
    ...columns.map((column) => renderValue(summarize(column, rounds), column.digits)),
  ]);
  return [heading, ...rows];
}

/** Some contestants have no value in some columns. */
const renderValue = (value: number, digits: number): string => (Number.isNaN(value) ? "-" : value.toFixed(digits));

function outcomeOf({ isMet }: Verdict): string {
  if (isMet === null) return "";
  return isMet ? "ok" : "MISS";
}

/** The rows of the table; the first row is the heading. */
export const verdictRows = (verdicts: readonly Verdict[]): readonly Cells[] => [
  ["", "target", "measured", ""],
  ...verdicts.map((verdict) => [verdict.name, verdict.target, verdict.measured, outcomeOf(verdict)]),
];

const renderCheck = ({ name, detail, mistakes }: Check): string =>
  [`  ${name}: ${mistakes.length === 0 ? "ok" : "WRONG"}, ${detail}`, ...mistakes.map((line) => `    ${line}`)].join(
    "\n",
  );

const renderProfile = ({ name, budget, lines }: Profiled): string =>
  [
    `  ${name}, under the profiler`,
    align(budgetRows(budget)),
    ...[describeSharedCore(budget), ...lines].filter((line) => line !== "").map((line) => `  ${line}`),
  ].join("\n");

/** Aligns the first column to the left, the others to the right. */
export function align(rows: readonly Cells[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const pad = (cell: string, at: number): string =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return rows.map((row) => `  ${row.map(pad).join("  ")}`.trimEnd()).join("\n");
}
