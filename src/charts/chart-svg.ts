import type { ElkExtendedEdge, ElkNode, ElkShape } from "elkjs/lib/elk-api.js";
import type { ChartForm, ChartState } from "./chart.types.ts";
import { foldedArrow, foldedLineHeight, foldedLines, foldedNames } from "./chart-fold.ts";
import { anySize, anyWord, frameHeadHeight, headHeight, labelInset, sizes } from "./chart-graph.ts";
import type { Line } from "./chart-lines.ts";
import { glyphWidth, indentWidth, lineHeight, notesOf, titleOf } from "./chart-lines.ts";
import type { ChartPlan, PlannedArrow, PlannedState, Way } from "./chart-plan.ts";
import { chartStyle, foldedChartStyle } from "./chart-style.ts";
import { escapeXml, shorten, widthOf } from "./chart-text.ts";

const margins = { unfolded: 16, folded: 16, near: 8 } as const;

/**
 * The picture of a chart that was laid out: a complete SVG, without a script or an external reference. States are `g.state[data-state]`
 * inside each other, transitions `g.transition` with `data-source`, `data-event`, `data-index` and `data-target`; `is-current` and
 * `is-visited` highlight a state, `is-traced` a transition.
 */
export function drawChart(plan: ChartPlan, laidOut: ElkNode): string {
  const places = placesOf(laidOut);
  const { width, height } = places.nodes.get(laidOut.id) ?? nowhere;
  const { form } = plan;
  const margin = margins[form];
  const paper = { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin };
  const { machine, root, transitions } = plan.model;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="${looksOf[form]}" data-machine="${escapeXml(machine)}" role="img"`,
    ` viewBox="${paper.x} ${paper.y} ${paper.width} ${paper.height}" width="${paper.width}" height="${paper.height}">\n`,
    `<title>${escapeXml(shorten(machine))}: the chart of its states</title>`,
    `<desc>${count(countStates(root), "state")}, ${count(transitions.length, "transition")}.</desc>\n`,
    `<style>${form === "unfolded" ? chartStyle : foldedChartStyle}</style>\n`,
    `<rect class="paper" ${rectAttributes(paper)} rx="8"/>\n`,
    ...plan.arrows.map((arrow) => drawArrow(arrow, places, form)),
    drawState(plan.root, false, { places, form }),
    "</svg>\n",
  ].join("");
}

const looksOf = { unfolded: "chart", folded: "chart folded", near: "chart folded near" } as const;

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Counts the states inside this one. */
const countStates = ({ children }: ChartState): number =>
  children.reduce((sum, child) => sum + 1 + countStates(child), 0);

const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? "" : "s"}`;

interface Drawn {
  readonly places: Places;
  readonly form: ChartForm;
}

function drawState(planned: PlannedState, isRegion: boolean, drawn: Drawn): string {
  const { places, form } = drawn;
  const { id, state, children, dotId } = planned;
  const rect = places.nodes.get(id) ?? nowhere;
  const dot = dotId === null ? undefined : places.nodes.get(dotId);
  const looks = ["state", state.kind, children.length > 0 ? "frame" : "leaf"];
  if (isRegion && state.kind !== "history") looks.push("region");
  return [
    `<g class="${looks.join(" ")}" data-state="${escapeXml(state.path)}">`,
    `<title>${escapeXml(describe(state))}</title>`,
    state.kind === "history" ? drawHistory(state, rect) : drawBox(planned, rect, form),
    drawInside(planned, rect, drawn),
    dot === undefined ? "" : drawDot(dot),
    "\n",
    ...children.map((child) => drawState(child, state.kind === "parallel", drawn)),
    "</g>\n",
  ].join("");
}

const titleCharactersMax = 1_000;

/** All details of a state, which are shown while a pointer is on it. */
function describe(state: ChartState): string {
  const { path, name, kind, description, entry, exit, invokes, tags } = state;
  const lists = { entry, exit, runs: invokes, tags };
  const parts = Object.entries(lists).filter(([, names]) => names.length > 0);
  return [
    `${path === "" ? name : path}${kind === "atomic" ? "" : ` (${kind})`}`,
    ...parts.map(([word, names]) => `${word}: ${names.join(", ")}`),
    ...(description === "" ? [] : [description]),
  ]
    .join("\n")
    .slice(0, titleCharactersMax);
}

const boxOf = (rect: Rect, radius: number): string => `<rect class="box" ${rectAttributes(rect)} rx="${radius}"/>`;

const doubled = 4;

/** The box of a state with its name and its notes. */
function drawBox(planned: PlannedState, rect: Rect, form: ChartForm): string {
  const { state, children } = planned;
  const { x, y, width, height } = rect;
  const inner = { x: x + doubled, y: y + doubled, width: width - 2 * doubled, height: height - 2 * doubled };
  const isFolded = form !== "unfolded";
  const isCentred = children.length === 0 && (isFolded || planned.lines.length === 0);
  const left = isCentred ? x + width / 2 : x + sizes.insetX;
  const anchor = isCentred ? ' text-anchor="middle"' : "";
  // Arrows may pass under the name of a state that contains other states, so the name gets an outline.
  const attributes = children.length > 0 ? ' paint-order="stroke" stroke-width="5" stroke-linejoin="round"' : anchor;
  const top = y + sizes.insetY;
  const notes = (isFolded ? [] : notesOf(state)).map((note, place) => {
    const feet = top + sizes.nameHeight + place * sizes.noteHeight + 11;
    return drawText({ x: left, y: feet }, "note", note, anchor);
  });
  return [
    boxOf(rect, 8),
    state.kind === "final" ? boxOf(inner, 5) : "",
    drawText(
      { x: left, y: top + (isFolded ? foldedNames[form].feet : 14) },
      `name${children.length > 0 ? " halo" : ""}`,
      shorten(state.name),
      attributes,
    ),
    ...notes,
  ].join("");
}

const drawHistory = ({ history }: ChartState, { x, y, width }: Rect): string => {
  const radius = width / 2;
  return [
    `<circle class="box" cx="${x + radius}" cy="${y + radius}" r="${radius}"/>`,
    drawText(
      { x: x + radius, y: y + radius + 5 },
      "name",
      history?.isDeep === true ? "H*" : "H",
      ' text-anchor="middle"',
    ),
  ].join("");
};

const drawDot = ({ x, y, width }: Rect): string =>
  `<circle class="dot" cx="${x + width / 2}" cy="${y + width / 2}" r="${width / 2}"/>`;

/** The transitions that are lines: of the state itself, or of any inner state. */
function drawInside(planned: PlannedState, rect: Rect, { places, form }: Drawn): string {
  const { x, y, width } = rect;
  const { lines, any } = planned;
  const drawing = (line: (typeof lines)[number], at: { readonly x: number; readonly y: number }): string =>
    drawTransition(line, at, ["internal"], "");
  if (any !== null) {
    const beside = { x: x + sizes.frameInset, y: y + frameHeadHeight(planned, form) + sizes.separation };
    const box = (any.hasArrows ? places.nodes.get(any.id) : undefined) ?? { ...beside, ...anySize(any.lines, form) };
    const left = box.x + sizes.insetX;
    const top = box.y + sizes.insetY;
    return [
      `<g class="any">${boxOf(box, 8)}${drawText({ x: left, y: top + 10 }, "note", anyWord)}\n`,
      form === "unfolded"
        ? drawLines(any.lines, { x: left, y: top + sizes.noteHeight }, drawing)
        : drawStaying(any.lines, { x: left, y: top + sizes.noteHeight }),
      "</g>",
    ].join("");
  }
  if (lines.length === 0) return "";
  if (form !== "unfolded") {
    const below = { x: x + width / 2, y: y + sizes.insetY + foldedNames[form].height };
    return drawStaying(lines, below, ' text-anchor="middle"');
  }
  const top = y + sizes.insetY + headHeight(planned, form) + sizes.separation;
  const rule = `<path class="rule" d="M${x} ${top - sizes.separation / 2}h${width}"/>\n`;
  return rule + drawLines(lines, { x: x + sizes.insetX, y: top }, drawing);
}

/** Folded: only the number of events that stay is drawn, and the mark of each. */
const drawStaying = (lines: PlannedState["lines"], { x, y }: Point, anchor?: string): string =>
  drawFolded(lines, foldedLines(lines), { x, y, ...(anchor !== undefined && { anchor }) }, () => "", ["internal"]);

/**
 * An arrow, with a group for each of its transitions. Each group draws the whole arrow, so that each can be highlighted; all but the first
 * are hidden until then.
 */
function drawArrow({ ways, lines }: PlannedArrow, places: Places, form: ChartForm): string {
  const label = places.labels.get(ways[0]?.id ?? "");
  const drawing = (looks: string): string => ways.map((way) => drawWay(way, places, label, looks)).join("");
  if (lines.length === 0) return `<g class="beginning">${drawing("")}</g>\n`;
  const at = { x: (label?.x ?? 0) + labelInset.left, y: (label?.y ?? 0) + labelInset.y };
  if (form !== "unfolded")
    return drawFolded(lines, foldedArrow(lines, form), at, (line) => drawing(line === lines[0] ? "" : " shared"));
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

const rectAttributes = ({ x, y, width, height }: Rect): string =>
  `x="${x}" y="${y}" width="${width}" height="${height}"`;

const drawText = ({ x, y }: Point, look: string, text: string, attributes = ""): string =>
  `<text class="${look}" x="${x}" y="${y}"${attributes}>${escapeXml(text)}</text>`;

/** From the top of a line to the baseline of its text. */
const baseline = 13;

/**
 * One transition: a group with its names as data, `drawing` if it has an arrow, and its line. The mark before the line is visible while the
 * transition is traced, so that colour is not the only sign.
 */
function drawTransition(line: Line, at: Point, looks: readonly string[], drawing: string, hasText = true): string {
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
const drawFolded = (
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
const drawLines = (lines: readonly Line[], { x, y }: Point, drawing: (line: Line, at: Point) => string): string =>
  lines.map((line, place) => drawing(line, { x, y: y + place * lineHeight })).join("");

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

/** The position of each element by its id, in whole pixels, so that lines are sharp and files are the same everywhere. */
export interface Places {
  readonly nodes: ReadonlyMap<string, Rect>;
  readonly routes: ReadonlyMap<string, readonly Point[]>;
  readonly labels: ReadonlyMap<string, Rect>;
}

export function placesOf(laidOut: ElkNode): Places {
  const nodes = new Map<string, Rect>();
  const collect = (node: ElkNode): void => {
    nodes.set(node.id, rectOf(node));
    for (const child of node.children ?? []) collect(child);
  };
  collect(laidOut);
  const edges = laidOut.edges ?? [];
  return {
    nodes,
    routes: new Map(edges.map((edge) => [edge.id, routeOf(edge)])),
    labels: new Map(edges.flatMap(({ id, labels = [] }) => labels.map((label) => [id, rectOf(label)] as const))),
  };
}

/** Edges are rounded, not sizes: boxes that touch still touch afterwards. */
function rectOf({ x = 0, y = 0, width = 0, height = 0 }: ElkShape): Rect {
  const left = Math.round(x);
  const top = Math.round(y);
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}

function routeOf({ sections = [] }: ElkExtendedEdge): readonly Point[] {
  const points = sections
    .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
    .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
  const straight = straighten(points);
  return straight.filter(({ x, y }, place) => straight[place - 1]?.x !== x || straight[place - 1]?.y !== y);
}

const jogMax = 3;

/** Removes the sideways jogs of a few pixels with which ELK joins almost aligned points. */
function straighten(points: readonly Point[]): readonly Point[] {
  const straight: Point[] = [];
  for (const point of points) {
    const before = straight.at(-1);
    const isJog = before?.y === point.y && before.x !== point.x && Math.abs(before.x - point.x) <= jogMax;
    for (let place = straight.length - 1; isJog && straight[place]?.x === before.x; place -= 1)
      straight[place] = { x: point.x, y: straight[place]?.y ?? point.y };
    straight.push(point);
  }
  return straight;
}

/** The parts of a route outside of `hole`, in order. */
export function cutOut(route: readonly Point[], hole: Rect | undefined): readonly (readonly Point[])[] {
  if (hole === undefined) return [route];
  const parts: Point[][] = [];
  let part: Point[] = [];
  const end = (): void => {
    if (part.length > 1) parts.push(part);
    part = [];
  };
  for (const [place, to] of route.entries()) {
    const from = route[place - 1];
    if (from === undefined) continue;
    if (part.length === 0) part = [from];
    const inside = insideOf(from, to, hole);
    if (inside === null) {
      part.push(to);
      continue;
    }
    if (inside.enters > 0) part.push(between(from, to, inside.enters));
    end();
    if (inside.leaves < 1) part = [between(from, to, inside.leaves), to];
  }
  end();
  return parts;
}

/** The share of the way that is inside, from 0 to 1; null if no part is. */
function insideOf(from: Point, to: Point, rect: Rect): { readonly enters: number; readonly leaves: number } | null {
  const x = shareOf(from.x, to.x, rect.x, rect.x + rect.width);
  const y = shareOf(from.y, to.y, rect.y, rect.y + rect.height);
  const enters = Math.max(0, x.enters, y.enters);
  const leaves = Math.min(1, x.leaves, y.leaves);
  return enters < leaves ? { enters, leaves } : null;
}

function shareOf(from: number, to: number, low: number, high: number): { enters: number; leaves: number } {
  if (from === to) return from > low && from < high ? { enters: 0, leaves: 1 } : { enters: 1, leaves: 0 };
  const shares = [(low - from) / (to - from), (high - from) / (to - from)];
  return { enters: Math.min(...shares), leaves: Math.max(...shares) };
}

const between = (from: Point, to: Point, share: number): Point => ({
  x: Math.round(from.x + (to.x - from.x) * share),
  y: Math.round(from.y + (to.y - from.y) * share),
});

const cornerRadius = 8;

/** A path along these points with rounded corners, as the data of an SVG path. */
export function pathAlong(points: readonly Point[]): string {
  return points
    .map((point, place) => {
      const before = points[place - 1];
      const after = points[place + 1];
      if (before === undefined) return `M${point.x} ${point.y}`;
      if (after === undefined) return `L${point.x} ${point.y}`;
      const radius = Math.min(cornerRadius, distance(before, point) / 2, distance(point, after) / 2);
      const start = towards(point, before, radius);
      const end = towards(point, after, radius);
      return `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
    })
    .join("");
}

const distance = (from: Point, to: Point): number => Math.abs(from.x - to.x) + Math.abs(from.y - to.y);

/** The point on the way to another point, at this distance in pixels. */
function towards(from: Point, to: Point, pixels: number): Point {
  const whole = distance(from, to);
  return whole === 0 ? from : between(from, to, pixels / whole);
}

const headLength = 8;
const headHalf = 4;

/** The head of an arrow along these points, and the points without the room that the head takes. */
export function headOf(route: readonly Point[]): { readonly head: string; readonly rest: readonly Point[] } {
  const tip = route.at(-1);
  const before = route.at(-2);
  if (tip === undefined || before === undefined) return { head: "", rest: route };
  const base = towards(tip, before, headLength);
  const isUpright = before.x === tip.x;
  const [x, y] = isUpright ? [headHalf, 0] : [0, headHalf];
  const head = `M${tip.x} ${tip.y}L${base.x + x} ${base.y + y}L${base.x - x} ${base.y - y}Z`;
  return { head, rest: [...route.slice(0, -1), base] };
}
