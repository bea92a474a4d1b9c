import type { PlacedBand, PlacedRow, SequenceLayout } from "./sequence-layout.ts";
import { bandsBetween, sizes } from "./sequence-layout.ts";

/** Follows the end, keeps a row in its place, or keeps the scroll position when nothing is added. */
export type Anchor = "end" | { readonly key: string; readonly offset: number } | { readonly top: number };

/** Returns null when the row of the anchor no longer exists. */
export function topOf(
  anchor: Anchor,
  { scrollHeight, clientHeight }: Pick<HTMLElement, "scrollHeight" | "clientHeight">,
  layout: SequenceLayout,
): number | null {
  if (anchor === "end") return scrollHeight - clientHeight;
  if ("top" in anchor) return anchor.top;
  const now = findRow(layout, anchor.key);
  return now === undefined ? null : now.top - anchor.offset;
}

/** The index that a key leads to; null for other keys. */
export function targetOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
    case "j":
      return at + 1;
    case "ArrowUp":
    case "k":
      return at - 1;
    case "PageDown":
      return at + 10;
    case "PageUp":
      return at - 10;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** The visible rows between two heights. */
export const rowsBetween = (layout: SequenceLayout, top: number, bottom: number): readonly PlacedRow[] =>
  bandsBetween(layout, top, bottom).flatMap((band: PlacedBand) =>
    band.rows.filter((row) => row.bottom >= top && row.top <= bottom),
  );

export function findRow({ bands }: SequenceLayout, key: string): PlacedRow | undefined {
  for (const { rows } of bands) {
    const found = rows.find(({ row }) => row.key === key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The key of the first row below the heads. */
export const firstSeen = (rows: readonly PlacedRow[], top: number): string | null =>
  (rows.find((placed) => placed.top >= top + sizes.head) ?? rows[0])?.row.key ?? null;
