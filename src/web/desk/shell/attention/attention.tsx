import type { ReadonlySignal } from "@preact/signals";
import { computed, effect, signal, untracked, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Browser } from "../../../shared/browser/browser.types.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Desk } from "../../data/desk.ts";
import { shell } from "../../texts/en/shell.ts";
import { go, placeOf, route } from "../route.ts";
import type { Me } from "../standing.ts";
import { standingOf, waitsFor } from "../standing.ts";
import { useDesk } from "../use-desk.ts";
import type { Alert } from "./alerts.ts";
import { chime, createAlerts, isOn } from "./alerts.ts";
import { notify, withdraw } from "./notifications.ts";

/** Part of every section: announces events to screen readers, plays sounds and shows notifications. */
export function Attention(): JSX.Element {
  const desk = useDesk();
  const open = useSignal<Open | null>(null);
  useEffect(() => {
    const opened = openAttention(desk);
    open.value = opened;
    return opened.stop;
  }, [desk]);
  return (
    <p class="hush" role="status">
      {open.value?.said.value}
    </p>
  );
}

const text = textsOf("shell", shell);
const words = textsOf("shell", shell);

/** The number of chats for this agent: its own with unread messages and, unless it is away, the chats that wait for it. */
function countWanting({ chats, seen }: Desk, me: Me, isAvailable: boolean): number {
  let count = 0;
  for (const chat of chats.inState("with_agent"))
    if (standingOf(chat, me) === "mine" && seen.unreadOf(chat) > 0) count += 1;
  if (isAvailable) for (const chat of chats.inState("waiting")) if (waitsFor(chat, me)) count += 1;
  return count;
}

/** Shows the count in the tab's title and on the icon of the installed application. A change of `looks` starts a new count. Returns a function that stops it. */
function showCount(desk: Desk, looks: ReadonlySignal<number>): () => void {
  const count = computed(() => {
    looks.value;
    const me = desk.surroundings.value.agent;
    const isAvailable = desk.available.value;
    // Unread messages may have been seen, here or in another tab.
    desk.seen.total.value;
    return untracked(() => countWanting(desk, me, isAvailable));
  });
  const end = effect(() => show(count.value));
  return () => {
    end();
    show(0);
  };
}

function show(count: number): void {
  const title = text("title");
  document.title = count === 0 ? title : `(${count}) ${title}`;
  // Without a badge the title still shows the count.
  if (count === 0) void navigator.clearAppBadge?.().catch(() => undefined);
  else void navigator.setAppBadge?.(count).catch(() => undefined);
}

interface Open {
  /** The text for screen readers. */
  readonly said: ReadonlySignal<string>;
  stop(): void;
}

/** Alerts within this time play one sound. */
const quietMs = 1_500;
/** All chats are checked at this interval, not with every frame. */
const lookEveryMs = 150;
/** More alerts at once, after a gap, become one sentence. */
const alertsMax = 3;

/**
 * Notifies the agent by a sound and a notification in one of several tabs, by text for screen readers, and by the tab's title
 * and the application's badge. An agent who is away gets no notices.
 */
function openAttention(desk: Desk): Open {
  const me = (): Me => desk.surroundings.peek().agent;
  const alerts = createAlerts();
  const tabs = joinTabs(desk.browser, me().id);
  const said = signal("");
  let soundedAtMs = Number.NEGATIVE_INFINITY;

  const raise = async (alert: Alert): Promise<void> => {
    if (!desk.available.peek()) return;
    if (alert.kind === "message" && (await tabs.isLookedAt(alert.chat.id))) return;
    said.value = wordsOf(desk, alert);
    if (!tabs.isFirst()) return;
    if (isOn(desk, "sound") && desk.browser.nowMs() - soundedAtMs > quietMs) {
      soundedAtMs = desk.browser.nowMs();
      chime(alert.kind);
    }
    if (isOn(desk, "notify")) notify(notificationOf(alert));
  };
  const takeWaiting = (): void => {
    const { begun, ended } = alerts.takeWaiting(desk.chats.inState("waiting"), me());
    for (const chatId of ended) withdraw(chatId);
    for (const alert of begun.slice(0, alertsMax)) void raise(alert);
    if (begun.length > alertsMax && desk.available.peek()) said.value = words("newChatsWait", { n: begun.length });
  };
  const looks = followRevision(desk);
  const ends = [
    looks.stop,
    effect(() => {
      looks.count.value;
      if (desk.chats.loading.value === "ready") untracked(takeWaiting);
    }),
    desk.onNews((news) => {
      if (news.type !== "message") return;
      const chat = desk.chats.of(news.chatId).peek();
      const alert = chat === undefined ? null : alerts.takeMessage(chat, news.message, me());
      if (alert !== null) void raise(alert);
    }),
    followLooks((chatId) => {
      tabs.look(chatId);
      if (chatId !== null) withdraw(chatId);
    }),
    showCount(desk, looks.count),
  ];
  return {
    said,
    stop() {
      for (const end of ends) end();
      tabs.stop();
    },
  };
}

