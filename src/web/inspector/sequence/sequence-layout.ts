import type { Sequence, SequenceArrow, SequenceBadge, SequenceColumn, SequenceRow } from "./sequence.types.ts";
import type { TimeWords } from "./sequence-words.ts";
import { gapWords } from "./sequence-words.ts";

/** Sizes of the drawing, in pixels. */
export const sizes = {
  /** The width of the times. */
  gutter: 88,
  column: 184,
  /** The column width on narrow pages. */
  narrowColumn: 132,
  /** The margin on the right. */
  margin: 16,
  head: 64,
  /** The space above a commit's first arrow. */
  bandTop: 8,
  bandGap: 6,
  gap: 30,
  arrow: 26,
  badge: 22,
  rowEnd: 8,
  /** The average width of a label's character, rounded up. */
  character: 6.8,
} as const;

export interface PlacedColumn {
  readonly column: SequenceColumn;
  readonly x: number;
}
export interface PlacedArrow {
  readonly arrow: SequenceArrow;
  readonly fromX: number;
  readonly toX: number;
  readonly y: number;
  readonly labelX: number;
  readonly anchor: "start" | "middle" | "end";
}
export interface PlacedBadge {
  readonly badge: SequenceBadge;
  /** The horizontal middle. */
  readonly x: number;
  /** The top edge. */
  readonly y: number;
  readonly width: number;
}
export interface PlacedRow {
  readonly row: SequenceRow;
  readonly top: number;
  readonly bottom: number;
  readonly arrows: readonly PlacedArrow[];
  readonly badge: PlacedBadge | null;
  /** Set only in the first row of a commit. */
  readonly time: string | null;
}
/** Steps that were committed together. */
export interface PlacedBand {
  readonly top: number;
  readonly bottom: number;
  /** The time since the previous commit, and its height in the drawing. */
  readonly gap: { readonly words: string; readonly y: number } | null;
  readonly rows: readonly PlacedRow[];
}

export interface SequenceLayout {
  readonly width: number;
  readonly height: number;
  readonly columnWidth: number;
  readonly columns: readonly PlacedColumn[];
  readonly bands: readonly PlacedBand[];
}

/** Places everything. Time goes downwards, by steps and not to scale. Pure. */
export function layOut(sequence: Sequence, times: TimeWords, columnWidth: number = sizes.column): SequenceLayout {
  const xOf = (place: number): number => sizes.gutter + place * columnWidth + columnWidth / 2;
  const columns = sequence.columns.map((column, place) => ({ column, x: xOf(place) }));
  const bands: PlacedBand[] = [];
  let bottom: number = sizes.head;
  let beforeMs: number | null = null;
  for (const commit of commitsOf(sequence.rows)) {
    const atMs: number = commit[0].step.atMs;
    const words = gapWords(beforeMs, atMs, times);
    const top: number = bottom + (words === null ? sizes.bandGap : sizes.gap);
    const rows = placeRows(commit, { top: top + sizes.bandTop, time: times.timeOfDay(atMs), xOf });
    const gap = words === null ? null : { words, y: bottom + sizes.gap / 2 };
    bottom = rows.at(-1)?.bottom ?? top;
    bands.push({ top, bottom, gap, rows });
    beforeMs = atMs;
  }
  const rights = bands.flatMap(({ rows }) => rows.flatMap(({ arrows }) => arrows.map(rightOf)));
  const right = rights.reduce((one, other) => Math.max(one, other), sizes.gutter + columns.length * columnWidth);
  return { width: right + sizes.margin, height: bottom + sizes.gap, columnWidth, columns, bands };
}

/** The right end of an arrow's label. */
const rightOf = ({ arrow, labelX, anchor }: PlacedArrow): number =>
  anchor === "start" ? labelX + textWidth(arrow.label) : 0;

interface RowPlace {
  readonly top: number;
  readonly time: string | null;
  /** The life line of a column. */
  readonly xOf: (place: number) => number;
}

/** Rows by commit, in order. */
function commitsOf(rows: readonly SequenceRow[]): readonly (readonly [SequenceRow, ...SequenceRow[]])[] {
  const commits: [SequenceRow, ...SequenceRow[]][] = [];
  for (const row of rows) {
    const last = commits.at(-1);
    if (last !== undefined && last[0].commit === row.commit) last.push(row);
    else commits.push([row]);
  }
  return commits;
}

function placeRows(commit: readonly SequenceRow[], { top, time, xOf }: RowPlace): readonly PlacedRow[] {
  let y = top;
  return commit.map((row, index) => {
    const placed = placeRow(row, { top: y, time: index === 0 ? time : null, xOf });
    y = placed.bottom;
    return placed;
  });
}

function placeRow(row: SequenceRow, { top, time, xOf }: RowPlace): PlacedRow {
  const [first, ...others] = row.arrows;
  const firstY = top + sizes.arrow - 6;
  const badge =
    row.badge === null ? null : placeBadge(row.badge, xOf(row.column), firstY + (first.kind === "deadline" ? 10 : 6));
  const below = top + sizes.arrow + (badge === null ? 0 : sizes.badge);
  const arrows = [
    placeArrow(first, firstY, xOf),
    ...others.map((arrow, index) => placeArrow(arrow, below + (index + 1) * sizes.arrow - 6, xOf)),
  ];
  return { row, top, bottom: below + others.length * sizes.arrow + sizes.rowEnd, arrows, badge, time };
}

/** A label that is too long for its arrow begins at the arrow's left end. */
function placeArrow(arrow: SequenceArrow, y: number, xOf: RowPlace["xOf"]): PlacedArrow {
  const fromX = xOf(arrow.from);
  const toX = xOf(arrow.to);
  const left = Math.min(fromX, toX);
  const placed = { arrow, fromX, toX, y };
  if (fromX === toX) return { ...placed, labelX: fromX + 16, anchor: "start" };
  const isRoomy = textWidth(arrow.label) <= Math.abs(toX - fromX) - 16;
  return isRoomy
    ? { ...placed, labelX: (fromX + toX) / 2, anchor: "middle" }
    : { ...placed, labelX: left + 10, anchor: "start" };
}

const placeBadge = (badge: SequenceBadge, x: number, y: number): PlacedBadge => ({
  badge,
  x,
  y,
  width: textWidth(badge.text) + 14,
});

export const textWidth = (text: string): number => Math.ceil(text.length * sizes.character);

/** The visible bands between two heights, found by binary search. */
export function bandsBetween(bands: readonly PlacedBand[], top: number, bottom: number): readonly PlacedBand[] {
  const from = firstAt(bands, (band) => band.bottom >= top);
  const to = firstAt(bands, (band) => band.top > bottom);
  return bands.slice(from, Math.max(to, from));
}

/** The index of the first item for which `isThere` is true, found by binary search; the length if there is no such item. */
function firstAt<Item>(items: readonly Item[], isThere: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && isThere(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
