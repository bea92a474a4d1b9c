import { given } from "../../effects.ts";
import type { Steps } from "../../wire.ts";
import type { ChatContext, ChatEffect, ChatEvent } from "../chat.types.ts";
import { hasRoomInLane, laneWaitingMax } from "./lane-steps.ts";

/** Names of the requests for people. */
const stepNames = {
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
} as const satisfies Partial<Record<ChatEvent["type"], string>>;

interface Request {
  readonly type: keyof typeof stepNames;
}

const refusal = (message: string): ChatEffect => ({ type: "effect.request.refuse", message });

const refuseAnothers = ({ agent }: ChatContext, { type }: Request): ChatEffect =>
  refusal(
    `The chat is with ${given(agent, "an agent who has the chat").name}; only this agent can do "${stepNames[type]}".`,
  );

/** Source: WH-15, WH-28: without a link there is no card to assign to. */
function refuseAssign({ visit: { crm } }: ChatContext): ChatEffect {
  if (crm === null || crm.crmLink === null)
    return refusal(
      'The chat has no CRM link; "assign" needs an answer to chat_accepted with crm_link and enable_assign.',
    );
  return crm.isAssigned
    ? refusal('The chat is already bound to its CRM card; "assign" works only once.')
    : refusal('The owner\'s server did not allow "assign": its answer to chat_accepted has no enable_assign.');
}

/** No agent has the chat; `where` says who has it instead. */
const refuseUnaccepted =
  (where: string) =>
  (_: ChatContext, { type }: Request): ChatEffect =>
    refusal(`The chat is ${where}; "${stepNames[type]}" needs an agent who accepted it.`);

/** Reasons of refusals. */
export const refusalSteps = {
  emits: {
    refuseAnothers,
    refuseWithBot: refuseUnaccepted("with the bot"),
    refuseWaiting: refuseUnaccepted("waiting"),
    refuseUnstaffed: refuseUnaccepted("unstaffed"),
    /** Source: WH-20. */
    refuseBlocked: (_, { type }: Request) =>
      refusal(
        `The client is on the blacklist; "${stepNames[type]}" is possible after the client is taken off the blacklist.`,
      ),
    refuseClosed: (_, { type }: Request) =>
      refusal(`The chat is closed; "${stepNames[type]}" is not possible any more.`),
    refuseLane: (context) =>
      refusal(
        hasRoomInLane(context)
          ? "The message is being sent already."
          : `${laneWaitingMax} messages of this chat wait for delivery; no more can be sent before one of them ends.`,
      ),
    refuseAssign,
    /** Source: BOT-42. */
    refuseClick: refusal("The button cannot be clicked any more: it was clicked, or the client has written since."),
    refuseDismiss: refusal(
      "The message is not marked as failed: it was delivered or dismissed, or the client was answered since.",
    ),
  },
} satisfies Steps<ChatContext, ChatEffect>;
