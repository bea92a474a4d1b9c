import type { ComponentChildren, JSX } from "preact";
import { Component } from "preact";

interface ScrollerProps {
  readonly label: string;
  /** The key of the first row; a change means that rows were added above. */
  readonly firstKey: string | number | undefined;
  /** Changes when the agent has written a message, which is then scrolled into view. */
  readonly writtenKey: string | undefined;
  /** Counts the requests to show the end. */
  readonly asked: number;
  /** Called near the top, to load older messages. */
  readonly onTopNear: () => void;
  readonly onEnd: (isAtEnd: boolean) => void;
  readonly children: ComponentChildren;
}

/** The distance that counts as the end, and the distance from the top at which older messages are loaded, in pixels. */
const endPx = 40;
const topPx = 800;

interface Anchor {
  readonly element: Element;
  readonly top: number;
}

/** Scrolls a log: starts at its end, follows the end, and never moves the rows that the agent reads. */
export class Scroller extends Component<ScrollerProps> {
  private scroller: HTMLElement | null = null;
  private isAtEnd = true;
  private lastTop = 0;
  private readonly observer = new ResizeObserver(() => this.follow());

  override componentDidMount(): void {
    for (const element of [this.scroller, this.scroller?.firstElementChild])
      if (element != null) this.observer.observe(element);
    this.follow();
    this.look();
  }

  override componentWillUnmount(): void {
    this.observer.disconnect();
  }

  override getSnapshotBeforeUpdate(before: ScrollerProps): Anchor | null {
    return before.firstKey === this.props.firstKey || this.isAtEnd ? null : this.findAnchor();
  }

  override componentDidUpdate(before: ScrollerProps, _state: unknown, anchor: Anchor | null): void {
    const { scroller } = this;
    if (scroller === null) return;
    const { writtenKey, asked } = this.props;
    const isWritten = writtenKey !== undefined && writtenKey !== before.writtenKey;
    if (isWritten || asked !== before.asked) this.isAtEnd = true;
    this.follow();
    if (asked !== before.asked) this.look();
    if (anchor?.element.isConnected) scroller.scrollTop += anchor.element.getBoundingClientRect().top - anchor.top;
    // After a short page the top may still be near, so that another page must be loaded.
    if (before.firstKey !== this.props.firstKey) this.look();
  }

  /** The first visible message. */
  private findAnchor(): Anchor | null {
    const { scroller } = this;
    if (scroller === null) return null;
    const { top } = scroller.getBoundingClientRect();
    for (const element of scroller.querySelectorAll("[data-seq]")) {
      const box = element.getBoundingClientRect();
      if (box.bottom > top) return { element, top: box.top };
    }
    return null;
  }

  private readonly follow = (): void => {
    if (!this.isAtEnd || this.scroller === null) return;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.lastTop = this.scroller.scrollTop;
  };

  private readonly look = (): void => {
    if (this.scroller === null) return;
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    // New rows below also increase the distance to the end. Only scrolling up leaves the end.
    const hasGoneUp = scrollTop < this.lastTop;
    this.lastTop = scrollTop;
    this.isAtEnd = scrollHeight - scrollTop - clientHeight < endPx || (this.isAtEnd && !hasGoneUp);
    this.props.onEnd(this.isAtEnd);
    if (scrollTop < topPx) this.props.onTopNear();
  };

  private readonly keep = (element: HTMLElement | null): void => {
    this.scroller = element;
  };

  override render({ label, children }: ScrollerProps): JSX.Element {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable element.
      <section class="scroll" tabIndex={0} aria-label={label} ref={this.keep} onScroll={this.look}>
        <div>{children}</div>
      </section>
    );
  }
}
