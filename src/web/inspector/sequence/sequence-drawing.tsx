import type { ComponentChild, JSX } from "preact";
import { Component, createRef, h } from "preact";
import { counted } from "../../../core/counted.ts";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import type { Sequence, SequenceRow } from "./sequence.types.ts";
import type { PlacedBand, PlacedRow, SequenceLayout } from "./sequence-layout.ts";
import { bandsBetween, sizes } from "./sequence-layout.ts";
import type { Shape } from "./sequence-shapes.ts";
import { bandShapes, groundShape, headShape, lifeShapes, rowShapes } from "./sequence-shapes.ts";
import { describeRow, localTimes } from "./sequence-words.ts";

/** Follows the end, keeps a row in its place, or keeps the scroll position when nothing is added. */
type Anchor = "end" | { readonly key: string; readonly offset: number } | { readonly top: number };

/** Returns null when the row of the anchor no longer exists. */
function topOf(anchor: Anchor, { scrollHeight, clientHeight }: HTMLElement, layout: SequenceLayout): number | null {
  if (anchor === "end") return scrollHeight - clientHeight;
  if ("top" in anchor) return anchor.top;
  const now = findRow(layout, anchor.key);
  return now === undefined ? null : now.top - anchor.offset;
}

/** The index that a key leads to; null for other keys. */
function targetOf(key: string, at: number, count: number): number | null {
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
const rowsBetween = (layout: SequenceLayout, top: number, bottom: number): readonly PlacedRow[] =>
  bandsBetween(layout.bands, top, bottom).flatMap((band: PlacedBand) =>
    band.rows.filter((row) => row.bottom >= top && row.top <= bottom),
  );

function findRow({ bands }: SequenceLayout, key: string): PlacedRow | undefined {
  for (const { rows } of bands) {
    const found = rows.find(({ row }) => row.key === key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The key of the first row below the heads. */
const firstSeen = (rows: readonly PlacedRow[], top: number): string | null =>
  (rows.find((placed) => placed.top >= top + sizes.head) ?? rows[0])?.row.key ?? null;

/** Shapes as elements of the page. */
const Shapes = ({ shapes }: { readonly shapes: readonly Shape[] }): JSX.Element => <>{shapes.map(draw)}</>;

const draw = (shape: Shape | string): ComponentChild =>
  typeof shape === "string" ? shape : h(shape.tag, shape.attributes, shape.children.map(draw));

interface SequenceDrawingProps {
  readonly sequence: Sequence;
  readonly layout: SequenceLayout;
  /** The last scroll position. */
  readonly startTop: number;
  readonly onScroll: (top: number) => void;
  /** Called when the reader points at a step or reaches it by keys; null when the reader leaves it. */
  readonly onPoint: (row: SequenceRow | null) => void;
}

interface DrawingState {
  /** The top of the visible part, rounded, so that a little scrolling causes no redraw. */
  readonly top: number;
  readonly height: number;
  /** The row with the focus, or the one row that Tab reaches. */
  readonly focused: string | null;
}

/** Pixels drawn above and below the visible part. */
const beyond = 600;
const scrollStep = 200;
/** Within this distance the reader is at the end. */
const endPx = 40;

/** The drawing. Of a long one only the visible rows are drawn. New rows do not move the visible ones. */
export class SequenceDrawing extends Component<SequenceDrawingProps, DrawingState> {
  override state: DrawingState = { top: 0, height: 2_000, focused: null };
  private readonly scroller = createRef<HTMLElement>();
  private readonly observer = new ResizeObserver(() => this.look());
  private wanted: string | null = null;

  override componentDidMount(): void {
    const scroller = this.scroller.current;
    if (scroller === null) return;
    scroller.scrollTop = this.props.startTop;
    this.observer.observe(scroller);
    this.look();
  }

  override componentWillUnmount(): void {
    this.observer.disconnect();
  }

  /** Returns the reader's position before the drawing changes. */
  override getSnapshotBeforeUpdate(before: SequenceDrawingProps): Anchor | null {
    const scroller = this.scroller.current;
    if (scroller === null) return null;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    if (before.layout === this.props.layout) return { top: scrollTop };
    if (scrollHeight > clientHeight && scrollTop + clientHeight >= scrollHeight - endPx) return "end";
    const seen = rowsBetween(before.layout, scrollTop + sizes.head, Number.POSITIVE_INFINITY)[0];
    return seen === undefined ? { top: scrollTop } : { key: seen.row.key, offset: seen.top - scrollTop };
  }

  override componentDidUpdate(_before: SequenceDrawingProps, _state: DrawingState, anchor: Anchor | null): void {
    const scroller = this.scroller.current;
    if (scroller === null) return;
    const top = anchor === null ? null : topOf(anchor, scroller, this.props.layout);
    // Browsers scroll to the focused element when it is moved among its siblings.
    if (top !== null && top !== scroller.scrollTop) {
      scroller.scrollTop = top;
      this.look();
    }
    this.focusWanted(scroller);
  }

  private focusWanted(scroller: HTMLElement): void {
    const { wanted } = this;
    if (wanted === null) return;
    this.wanted = null;
    [...scroller.querySelectorAll<SVGAElement>("a.step")]
      .find((link) => link.dataset["step"] === wanted)
      ?.focus({ preventScroll: true });
  }

  private look(): void {
    const scroller = this.scroller.current;
    if (scroller === null) return;
    const { scrollTop, clientHeight } = scroller;
    this.props.onScroll(scrollTop);
    const top = Math.floor(scrollTop / scrollStep) * scrollStep;
    if (top !== this.state.top || clientHeight !== this.state.height) this.setState({ top, height: clientHeight });
  }

  private readonly hear = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = this.props.sequence.rows;
    const at = rows.findIndex(({ key }) => key === this.state.focused);
    const to = targetOf(event.key, at, rows.length);
    if (to === null) return;
    event.preventDefault();
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (row !== undefined) this.goTo(row.key);
  };

  private goTo(key: string): void {
    const scroller = this.scroller.current;
    const placed = findRow(this.props.layout, key);
    if (scroller === null || placed === undefined) return;
    const { scrollTop, clientHeight } = scroller;
    if (placed.top < scrollTop + sizes.head) scroller.scrollTop = placed.top - sizes.head - sizes.gap;
    else if (placed.bottom > scrollTop + clientHeight - 12)
      scroller.scrollTop = placed.bottom - clientHeight + sizes.gap;
    const { fromX = 0, toX = 0 } = placed.arrows[0] ?? {};
    const [left, right] = [Math.min(fromX, toX) - sizes.gutter, Math.max(fromX, toX) + sizes.gutter];
    if (left < scroller.scrollLeft) scroller.scrollLeft = left;
    else if (right > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = right - scroller.clientWidth;
    this.wanted = key;
    this.look();
    this.setState({ focused: key });
  }

  override render({ sequence, layout }: SequenceDrawingProps, { top, height, focused }: DrawingState): JSX.Element {
    const { width } = layout;
    const from = top - beyond;
    const to = top + height + beyond;
    const bands = bandsBetween(layout.bands, from, to);
    const rows = rowsBetween(layout, from, to);
    // The focused row must stay drawn. Otherwise the keys would start again at the first row.
    const far = focused === null || rows.some(({ row }) => row.key === focused) ? undefined : findRow(layout, focused);
    const drawn = far === undefined ? rows : [...rows, far].sort((one, other) => one.top - other.top);
    const reachable = drawn.some(({ row }) => row.key === focused) ? focused : firstSeen(rows, top);
    return (
      <section class="sequence-scroll" ref={this.scroller} onScroll={() => this.look()} aria-label="Drawing">
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing can hold no fieldset. */}
        <svg class="sequence-shapes columns" width={width} height={sizes.head} role="group" aria-label="Actors">
          <rect class="cover" width={width} height={sizes.head} />
          {layout.columns.map((placed) =>
            placed.column.kind === "actor" || placed.column.kind === "other" ? (
              <a key={placed.column.id} href={addressOf(placeOfActor(placed.column.id))}>
                <Shapes shapes={[headShape(placed, layout.columnWidth)]} />
              </a>
            ) : (
              <Shapes key={placed.column.id} shapes={[headShape(placed, layout.columnWidth)]} />
            ),
          )}
        </svg>
        {/* biome-ignore lint/a11y/useSemanticElements: likewise. */}
        <svg
          class="sequence-shapes rows"
          width={width}
          height={layout.height}
          role="group"
          aria-label={counted(sequence.rows.length, "step")}
          onKeyDown={this.hear}
          onPointerLeave={() => this.props.onPoint(sequence.rows.find(({ key }) => key === focused) ?? null)}
        >
          {bands.map((band) => (
            <Shapes key={band.top} shapes={bandShapes(band, width)} />
          ))}
          <Shapes shapes={lifeShapes(layout, Math.max(0, from), Math.min(layout.height, to))} />
          {drawn.map((placed) => this.step(placed, placed.row.key === reachable))}
        </svg>
      </section>
    );
  }

  private step(placed: PlacedRow, isReachable: boolean): JSX.Element {
    const { row } = placed;
    const { onPoint, sequence, layout } = this.props;
    const point = (): void => onPoint(row);
    return (
      <g key={row.key}>
        <a
          class="step"
          data-step={row.key}
          href={addressOf(placeOfActor(row.step.actor, row.step))}
          tabindex={isReachable ? 0 : -1}
          aria-label={describeRow(sequence, row, localTimes)}
          onFocus={() => {
            point();
            if (this.state.focused !== row.key) this.setState({ focused: row.key });
          }}
          onPointerEnter={point}
        >
          <Shapes shapes={[groundShape(placed, layout.width)]} />
        </a>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus, and the link before it has the same content. */}
        <g class="shown" aria-hidden="true">
          <Shapes shapes={rowShapes(placed)} />
        </g>
      </g>
    );
  }
}
