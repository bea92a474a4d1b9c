import { effect } from "@preact/signals";
import type { Answer } from "../../../shared/api/api.ts";
import type { ChatsPage } from "../../data/answers.types.ts";
import type { Desk } from "../../data/desk.ts";

const pageChats = 500;

/**
 * Closed chats are not among the open ones. Those with failed messages are read at the start of the desk, and after missed messages.
 * Returns a function that stops it.
 */
export function followClosed(desk: Desk): () => void {
  let isRead = false;
  let isReading = false;
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    isRead = await readClosed(desk);
    isReading = false;
  };
  const ends = [
    // A viewed chat is read separately when the open ones are reloaded.
    effect(() => {
      desk.chats.revision.value;
      for (const { id, state } of desk.chats.withFailed()) if (state === "closed") desk.chats.of(id).value;
    }),
    desk.onNews(({ type }) => {
      if (type === "resync" || (type === "ready" && !isRead)) void read();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Reads the closed chats. Returns whether all of them could be read. */
async function readClosed({ api, chats }: Desk): Promise<boolean> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const show = chats.ask();
    const page: Answer<ChatsPage> = await api.get(`/api/chats?state=closed&failed=true&limit=${pageChats}${from}`);
    if (!page.ok) return false;
    for (const chat of page.value.chats) show(chat);
    cursor = page.value.cursor;
  }
  return true;
}
