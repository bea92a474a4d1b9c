import type { ReadonlySignal } from "@preact/signals";
import { effect, signal, untracked } from "@preact/signals";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Desk } from "../../data/desk.ts";
import { shell } from "../../texts/en/shell.ts";
import { go, placeOf, route } from "../route.ts";
import type { Me } from "../standing.ts";
import type { Alert } from "./alerts.ts";
import { createAlerts } from "./alerts.ts";
import { isOn } from "./attention-settings.ts";
import { chime } from "./chime.ts";
import { notify, withdraw } from "./notifications.ts";
import { showCount } from "./show-count.ts";
import { joinTabs } from "./tabs.ts";

const words = textsOf("shell", shell);

export interface Attention {
  /** What screen readers are to say. */
  readonly said: ReadonlySignal<string>;
  stop(): void;
}

/** Many at once are one sound. */
const quietMs = 1_500;
/** All chats are looked through as often as this, not with every picture. */
const lookEveryMs = 150;
/** More at once, after a gap, are told in one sentence. */
const alertsMax = 3;

/**
 * Tells an agent of what wants it: by a sound and a notification, in one tab of several; by words for screen readers; by the
 * tab's title and the application's badge. An agent who is away is told of nothing.
 */
export function openAttention(desk: Desk): Attention {
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

/** Counts on when chats have changed, a little later, once for all that changed meanwhile. */
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

/** A chat is looked at while it is open in a tab that has the focus. */
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
