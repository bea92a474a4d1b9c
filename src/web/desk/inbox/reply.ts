import { batch } from "@preact/signals";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { Desk } from "../data/desk.ts";
import { chatToWriteIn } from "../shell/panes.ts";
import { acceptChat, chatsUnderWay } from "../shell/steps/chat-steps.ts";
import type { InboxModel } from "./inbox-model.ts";
import { openChat } from "./inbox-model.ts";

/** Whether the list offers to take the chat: nobody has it, and a person is wanted. */
export const isTakeable = ({ state }: DeskChat): boolean => state === "waiting" || state === "unstaffed";

/** Takes a chat and opens it; whoever comes too late is told who has it, and stays where they are. */
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

/** By key: nothing happens where the list offers no Reply. */
export function replyTo(desk: Desk, model: InboxModel, chatId: string): boolean {
  const chat = desk.chats.of(chatId).peek();
  if (chat === undefined || !isTakeable(chat)) return false;
  void reply(desk, model, chatId);
  return true;
}
