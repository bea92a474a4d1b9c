import { effect, signal } from "@preact/signals";
import type { Answer } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import type { ChatsPage } from "../data/answers.types.ts";
import type { Desk } from "../data/desk.ts";
import { tellFailure } from "../shell/notices.tsx";
import { inbox } from "../texts/en/inbox.ts";
import type { InboxModel } from "./inbox-model.ts";

const text = textsOf("inbox", inbox);

const pageChats = 500;

/**
 * Chats of blocked clients are not among the open ones. They are read when their view is opened, and after missed
 * messages. Returns a function that stops it. Source: WH-20.
 */
export function followBlocked(desk: Desk, model: InboxModel): () => void {
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
