import { batch } from "@preact/signals";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { Desk } from "../data/desk.ts";
import { chatToWriteIn } from "../shell/pane-buttons.tsx";
import { acceptChat, chatsUnderWay } from "../shell/steps/chat-steps.ts";
import type { InboxModel } from "./inbox-model.ts";
import { openChat } from "./inbox-model.ts";

/** Whether the list offers to accept the chat: it has no agent and waits for one. */
export const isTakeable = ({ state }: DeskChat): boolean => state === "waiting" || state === "unstaffed";

/** Accepts a chat and opens it. If another agent was faster, a notice names that agent and the view stays. */
export async function reply(desk: Desk, model: InboxModel, chatId: string): Promise<void> {
  if (chatsUnderWay.peek().has(chatId)) return;
  model.taking.value = chatId;
  const answer = await acceptChat(desk, chatId);
  batch(() => {
    if (answer.ok) {
      chatToWriteIn.value = chatId;
      openChat(model, chatId);
    }
    if (model.taking.peek() === chatId) model.taking.value = null;
  });
}

/** The key for Reply; it does nothing when the list offers no Reply. */
export function replyTo(desk: Desk, model: InboxModel, chatId: string): boolean {
  const chat = desk.chats.of(chatId).peek();
  if (chat === undefined || !isTakeable(chat)) return false;
  void reply(desk, model, chatId);
  return true;
}
