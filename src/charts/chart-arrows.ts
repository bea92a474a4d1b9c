import type { ChartForm } from "./chart.types.ts";
import { foldedArrow } from "./chart-fold.ts";
import type { Places, Rect } from "./chart-geometry.ts";
import { cutOut, headOf, pathAlong } from "./chart-geometry.ts";
import { labelInset } from "./chart-graph.ts";
import { drawFolded, drawLines, drawTransition } from "./chart-markup.ts";
import type { PlannedArrow, Way } from "./chart-plan.ts";

/**
 * An arrow, with a group for each of its transitions. Each group draws the whole arrow, so that each can be highlighted; all but the first
 * are hidden until then.
 */
export function drawArrow({ ways, lines }: PlannedArrow, places: Places, form: ChartForm): string {
  const label = places.labels.get(ways[0]?.id ?? "");
  const drawing = (looks: string): string => ways.map((way) => drawWay(way, places, label, looks)).join("");
  if (lines.length === 0) return `<g class="beginning">${drawing("")}</g>\n`;
  const at = { x: (label?.x ?? 0) + labelInset.left, y: (label?.y ?? 0) + labelInset.y };
  if (form === "folded")
    return drawFolded(lines, foldedArrow(lines), at, (line) => drawing(line === lines[0] ? "" : " shared"));
  return drawLines(lines, at, (line, lineAt) =>
    drawTransition(line, lineAt, [], drawing(line === lines[0] ? "" : " shared")),
  );
}

function drawWay({ id, isUpward }: Way, places: Places, label: Rect | undefined, looks: string): string {
  const route = places.routes.get(id) ?? [];
  const { head, rest } = headOf(isUpward ? route.toReversed() : route);
  const data = cutOut(rest, label).map(pathAlong).join("");
  const hidden = looks === "" ? "" : ' visibility="hidden"';
  return `<path class="arrow${looks}"${hidden} d="${data}"/><path class="head${looks}"${hidden} d="${head}"/>`;
}
