import { useEffect } from "preact/hooks";
import type { Desk } from "../data/desk.ts";
import { go, placeOf } from "../shell/route.ts";
import type { InboxModel } from "./inbox-model.ts";
import { viewOfChat } from "./views.ts";

/**
 * Shows a chat from an address in the list: scrolls to it, and switches the view if the view of the address does not have it.
 * Later changes of the open chat move nothing.
 */
export function useReveal(desk: Desk, model: InboxModel): void {
  const chatId = model.openId.value;
  const isReady = desk.chats.loading.value === "ready";
  useEffect(() => {
    if (chatId === null || !isReady) return;
    // A row under the pointer is visible already, and must not move.
    if (!model.isPointed.peek()) model.sought.value = { chatId, isTop: false };
    const chat = desk.chats.of(chatId).peek();
    if (chat === undefined || model.indexed.peek().ids.includes(chatId)) return;
    const current = model.view.peek().id;
    const view = viewOfChat(chat, model.me.peek(), current);
    if (view === null) return;
    const kept = model.channelId.peek();
    if (kept !== null && kept !== chat.channelId) model.channelId.value = null;
    if (view !== current) go(placeOf(["inbox", view, chatId]), true);
  }, [chatId, isReady, desk, model]);
}
