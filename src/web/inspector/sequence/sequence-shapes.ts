import type {
  PlacedArrow,
  PlacedBadge,
  PlacedBand,
  PlacedColumn,
  PlacedRow,
  SequenceLayout,
} from "./sequence-layout.ts";
import { sizes } from "./sequence-layout.ts";

/** One element of an SVG. The page and the saved file use the same shapes. */
export interface Shape {
  readonly tag: "g" | "line" | "path" | "rect" | "circle" | "text" | "title";
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

const shape = (
  tag: Shape["tag"],
  attributes: Shape["attributes"],
  children: readonly (Shape | string)[] = [],
): Shape => ({ tag, attributes, children });

const group = (name: string, children: readonly Shape[]): Shape => shape("g", { class: name }, children);

const text = (name: string, at: { x: number; y: number; anchor?: string }, words: string): Shape =>
  shape("text", { class: name, x: at.x, y: at.y, "text-anchor": at.anchor ?? "start" }, [words]);

/** The head of a column: title, subject, state. */
export function headShape({ column, x }: PlacedColumn, columnWidth: number): Shape {
  const { kind, title, about, state, isFailed } = column;
  const width = columnWidth - 16;
  const low = [about, state ?? ""].filter((words) => words !== "");
  const top = sizes.head / 2 + 5 - low.length * 7;
  return group(`head ${kind}${isFailed ? " failed" : ""}`, [
    shape("rect", { x: x - width / 2, y: 8, width, height: sizes.head - 16, rx: 8 }),
    text("title", { x, y: top, anchor: "middle" }, shorten(title, width, boldCharacter)),
    ...low.map((words, line) =>
      text(
        words === state ? "about state" : "about",
        { x, y: top + 14 * (line + 1), anchor: "middle" },
        shorten(words, width),
      ),
    ),
    shape("title", {}, [[title, low.join(" · ")].filter((words) => words !== "").join(": ")]),
  ]);
}

/** The life lines between two heights. */
export const lifeShapes = ({ columns }: SequenceLayout, top: number, bottom: number): readonly Shape[] =>
  columns.map(({ column, x }) => shape("line", { class: `life ${column.kind}`, x1: x, x2: x, y1: top, y2: bottom }));

/** The light background of a commit, and the time since the previous one. */
export function bandShapes({ top, bottom, gap }: PlacedBand, width: number): readonly Shape[] {
  const ground = shape("rect", { class: "band", x: 4, y: top, width: width - 8, height: bottom - top, rx: 6 });
  if (gap === null) return [ground];
  return [text("gap", { x: 12, y: gap.y + 4 }, gap.words), ground];
}

/** The area for the pointer: the whole row of the step. */
export const groundShape = ({ top, bottom }: PlacedRow, width: number): Shape =>
  shape("rect", { class: "ground", x: 4, y: top, width: width - 8, height: bottom - top, rx: 6 });

/** All shapes of one step. */
export function rowShapes({ top, arrows, badge, time }: PlacedRow): readonly Shape[] {
  const [first] = arrows;
  return [
    ...(time === null ? [] : [text("time", { x: 12, y: (first?.y ?? top) + 4 }, time)]),
    ...arrows.map(arrowShape),
    ...(badge === null ? [] : [badgeShape(badge)]),
  ];
}

function arrowShape({ arrow, fromX, toX, y, labelX, anchor }: PlacedArrow): Shape {
  const label = text("label", { x: labelX, y: fromX === toX ? y + 4 : y - 6, anchor }, cut(arrow.label));
  const name = `arrow ${arrow.kind}${arrow.isFailed ? " failed" : ""}`;
  if (arrow.kind === "deadline") return group(name, [...clock(fromX, y), label]);
  if (fromX === toX) return group(name, [loop(fromX, y), tip(fromX + 2, y + 5, -1), label]);
  const side = toX > fromX ? 1 : -1;
  return group(name, [shape("line", { x1: fromX, x2: toX - side * 6, y1: y, y2: y }), tip(toX - side, y, side), label]);
}

/** The head of an arrow that goes to the right (1) or to the left (-1). */
const tip = (x: number, y: number, side: 1 | -1): Shape =>
  shape("path", { class: "tip", d: `M${x} ${y}l${-8 * side} -4v8z` });

const loop = (x: number, y: number): Shape => shape("path", { class: "loop", d: `M${x} ${y - 6}h12v11h${-6}` });

const clock = (x: number, y: number): readonly Shape[] => [
  shape("circle", { class: "clock", cx: x, cy: y, r: 8 }),
  shape("path", { class: "hands", d: `M${x} ${y - 5}v5l3 3` }),
];

function badgeShape({ badge, x, y, width }: PlacedBadge): Shape {
  return group(`badge${badge.isFailed ? " failed" : ""}`, [
    shape("rect", { x: x - width / 2, y, width, height: 18, rx: 9 }),
    text("word", { x, y: y + 13, anchor: "middle" }, badge.text),
  ]);
}

/** A label has free space beside it, so it may be longer than the text of a column head. */
const labelCharactersMax = 48;
const cut = (words: string): string =>
  words.length > labelCharactersMax ? `${words.slice(0, labelCharactersMax - 1)}…` : words;

const boldCharacter = 7.7;

/** Cuts a text to the available width. */
function shorten(words: string, width: number, character: number = sizes.character): string {
  const characters = Math.max(1, Math.floor((width - 8) / character));
  if (words.length <= characters) return words;
  return `${words.slice(0, characters - 1)}…`;
}
