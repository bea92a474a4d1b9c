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
  /** Somebody fills in a form. */
  readonly isInCard: boolean;
  /** `null` without a form. */
  readonly mark: string | null;
}

/** How near the end is the end, in pixels. */
const nearPx = 40;

/** Forms at the end of the conversation. Source: WJ-43, WJ-44. */
const isAskedFor = (state: Model["state"]): boolean => state === "offline" || state.endsWith("call");
const cardsOf = ({ state, isRating }: Model): readonly CardName[] => [
  ...(isRating ? (["rating"] as const) : []),
  ...(state === "introduce" ? (["contacts"] as const) : []),
  ...(state === "offline" ? (["offline"] as const) : []),
  ...(state.endsWith("call") ? (["call"] as const) : []),
];

/**
 * The conversation. Stays at its end while it is there; opens at the first line that was not seen. A form below it takes no line out of
 * sight, and stays where it is while somebody is in it.
 */
export class Log extends Component<LogProps> {
  private scroller: HTMLElement | null = null;
  private isAtEnd = true;
  /** The mark of the place that was gone to last: with a form there, one place is gone to once. */
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

  /** The composer beside it is drawn anew with every key. */
  override shouldComponentUpdate({ view, isOpen }: LogProps): boolean {
    return view !== this.props.view || isOpen !== this.props.isOpen;
  }

  /** How far it is to the end when earlier lines are about to come above. */
  override getSnapshotBeforeUpdate({ view }: LogProps): number | null {
    const { scroller, props } = this;
    const isAbove = view.model.lines[0]?.key !== props.view.model.lines[0]?.key;
    return isAbove && scroller !== null ? scroller.scrollHeight - scroller.scrollTop : null;
  }

  override componentDidUpdate(before: LogProps, _: unknown, toEnd: number | null): void {
    const { view, isOpen } = this.props;
    if (toEnd !== null && this.scroller !== null) {
      this.scroller.scrollTop = this.scroller.scrollHeight - toEnd;
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
    const fresh = scroller?.querySelector<HTMLElement>(".fresh");
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
    this.isAtEnd = place.isAtEnd;
    this.see();
  };

  /** Where the lines end, and how far down shows the last of them together with as much of a form as there is room for. */
  private place(): Place | null {
    const { scroller } = this;
    const list = scroller?.querySelector("ol");
    const last = list?.lastElementChild as HTMLElement | undefined;
    if (scroller == null || list == null || last === undefined) return null;
    const { scrollHeight, scrollTop, clientHeight } = scroller;
    const card = scroller.querySelector<HTMLElement>(".cards");
    const end = card === null ? scrollHeight : list.offsetTop + list.offsetHeight;
    const { state } = this.props.view.model;
    // What the visitor asked for is seen, however long the line above it is.
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
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
