import type { ReadonlySignal } from "@preact/signals";
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { Component } from "preact";
import { useCallback } from "preact/hooks";
import type { DeskChat, DeskMessage } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { now } from "../../../shared/parts/now.ts";
import { startOfDay } from "../../../shared/parts/times.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import type { Conversation } from "../../data/conversations.ts";
import type { Unsent } from "../../data/unsent.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";
import { AttemptLog } from "../delivery/attempts.tsx";
import { describeDelivery } from "../delivery/delivery-words.ts";
import { LightboxLater } from "../lightbox/lightbox-later.tsx";
import { DrawnRows } from "./drawn-rows.tsx";
import { FindLater } from "./find-later.tsx";
import { FirstUnread } from "./first-unread.tsx";
import { ClientTyping, LogState } from "./log-state.tsx";
import { UnsentMessages } from "./unsent-messages.tsx";
import { moveAmongAlike, useRowKeys } from "./use-row-keys.ts";
import { useShown } from "./use-shown.ts";

interface ScrollerProps {
  readonly label: string;
  /** The key of the first row; a change means that rows were added above. */
  readonly firstKey: string | number | undefined;
  /** Changes when the agent has written a message, which is then scrolled into view. */
  readonly writtenKey: string | undefined;
  /** Counts the requests to show the end. */
  readonly asked: number;
  /** The message that was last asked for; each request is a new object. */
  readonly goal: Goal | null;
  /** Called near the top, to load older messages. */
  readonly onTopNear: () => void;
  readonly onEnd: (isAtEnd: boolean) => void;
  readonly children: ComponentChildren;
}

/** The distance that counts as the end, and the distance from the top at which older messages are loaded, in pixels. */
const endPx = 40;
const topPx = 800;

interface Goal {
  readonly seq: number;
}

interface Anchor {
  readonly element: Element;
  readonly top: number;
}

