import type { JSX } from "preact";
import { Component } from "preact";
import type { Model } from "../body/model.types.ts";
import { Icon } from "./icon.tsx";
import { Later } from "./later/later.tsx";
import type { CardName } from "./later/later.types.ts";
import { Lines } from "./lines.tsx";
import type { View } from "./view.types.ts";

interface LogProps {
  readonly view: View;
  readonly isOpen: boolean;
}

interface Place {
  readonly goal: number;
  readonly isAtEnd: boolean;
  /** Whether a form has the focus. */
  readonly isInCard: boolean;
  /** A text that identifies the place; `null` without a form. */
  readonly mark: string | null;
}

/** A distance to the end below this number of pixels counts as the end. */
const nearPx = 40;

/** Returns true for states whose form at the end of the conversation was requested. Source: WJ-43, WJ-44. */
const isAskedFor = (state: Model["state"]): boolean => state.endsWith("call");
const cardsOf = ({ state, isRating }: Model): readonly CardName[] => [
  ...(isRating ? (["rating"] as const) : []),
  ...(state === "introduce" ? (["contacts"] as const) : []),
  ...(state === "offline" ? (["offline"] as const) : []),
  ...(state.endsWith("call") ? (["call"] as const) : []),
];

/**
 * The conversation. While it is scrolled to its end, it stays at the end. It opens at the first unseen line. A form below it hides no line.
 * While a form has the focus, the conversation does not scroll.
 */
export class Log extends Component<LogProps> {
  private scroller: HTMLElement | null = null;
  private isAtEnd = true;
  /** The scroll position, which an element loses when the page removes it. */
  private top = 0;
  /** The mark of the last place to which the conversation scrolled. If there is a form, it scrolls to each place only once. */
  private followed: string | null = "";
  private readonly observer = new ResizeObserver(() => this.follow());

  override componentDidMount(): void {
    for (const element of [this.scroller, this.scroller?.firstElementChild])
      if (element != null) this.observer.observe(element);
    document.addEventListener("visibilitychange", this.see);
    this.goToUnread();
  }

  override componentWillUnmount(): void {
    this.observer.disconnect();
    document.removeEventListener("visibilitychange", this.see);
  }

  /** Skips drawings that only the composer needs, because the composer is drawn again at every key. */
  override shouldComponentUpdate({ view, isOpen }: LogProps): boolean {
    return view !== this.props.view || isOpen !== this.props.isOpen;
  }

  /** Returns the distance to the end before earlier lines are added above. */
  override getSnapshotBeforeUpdate({ view }: LogProps): number | null {
    const { scroller, props } = this;
    const isAbove = view.model.lines[0]?.key !== props.view.model.lines[0]?.key;
    return isAbove && scroller !== null ? scroller.scrollHeight - scroller.scrollTop : null;
  }

  override componentDidUpdate(before: LogProps, _: unknown, toEnd: number | null): void {
    const { scroller } = this;
    const { view, isOpen } = this.props;
    if (scroller !== null) scroller.scrollTop ||= this.top;
    if (toEnd !== null && scroller !== null) {
      scroller.scrollTop = scroller.scrollHeight - toEnd;
      this.isAtEnd = false;
    }
    const hasWritten =
      view.model.lines.at(-1)?.state === "sending" && view.model.lines.length > before.view.model.lines.length;
    if (hasWritten) this.goToEnd();
    if (isOpen && !before.isOpen) this.goToUnread();
    else this.follow();
  }

  private goToUnread(): void {
    const { scroller } = this;
    const { goTo } = this.props.view.model;
    const fresh = scroller?.querySelector<HTMLElement>(goTo === null ? ".fresh" : `[data-chat="${goTo}"]`);
    this.isAtEnd = true;
    if (scroller == null || fresh == null) this.follow();
    else {
      scroller.scrollTop = fresh.offsetTop - nearPx;
      this.look();
    }
  }

