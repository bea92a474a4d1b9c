import type { ChatContext, ChatEffect, ChatEvent } from "./chat.types.ts";
import { laneWaitingMax } from "./lane.ts";

const stepNames: Partial<Record<ChatEvent["type"], string>> = {
  "button.click-requested": "click",
  "chat.accept-requested": "accept",
  "chat.reply-requested": "send a message",
  "delivery.resend-requested": "send again",
  "chat.close-requested": "close",
  "chat.reopen-requested": "open again",
  "chat.typing-requested": "typing",
  "chat.transfer-requested": "transfer",
  "chat.note-requested": "write a note",
  "chat.contact-change-requested": "change the contact",
  "chat.assign-requested": "assign",
  "chat.blacklist-requested": "blacklist",
  "call.requested": "call",
  "chat.rated": "rate",
};

const refusal = (message: string): ChatEffect => ({ type: "effect.request.refuse", message });

export const refuseAnothers = (context: ChatContext, event: ChatEvent): ChatEffect =>
  refusal(
    `The chat is with ${context.agent?.name ?? "another agent"}; "${stepNames[event.type]}" is for its agent alone.`,
  );

/** No agent has the chat: it is `where`. */
export const refuseUnaccepted = (where: string, event: ChatEvent): ChatEffect =>
  refusal(`The chat is ${where}; "${stepNames[event.type]}" needs an agent who accepted it.`);

/** Source: WH-20. */
export const refuseBlocked = (event: ChatEvent): ChatEffect =>
  refusal(`The client is on the blacklist; "${stepNames[event.type]}" is possible when it is taken off.`);

export const refuseClosed = (event: ChatEvent): ChatEffect =>
  refusal(`The chat is closed; "${stepNames[event.type]}" is not possible any more.`);

/** Source: BOT-42. */
export const refuseClick = (): ChatEffect =>
  refusal("The button cannot be clicked any more: it was clicked, or the client has written since.");

/** Source: WH-15, WH-28: without a link there is nothing to assign to. */
export function refuseAssign({ visit: { crm } }: ChatContext): ChatEffect {
  if (crm === null || crm.crmLink === null)
    return refusal(
      'The chat has no CRM link to be bound to; "assign" needs the link of an answer to chat_accepted, and enable_assign.',
    );
  return crm.isAssigned
    ? refusal('The chat is bound to its CRM card already; "assign" is done.')
    : refusal('The owner\'s server did not allow "assign": its answer to chat_accepted has no enable_assign.');
}

export const refuseLane = (context: ChatContext): ChatEffect =>
  refusal(
    context.lane.waiting.length < laneWaitingMax
      ? "The message is being sent already."
      : `${laneWaitingMax} messages of this chat wait for delivery; no more can be sent before one of them ends.`,
  );

export const refuseDismiss = (): ChatEffect =>
  refusal("The message is not marked as failed: it was delivered or dismissed, or the client was answered since.");