/** Counts up a short time after a change of chats, once for all changes meanwhile. */
function followRevision({ browser, chats }: Desk): { readonly count: ReadonlySignal<number>; stop(): void } {
  const count = signal(0);
  let stopTimer: (() => void) | null = null;
  const end = effect(() => {
    chats.revision.value;
    stopTimer ??= browser.after(lookEveryMs, () => {
      stopTimer = null;
      count.value += 1;
    });
  });
  return {
    count,
    stop() {
      end();
      stopTimer?.();
    },
  };
}

function wordsOf({ surroundings }: Desk, { kind, chat }: Alert): string {
  const channel = surroundings.peek().channels.find(({ id }) => id === chat.channelId);
  return kind === "chat"
    ? words("newChatOf", { name: chat.client.name, channel: channel?.name ?? chat.channelId })
    : words("newMessageFrom", { name: chat.client.name });
}

const notificationOf = ({ kind, chat, text }: Alert) => ({
  chatId: chat.id,
  title: words(kind === "chat" ? "newChat" : "newMessage"),
  body: text === "" ? chat.client.name : words("nameAndText", { name: chat.client.name, text }),
  onClick: () => go(placeOf(["inbox", kind === "chat" ? "waiting" : "mine", chat.id])),
});

/** Follows the viewed chat: the chat that is open in the focused tab. */
function followLooks(look: (chatId: string | null) => void): () => void {
  const isFocused = signal(document.hasFocus());
  const update = (): void => {
    isFocused.value = document.hasFocus() && document.visibilityState === "visible";
  };
  const happenings = ["focus", "blur", "visibilitychange"] as const;
  for (const happening of happenings) addEventListener(happening, update);
  const end = effect(() => {
    const { section, parts } = route.value;
    look(isFocused.value && section === "inbox" ? (parts[1] ?? null) : null);
  });
  return () => {
    end();
    look(null);
    for (const happening of happenings) removeEventListener(happening, update);
  };
}

/** Agreements between the tabs of one agent in this browser, by locks. A lock ends with its tab. */
interface Tabs {
  /** Only the first tab plays sounds and shows notifications. */
  isFirst(): boolean;
  /** Marks the chat as viewed in this tab; null: no chat. */
  look(chatId: string | null): void;
  /** Whether the chat is viewed in any tab. */
  isLookedAt(chatId: string): Promise<boolean>;
  stop(): void;
}

function joinTabs(browser: Browser, agentId: number): Tabs {
  const name = (what: string): string => `parley.desk.${agentId}.${what}`;
  let isFirst = false;
  let looked: string | null = null;
  let isOver = false;
  const leave = new Set<() => void>();

  /** Holds the lock until its release. A lock that is granted too late is released at once. */
  const hold = (lock: string, isWanted: () => boolean, held: () => void = () => undefined): (() => void) => {
    let release = (): void => undefined;
    void browser.alone(name(lock), () =>
      isWanted()
        ? new Promise<void>((resolve) => {
            release = resolve;
            held();
          })
        : Promise.resolve(),
    );
    return () => release();
  };
  leave.add(
    hold(
      "attention",
      () => !isOver,
      () => {
        isFirst = true;
      },
    ),
  );
  let lookAway = (): void => undefined;
  leave.add(() => lookAway());
  return {
    isFirst: () => isFirst,
    look(chatId) {
      if (chatId === looked) return;
      lookAway();
      looked = chatId;
      lookAway = chatId === null ? () => undefined : hold(`looking.${chatId}`, () => !isOver && looked === chatId);
    },
    async isLookedAt(chatId) {
      if (chatId === looked) return true;
      const { held = [] } = (await navigator.locks?.query()) ?? {};
      return held.some((lock) => lock.name === name(`looking.${chatId}`));
    },
    stop() {
      isOver = true;
      looked = null;
      for (const each of leave) each();
    },
  };
}
