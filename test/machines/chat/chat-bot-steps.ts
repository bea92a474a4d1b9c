import type { BotSituation, ChatInput, MessageReceived } from "../../../machines/chat/chat.types.ts";
import type {
  ChatMessage,
  MessageButton,
  MessageContent,
  OutwardContent,
} from "../../../machines/chat/message.types.ts";
import type {
  AgentAccepted,
  BotDisconnected,
  ChatClosed,
  ChatReopened,
  ChatTransferred,
  ClientWrote,
} from "../../../machines/tells.ts";
import { asActorKey, asDeliveryId, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { replied, robin, says, tells } from "../bot-conversation/bot-steps.ts";
import type { Begun } from "../table.ts";
import { accept, botNotice, channelId, chat, close, id, input, kim, received, t0 } from "./chat-steps.ts";

/** A chat on a channel with a bot, with which every table of its steps begins. */
export const botChat: Begun & { readonly input: ChatInput } = {
  ...chat,
  input: { ...input, bot: "connected" },
};

export const situation = (number: number, facts: Partial<BotSituation> = {}): BotSituation => ({
  providerId: "acme-bots",
  agentsOnline: true,
  wantsAgent: false,
  acceptTimeoutMs: 60_000,
  notice: botNotice(number),
  offerNotice: facts.wantsAgent === true ? botNotice(`${number}-offer`) : null,
  ...facts,
});
/** Message `number` of a client whose channel has a bot. */
export const asks = (number: number, facts: Partial<MessageReceived> = {}): MessageReceived => ({
  ...received(number),
  bot: situation(number),
  ...facts,
});

type Stored = Partial<ChatMessage> & Pick<ChatMessage, "seq" | "from" | "content" | "atMs"> & { readonly name: string };
export const storedAs = ({ name, ...message }: Stored): Effect => ({
  type: "effect.message.store",
  message: { id: asMessageId(name), agentId: null, externalId: null, deliveryId: null, ...message },
});
/** The effect that stores `asks(number)`; the bot receives the message. */
export const storedForBot = (seq: number, number: number): Effect =>
  storedAs({
    seq,
    name: `in-${number}`,
    from: "client",
    content: asks(number).message.content,
    atMs: t0 + number,
    botDeliveryId: asDeliveryId(`B${number}`),
  });
/** The effect that stores a line for the agents. `event` is the event to the bot that the line reports. */
export const storedLine = (seq: number, name: string, text: string, atMs: number, event?: string): Effect =>
  storedAs({
    seq,
    name,
    from: "system",
    content: { type: "event", text, media: null },
    atMs,
    ...(event === undefined ? {} : { botDeliveryId: asDeliveryId(event) }),
  });
/** The effect that stores `says(number)`. */
export const storedBot = (seq: number, number: number, change: Partial<ChatMessage> = {}): Effect =>
  storedAs({
    seq,
    name: `bot-${number}`,
    from: "bot",
    content: says(number).message.content,
    atMs: t0 + 100 + number,
    ...change,
  });

type SentToBot = ClientWrote | AgentAccepted | ChatTransferred | ChatClosed | ChatReopened | BotDisconnected;
export const toBot = (event: SentToBot): Effect => tells({ to: asActorKey("bot/12"), event });
/** The delivery of `says(number)` to the customer system. */
export const queuedReply = (seq: number, number: number, isInFront: boolean, content?: OutwardContent): Effect =>
  tells({
    to: asActorKey(`delivery/D${number}`),
    event: {
      type: "delivery.queued",
      nowMs: t0 + 100 + number,
      id: asDeliveryId(`D${number}`),
      chatId: id,
      channelId,
      messageSeq: seq,
      messageId: asMessageId(`bot-${number}`),
      cargo: { kind: "message", content: content ?? (says(number).message.content as OutwardContent), sender: robin },
      isInFront,
      recipient: isInFront ? { senderId: "7", senderIdKind: "string" } : null,
    },
  });

export const offered: ActorEvent = { type: "bot.offered", nowMs: t0 + 200 };
export const noStaff: ActorEvent = { type: "bot.unstaffed", nowMs: t0 + 250, notice: botNotice("invite") };
export const botFailure = { code: "http_status", message: "HTTP 503." };
export const botLeft: ActorEvent = {
  type: "bot.ended",
  nowMs: t0 + 260,
  reason: "The bot failed: HTTP 503.",
  lineId: asMessageId("line-left"),
  failure: botFailure,
};
/** The bot's `says(number)`, shown to the client. */
export const botSaid = (number: number): ActorEvent => replied(says(number), true);

export const yes: MessageButton = { text: "Yes", id: "17" };
export const no: MessageButton = { text: "No", id: null };
export const buttonsContent = (buttons: readonly MessageButton[]) =>
  ({
    type: "buttons",
    text: "Shall I?",
    media: null,
    buttons,
    fallback: "Shall I? Yes / No",
  }) as const satisfies MessageContent;
/** Message 2 of the chat: the bot's buttons. */
export const withButtons = (
  number: number,
  buttons: readonly MessageButton[] = [yes, no],
  isShown = true,
): ActorEvent => {
  const said = says(number);
  return replied({ ...said, message: { ...said.message, content: buttonsContent(buttons) } }, isShown);
};
export const click = (messageSeq: number, index: number, bot?: BotSituation): ActorEvent => ({
  type: "button.click-requested",
  nowMs: t0 + 300,
  messageId: asMessageId("click"),
  externalId: "r1",
  messageSeq,
  index,
  ...(bot === undefined ? {} : { bot }),
});

export const withBot = [asks(1)];
export const waitingForAgent = [...withBot, offered];
export const unstaffedChat = [...waitingForAgent, noStaff];
export const withoutItsBot = [...withBot, botLeft];
export const taken = [...withBot, accept(kim)];
export const closedByKim = [...withBot, close(kim)];

export const disconnected = (
  nowMs: number,
  lineId: string,
  reason = "The bot was disconnected from the channel.",
): Effect => toBot({ type: "bot.disconnected", nowMs, reason, lineId: asMessageId(lineId) });
