import { foldedLineHeight } from "./chart-fold.ts";
import type { Point, Rect } from "./chart-geometry.ts";
import type { Line } from "./chart-lines.ts";
import { glyphWidth, indentWidth, lineHeight, titleOf } from "./chart-lines.ts";
import { escapeXml, widthOf } from "./chart-text.ts";

export const rectAttributes = ({ x, y, width, height }: Rect): string =>
  `x="${x}" y="${y}" width="${width}" height="${height}"`;

export const drawText = ({ x, y }: Point, look: string, text: string, attributes = ""): string =>
  `<text class="${look}" x="${x}" y="${y}"${attributes}>${escapeXml(text)}</text>`;

/** From the top of a line to the baseline of its text. */
const baseline = 13;

/**
 * One transition: a group with its names as data, `drawing` if it has an arrow, and its line. The mark before the line is visible while the
 * transition is traced, so that colour is not the only sign.
 */
export function drawTransition(
  line: Line,
  at: Point,
  looks: readonly string[],
  drawing: string,
  hasText = true,
): string {
  const { source, event, index, kind, targets } = line.transition;
  const data = { source, event, index: String(index), target: targets.join(" ") };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeXml(value)}"`);
  return [
    `<g class="${["transition", kind, ...looks].join(" ")}"${attributes.join("")}>`,
    `<title>${escapeXml(titleOf(line.transition))}</title>`,
    drawing,
    drawMark(at),
    hasText ? drawLine(line, at) : "",
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

/** Centred, 12 pixels wide. */
const drawGlyph = {
  clock: (x: number, y: number): string =>
    `<path class="glyph" d="M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M${x} ${y - 3}V${y}L${x + 2} ${y + 1.5}"/>`,
  again: (x: number, y: number): string =>
    `<path class="glyph" d="M${x + 4} ${y - 2}a4.5 4.5 0 1 0 0.5 3M${x + 5} ${y - 5}v3.5h-3.5"/>`,
} as const;

/** In a folded chart one text replaces all of the transitions: each keeps its own mark before the text. */
export const drawFolded = (
  lines: readonly Line[],
  texts: readonly string[],
  { x, y, anchor }: Point & { readonly anchor?: string },
  drawing: (line: Line) => string,
  looks: readonly string[] = [],
): string => {
  const width = Math.max(0, ...texts.map((text) => widthOf(text, "foldedLine")));
  const left = anchor === undefined ? x : x - width / 2;
  return [
    `<g class="bundle"><title>${escapeXml(titleOfAll(lines))}</title>`,
    ...texts.map((text, place) => drawText({ x, y: y + place * foldedLineHeight + 14 }, "folded", text, anchor)),
    ...lines.map((line) => drawTransition(line, { x: left, y: y + 1 }, looks, drawing(line), false)),
    "</g>\n",
  ].join("");
};

const titledMax = 12;

function titleOfAll(lines: readonly Line[]): string {
  const titles = lines.slice(0, titledMax).map(({ transition }) => titleOf(transition));
  return [...titles, ...(lines.length > titledMax ? [`and ${lines.length - titledMax} more`] : [])].join("\n");
}

/** Draws lines below each other. */
export const drawLines = (
  lines: readonly Line[],
  { x, y }: Point,
  drawing: (line: Line, at: Point) => string,
): string => lines.map((line, place) => drawing(line, { x, y: y + place * lineHeight })).join("");