  private readonly follow = (): void => {
    const { scroller } = this;
    const place = this.place();
    if (scroller !== null && place !== null && this.isAtEnd && (place.mark === null || this.followed !== place.mark)) {
      this.followed = place.mark;
      if (!place.isInCard) scroller.scrollTop = place.goal;
    }
    this.see();
  };

  private readonly look = (): void => {
    const place = this.place();
    if (place === null) return;
    this.top = this.scroller?.scrollTop ?? 0;
    this.isAtEnd = place.isAtEnd;
    this.see();
  };

  /**
   * Returns the scroll position that shows the last line and as much of a form as there is room for, and whether the lines' end is
   * visible.
   */
  private place(): Place | null {
    const { scroller } = this;
    const list = scroller?.querySelector("ol");
    const last = list?.lastElementChild as HTMLElement | undefined;
    if (scroller == null || list == null || last === undefined) return null;
    const { scrollHeight, scrollTop, clientHeight } = scroller;
    const card = scroller.querySelector<HTMLElement>(".cards");
    const end = card === null ? scrollHeight : list.offsetTop + list.offsetHeight;
    const { state } = this.props.view.model;
    // A form that the visitor requested is visible, even if the line above it is long.
    const cardTop = isAskedFor(state) && card !== null ? card.offsetTop - clientHeight / 2 : 0;
    return {
      goal: card === null ? scrollHeight : Math.max(last.offsetTop - 8, cardTop),
      isAtEnd: end - scrollTop - clientHeight < nearPx && end - scrollTop > nearPx,
      isInCard: card?.querySelector(":focus") != null,
      mark: card === null ? null : `${end} ${scrollHeight} ${clientHeight} ${state}`,
    };
  }

  private readonly see = (): void => {
    const { view, isOpen } = this.props;
    if (isOpen && this.isAtEnd && !document.hidden && view.model.unread > 0) view.actions.see();
  };

  private readonly goToEnd = (): void => {
    this.isAtEnd = true;
    this.followed = "";
    this.follow();
  };

  override render({ view }: LogProps): JSX.Element {
    const { model, look, speech } = view;
    const { words } = speech;
    const name = model.chat?.agent?.name || look.title || words.chat;
    return (
      <div class="past">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling area. */}
        <section class="scroll" tabIndex={0} aria-label={words.log} ref={this.keep} onScroll={this.look}>
          <div>
            {model.earlier !== "none" && <Earlier view={view} />}
            <div role="log">
              <ol>
                <li class="line first">
                  <div class="said">
                    <p>{look.greeting || words.greeting}</p>
                  </div>
                </li>
                <Lines view={view} />
                {model.invitation !== null && (
                  <li class="line first" key="invitation">
                    <div class="said">
                      <p>{model.invitation}</p>
                    </div>
                  </li>
                )}
              </ol>
            </div>
            <p class="typing" role="status">
              {model.isAgentTyping && <span class="hush">{speech.say("typing", { name })}</span>}
              {model.isAgentTyping && <i />}
            </p>
            {cardsOf(model).map((card) => (
              <Later key={card} script="cards" name={card} view={view} isAsked={isAskedFor(model.state)} />
            ))}
          </div>
        </section>
        {model.unread > 0 && (
          <button type="button" class="chip fresh-lines" onClick={this.goToEnd}>
            <Icon name="down" />
            {speech.unread(model.unread)}
          </button>
        )}
      </div>
    );
  }

  private readonly keep = (element: HTMLElement | null): void => {
    this.scroller = element;
  };
}

function Earlier({ view: { model, actions, speech } }: { readonly view: View }): JSX.Element {
  const { words } = speech;
  const isComing = model.earlier === "coming";
  return (
    <button type="button" class="link day" aria-disabled={isComing} onClick={() => isComing || actions.showEarlier()}>
      {model.earlier === "failed" && `${words.trouble} `}
      {isComing ? words.loading : words.earlier}
    </button>
  );
}
