import type { JSX } from "preact";
import { Component } from "preact";
import { Icon } from "./icon.tsx";
import { Lines } from "./lines.tsx";
import type { View } from "./view.types.ts";

interface LogProps {
  readonly view: View;
  readonly isOpen: boolean;
}

/** How near the end is the end, in pixels. */
const nearPx = 40;

/** The conversation. Stays at its end while it is there; opens at the first line that was not seen. */
export class Log extends Component<LogProps> {
  private scroller: HTMLElement | null = null;
  private isAtEnd = true;
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

  override componentDidUpdate(before: LogProps): void {
    const { view, isOpen } = this.props;
    const hasWritten =
      view.model.lines.at(-1)?.state === "sending" && view.model.lines.length > before.view.model.lines.length;
    if (hasWritten) this.isAtEnd = true;
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
    if (this.isAtEnd && this.scroller !== null) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.see();
  };

  private readonly look = (): void => {
    if (this.scroller === null) return;
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    this.isAtEnd = scrollHeight - scrollTop - clientHeight < nearPx;
    this.see();
  };

  private readonly see = (): void => {
    const { view, isOpen } = this.props;
    if (isOpen && this.isAtEnd && !document.hidden && view.model.unread > 0) view.actions.see();
  };

  private readonly goToEnd = (): void => {
    this.isAtEnd = true;
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
            <Rating view={view} />
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

/** Source: WJ-46. */
function Rating({ view: { model, actions, speech } }: { readonly view: View }): JSX.Element | null {
  if (!model.isChatting || !model.chat?.accepted || !model.lines.some(({ from }) => from === "agent")) return null;
  const { words } = speech;
  return (
    <fieldset class="rating" aria-labelledby="rate">
      <span id="rate">{words.rate}</span>
      {(["positive", "negative"] as const).map((value) => (
        <button
          type="button"
          class="chip"
          key={value}
          aria-pressed={model.chat?.rate === value}
          onClick={() => actions.rate(value)}
        >
          {words[value]}
        </button>
      ))}
    </fieldset>
  );
}
