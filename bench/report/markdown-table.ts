import type { Cells } from "../load/figures/table.ts";

/** Escapes text so that it is shown unchanged. Source: CommonMark, backslash escapes; GFM, tables. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>|#~]/g, "\\$&").replace(/\s*\n\s*/g, " ");

/** The heading is the first row. The first `leftColumns` are aligned left, the other columns right. */
export function markdownTable([heading = [], ...rows]: readonly Cells[], leftColumns = 1): string {
  const line = (cells: Cells): string => `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  const rule = heading.map((_, at) => (at < leftColumns ? "---" : "---:"));
  return [line(heading), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}
