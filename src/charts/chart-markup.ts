import type { Point, Rect } from "./chart-geometry.ts";
import type { Line } from "./chart-lines.ts";
import { glyphWidth, indentWidth, lineHeight, titleOf } from "./chart-lines.ts";
import { escapeXml } from "./chart-text.ts";

export const rectAttributes = ({ x, y, width, height }: Rect): string =>
  `x="${x}" y="${y}" width="${width}" height="${height}"`;

export const drawText = ({ x, y }: Point, look: string, text: string, attributes = ""): string =>
  `<text class="${look}" x="${x}" y="${y}"${attributes}>${escapeXml(text)}</text>`;

/** From the top of a line to the feet of its letters. */
const baseline = 13;

/**
 * One transition: a group with its names as data, `drawing` if it has an arrow, and its line. The mark before the line is seen while it is traced, so
 * that it is told by more than a colour.
 */
export function drawTransition(line: Line, at: Point, looks: readonly string[], drawing: string): string {
  const { source, event, index, kind, targets } = line.transition;
  const data = { source, event, index: String(index), target: targets.join(" ") };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeXml(value)}"`);
  return [
    `<g class="${["transition", kind, ...looks].join(" ")}"${attributes.join("")}>`,
    `<title>${escapeXml(titleOf(line.transition))}</title>`,
    drawing,
    drawMark(at),
    drawLine(line, at),
    "</g>\n",
  ].join("");
}

const drawMark = ({ x, y }: Point): string =>
  `<path class="mark" visibility="hidden" d="M${x - 8} ${y + 5}l5 4l-5 4z"/>`;

function drawLine({ glyph, isIndented, runs }: Line, at: Point): string {
  const x = at.x + (isIndented ? indentWidth : 0);
  const text = runs.map(({ text, look }) => `<tspan class="${look}">${escapeXml(text)}</tspan>`).join(" ");
  const spans =
    text === "" ? "" : `<text x="${x + (glyph === null ? 0 : glyphWidth)}" y="${at.y + baseline}">${text}</text>`;
  return `${glyph === null ? "" : drawGlyph[glyph](x + 6, at.y + 9)}${spans}`;
}

/** Around their middle, 12 pixels wide. */
const drawGlyph = {
  clock: (x: number, y: number): string =>
    `<path class="glyph" d="M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M${x} ${y - 3}V${y}L${x + 2} ${y + 1.5}"/>`,
  again: (x: number, y: number): string =>
    `<path class="glyph" d="M${x + 4} ${y - 2}a4.5 4.5 0 1 0 0.5 3M${x + 5} ${y - 5}v3.5h-3.5"/>`,
} as const;

/** Lines below each other. */
export const drawLines = (
  lines: readonly Line[],
  { x, y }: Point,
  drawing: (line: Line, at: Point) => string,
): string => lines.map((line, place) => drawing(line, { x, y: y + place * lineHeight })).join("");
