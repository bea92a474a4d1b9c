import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Answer } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import type { ChatsPage } from "../data/answers.types.ts";
import type { Desk } from "../data/desk.ts";
import { useFirstSteps } from "../first-steps/first-steps-data.ts";
import { tellFailure } from "../shell/notices.tsx";
import { clientPanelOpen } from "../shell/pane-buttons.tsx";
import { go, placeOf, route } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import type { InboxModel } from "./inbox-model.ts";
import { followAddress, inboxOf } from "./inbox-model.ts";
import { ListPane } from "./list-pane.tsx";
import { NoChat } from "./no-chat.tsx";
import { OpenChat, useClientPanel } from "./open-chat.tsx";
import { viewOfChat } from "./views.ts";

const text = textsOf("inbox", inbox);

/** The list of chats, the open chat and its client, side by side on wide pages. */
export function Inbox(): JSX.Element {
  const desk = useDesk();
  const model = inboxOf(desk);
  const [name] = route.value.parts;
  const chatId = model.openId.value;
  const isPanelOpen = clientPanelOpen.value;
  const steps = useFirstSteps(desk);
  const isEmpty = model.indexed.value.counts.all === 0;
  useEffect(() => followAddress(desk, name), [desk, name]);
  useEffect(() => followBlocked(desk, model), [desk, model]);
  useEffect(
    () => () => {
      model.isPointed.value = false;
    },
    [model],
  );
  useReveal(desk, model);
  useClientPanel(chatId);
  return (
    <div
      class={`columns ${chatId === null ? "at-list" : "at-chat"} ${isPanelOpen ? "panel-open" : ""} ${steps === "shown" ? "with-steps" : ""} ${isEmpty ? "is-empty" : ""}`}
      // The conversation itself has the role of the main content.
      role={chatId === null ? "main" : undefined}
    >
      <ListPane model={model} />
      {chatId === null ? <NoChat model={model} steps={steps} /> : <OpenChat chatId={chatId} />}
    </div>
  );
}

/**
 * Shows a chat from an address in the list: scrolls to it, and switches the view if the view of the address does not have it.
 * Later changes of the open chat move nothing.
 */
function useReveal(desk: Desk, model: InboxModel): void {
  const chatId = model.openId.value;
  const isReady = desk.chats.loading.value === "ready";
  useEffect(() => {
    if (chatId === null || !isReady) return;
    // A row under the pointer is visible already, and must not move.
    if (!model.isPointed.peek()) model.sought.value = { chatId, isTop: false };
    const chat = desk.chats.of(chatId).peek();
    if (chat === undefined || model.indexed.peek().ids.includes(chatId)) return;
    const current = model.view.peek().id;
    const view = viewOfChat(chat, model.me.peek(), current, model.testChannelIds.peek().includes(chat.channelId));
    if (view === null) return;
    const kept = model.channelId.peek();
    if (kept !== null && kept !== chat.channelId) model.channelId.value = null;
    if (view !== current) go(placeOf(["inbox", view, chatId]), true);
  }, [chatId, isReady, desk, model]);
}

const pageChats = 500;

/**
 * Chats of blocked clients are not among the open ones. They are read when their view is opened, and after missed
 * messages. Returns a function that stops it. Source: WH-20.
 */
function followBlocked(desk: Desk, model: InboxModel): () => void {
  const listed = signal<readonly string[]>([]);
  const list = (ids: readonly string[]): void => {
    listed.value = [...new Set([...listed.peek(), ...ids])];
  };
  const isLookedAt = (): boolean => model.view.value.id === "blocked";
  const ends = [
    effect(() => {
      if (isLookedAt()) void readBlocked(desk, list);
      else listed.value = [];
    }),
    // Only a few closed chats are cached, but all watched ones are.
    effect(() => {
      for (const id of listed.value) desk.chats.of(id).value;
    }),
    desk.onNews(({ type }) => {
      if (type === "resync" && isLookedAt()) void readBlocked(desk, list);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

async function readBlocked({ api, chats }: Desk, list: (ids: readonly string[]) => void): Promise<void> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const show = chats.ask();
    const page: Answer<ChatsPage> = await api.get(`/api/chats?state=blocked&limit=${pageChats}${from}`);
    if (!page.ok) return tellFailure(text("blockedFailed"), page.failure);
    list(page.value.chats.map(({ id }) => id));
    for (const chat of page.value.chats) show(chat);
    cursor = page.value.cursor;
  }
}