/** Scrolls a log: starts at its end, follows the end, and never moves the rows that the agent reads. */
class Scroller extends Component<ScrollerProps> {
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
    const { writtenKey, asked, goal } = this.props;
    const isWritten = writtenKey !== undefined && writtenKey !== before.writtenKey;
    if (isWritten || asked !== before.asked) this.isAtEnd = true;
    this.follow();
    if (asked !== before.asked) this.look();
    if (anchor?.element.isConnected) scroller.scrollTop += anchor.element.getBoundingClientRect().top - anchor.top;
    if (goal !== null && goal !== before.goal) this.goTo(goal);
    // After a short page the top may still be near, so that another page must be loaded.
    if (before.firstKey !== this.props.firstKey) this.look();
  }

  private goTo({ seq }: Goal): void {
    const row = this.scroller?.querySelector(`[data-seq="${seq}"]`);
    if (row == null) return;
    this.isAtEnd = false;
    row.scrollIntoView({ block: "center" });
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

const text = textsOf("conversation", conversationTexts);

interface LogProps {
  readonly conversation: Conversation;
  readonly chat: DeskChat | undefined;
  readonly onTakeBack: (message: Unsent) => void;
  /** The next reply answers this message. */
  readonly onQuote: (message: DeskMessage) => void;
}

/** The number of messages drawn at first, and added whenever the top is near. */
const drawnAtOnce = 150;
/** At the end of a log, messages beyond this number are removed from the page again. */
const drawnMax = 600;
/** The rows that are drawn above a message that the agent goes to. */
const rowsAbove = 20;

/** The messages of a chat, with the unsent ones. */
export function Log({ conversation, chat, onTakeBack, onQuote }: LogProps): JSX.Element {
  const desk = useDesk();
  const { chatId, messages, hasOlder, loading, loadingOlder } = conversation;
  const drawn = useSignal(drawnAtOnce);
  const isAtEnd = useSignal(true);
  const asked = useSignal(0);
  const goal = useSignal<Goal | null>(null);
  const openLog = useSignal<string | null>(null);
  const today = useComputed(() => startOfDay(now.value));
  const { unreadSeq, freshCount } = useSeen(conversation, isAtEnd);
  const all = messages.value;
  const rows = useRowKeys();
  const lastWritten = desk.outbox.unsent.value.findLast((message) => message.chatId === chatId)?.id;
  const shown = drawn.value < all.length ? all.slice(-drawn.value) : all;
  const unsent = desk.outbox.shown(chatId, all);
  const drawnFrom = shown[0]?.seq ?? 0;
  const go = (seq: number): void => {
    const behind = all.length - all.findIndex((message) => message.seq === seq);
    // Some rows above it, so that it can stand in the middle.
    drawn.value = Math.max(drawn.value, behind + rowsAbove);
    goal.value = { seq };
  };
  const onTopNear = useCallback(() => {
    const { length } = messages.peek();
    if (drawn.peek() < length) drawn.value = Math.min(drawn.peek() + drawnAtOnce, length);
    else if (hasOlder.peek() && loadingOlder.peek() === "idle") {
      drawn.value = length + drawnAtOnce;
      void desk.conversations.loadOlder(chatId);
    }
  }, [conversation]);
  const onEnd = useCallback((value: boolean) => {
    isAtEnd.value = value;
    if (value && drawn.peek() > drawnMax) drawn.value = drawnAtOnce;
  }, []);
  return (
    <div class="past">
      <FindLater conversation={conversation} rows={rows} onGo={go} />
      <FirstUnread rows={rows} unreadSeq={unreadSeq} drawnFrom={drawnFrom} onGo={go} />
      <Scroller
        label={text("log")}
        firstKey={shown[0]?.seq}
        writtenKey={lastWritten}
        asked={asked.value}
        goal={goal.value}
        onTopNear={onTopNear}
        onEnd={onEnd}
      >
        <LogState conversation={conversation} />
        <div
          role="log"
          aria-label={text("messages")}
          aria-busy={loadingOlder.value === "loading" || loading.value === "loading"}
        >
          <ol ref={rows} class="rows" onKeyDown={moveAmongAlike}>
            <DrawnRows
              messages={shown}
              all={all}
              chat={chat}
              chatId={chatId}
              unreadSeq={unreadSeq}
              today={today.value}
              onOpenLog={(id) => (openLog.value = id)}
              onGo={go}
              onQuote={onQuote}
            />
            <UnsentMessages unsent={unsent} onTakeBack={onTakeBack} />
          </ol>
        </div>
        <ClientTyping chatId={chatId} name={chat?.client.name ?? text("theClient")} />
      </Scroller>
      <ToEnd isAtEnd={isAtEnd.value} count={freshCount} onClick={() => (asked.value += 1)} />
      <LightboxLater chatId={chatId} messages={all} />
      {openLog.value !== null && (
        <AttemptLog
          deliveryId={openLog.value}
          words={wordsOf(all, openLog.value)}
          onClose={() => (openLog.value = null)}
        />
      )}
    </div>
  );
}

function wordsOf(messages: Conversation["messages"]["value"], deliveryId: string): string {
  const delivery = messages.find((message) => message.delivery?.id === deliveryId)?.delivery;
  return delivery == null ? "" : describeDelivery(delivery);
}

interface ToEndProps {
  readonly isAtEnd: boolean;
  readonly count: number;
  readonly onClick: () => void;
}

function ToEnd({ isAtEnd, count, onClick }: ToEndProps): JSX.Element | null {
  if (isAtEnd) return null;
  const words = count === 0 ? text("toNewest") : text("newMessages", { n: count });
  return (
    <button type="button" class="to-end" onClick={onClick}>
      {words} <Icon name="down" />
    </button>
  );
}

interface Seen {
  /** The first message that was new when the chat was opened; null when none was. */
  readonly unreadSeq: number | null;
  /** The number of messages since the agent left the end of the log. */
  readonly freshCount: number;
}

/** The new messages for the agent. A message is seen at the end of the log on a visible page. */
function useSeen({ chatId, messages, loading }: Conversation, isAtEnd: ReadonlySignal<boolean>): Seen {
  const { chats, seen } = useDesk();
  const chat = chats.of(chatId);
  /** Undefined until both are known. */
  const unreadSeq = useSignal<number | null | undefined>(undefined);
  const leftAtSeq = useSignal(0);
  const isShown = useShown();
  useSignalEffect(() => {
    if (chat.value === undefined || loading.value !== "ready" || messages.value.length === 0) return;
    if (unreadSeq.peek() === undefined) unreadSeq.value = seqOfUnread(messages.value, seen.unreadOf(chat.value));
    if (isAtEnd.value && isShown.value) seen.markSeen(chat.value);
  });
  useSignalEffect(() => {
    const lastSeq = messages.value.at(-1)?.seq ?? 0;
    if (isAtEnd.value) leftAtSeq.value = lastSeq;
  });
  const freshCount = useComputed(() =>
    isAtEnd.value ? 0 : messages.value.filter(({ seq }) => seq > leftAtSeq.value).length,
  );
  return { unreadSeq: unreadSeq.value ?? null, freshCount: freshCount.value };
}

/** The seq of the first of the client's last `count` messages. */
function seqOfUnread(messages: readonly DeskMessage[], unread: number): number | null {
  if (unread === 0) return null;
  const fromClient = messages.filter(({ from }) => from === "client");
  return (fromClient.at(-unread) ?? fromClient[0])?.seq ?? null;
}
