import type { PartResult } from "./run-parts.ts";

const heads = ["part", "promise", "what was tried", "how often", "lost", "repeat it with"] as const;
const failureCharactersMax = 400;

/** Renders the table as Markdown with aligned columns. */
export function renderTable(results: readonly PartResult[]): string {
  const lines = results.flatMap((result) => {
    const rows = result.rows.map(({ promise, tried, count, unit, lost, replay, remark }) => [
      result.part,
      promise,
      remark === undefined ? tried : `${tried} (${remark})`,
      `${count.toLocaleString("en")} ${unit}`,
      lost === 0 ? "nothing" : `${lost.toLocaleString("en")} LOST`,
      `\`${replay}\``,
    ]);
    if (result.failure === null) return rows;
    return [...rows, [result.part, "-", short(result.failure), "-", "FAILED", "-"]];
  });
  const cells = lines.map((line) => line.map((cell) => cell.replaceAll("\n", " ").replaceAll("|", "/")));
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map((line) => line[at]?.length ?? 0)));
  const draw = (line: readonly string[]): string =>
    `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [draw(heads), rule, ...cells.map(draw)].join("\n");
}

const short = (text: string): string =>
  text.length <= failureCharactersMax ? text : `${text.slice(0, failureCharactersMax)}…`;
