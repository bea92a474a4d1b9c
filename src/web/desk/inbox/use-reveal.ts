import { useEffect } from "preact/hooks";
import type { Desk } from "../data/desk.ts";
import { go, placeOf } from "../shell/route.ts";
import type { InboxModel } from "./inbox-model.ts";
import { viewOfChat } from "./views.ts";

/**
 * Whoever comes to a chat by its address finds it in the list: in another view where the one of the address does not have it, and
 * scrolled to. Once it is open, what becomes of it moves nothing.
 */
export function useReveal(desk: Desk, model: InboxModel): void {
  const chatId = model.openId.value;
  const isReady = desk.chats.loading.value === "ready";
  useEffect(() => {
    if (chatId === null || !isReady) return;
    // Whoever points at a row sees it: nothing moves under the pointer.
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
