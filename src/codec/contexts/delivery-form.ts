import type { MediaFields, OutwardContent } from "../../../machines/chat/message.types.ts";
import type { AttemptRecord, DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { AttemptFailure, Cargo, MailCargo, Recipient, WebhookCargo } from "../../../machines/tells.ts";
import { asAgentId, asChannelId, asChatId, asDeliveryId, asMessageId } from "../../core/ids.ts";
import { Defect } from "../../core/result.ts";
import type { StoredForm } from "../../ports/stored-form.ts";
import type { bot, chat } from "../proto/generated/contexts.js";
import { delivery } from "../proto/generated/contexts.js";
import { decodeBotEvent } from "./bot-form.ts";
import { decodeButton, decodeSignature } from "./chat-form.ts";
import type { Unlocked } from "./context-bytes.ts";
import { ContextReader, ifThere, listOf, writeBytes } from "./context-bytes.ts";

export const deliveryForm: StoredForm<DeliveryContext> = {
  version: 1,
  encode: (context) =>
    writeBytes((writer) => {
      delivery.DeliveryContext.encode(context as Unlocked<DeliveryContext>, writer);
      // In protobuf, two concatenated messages are one message with the fields of both.
      delivery.DeliveryContext.encode(encodableCargo(context.cargo as Unlocked<Cargo>), writer);
    }),
  decode(bytes) {
    const context = delivery.DeliveryContext.decode(new ContextReader(bytes));
    return {
      id: asDeliveryId(context.id),
      chatId: asChatId(context.chatId),
      channelId: asChannelId(context.channelId),
      messageSeq: context.messageSeq,
      messageId: ifThere(context.messageId, asMessageId),
      cargo: decodeCargo(context),
      isInFront: context.isInFront,
      recipient: ifThere(context.recipient as delivery.Recipient | null, decodeRecipient),
      attempts: listOf(context.attempts as delivery.AttemptRecord[], decodeAttempt),
      seriesOffset: context.seriesOffset,
      error: ifThere(context.error as delivery.AttemptFailure | null, decodeFailure),
      cancellation: ifThere(context.cancellation as delivery.AttemptFailure | null, decodeFailure),
      createdAtMs: context.createdAtMs,
    };
  },
};

function encodableCargo(cargo: Unlocked<Cargo>): delivery.DeliveryContext.$Properties {
  switch (cargo.kind) {
    case "message":
      return { messageCargo: cargo };
    case "bot_event":
      return { botEventCargo: cargo };
    case "webhook":
      return { webhookCargo: cargo };
    case "mail":
      return { mailCargo: cargo };
  }
}

function decodeCargo({ id, messageCargo, botEventCargo, webhookCargo, mailCargo }: delivery.DeliveryContext): Cargo {
  if (messageCargo) {
    const { content, sender } = messageCargo as delivery.MessageCargo;
    return {
      kind: "message",
      content: decodeContent(content as chat.MessageContent),
      sender: decodeSignature(sender as chat.AgentSignature),
    };
  }
  if (botEventCargo) {
    const { providerId, event } = botEventCargo as delivery.BotEventCargo;
    return { kind: "bot_event", providerId, event: decodeBotEvent(event as bot.BotEvent) };
  }
  if (webhookCargo) return decodeWebhook(webhookCargo as delivery.WebhookCargo);
  if (mailCargo) return decodeMail(mailCargo as delivery.MailCargo);
  throw new Defect(`Expected delivery ${id} to carry a message, an event or a mail; it carries nothing`);
}

function decodeWebhook({ event, endpoint, patienceMs }: delivery.WebhookCargo): WebhookCargo {
  const cargo = { kind: "webhook", event: event as WebhookCargo["event"] } as const;
  return {
    ...cargo,
    ...(typeof endpoint === "string" && { endpoint }),
    ...(typeof patienceMs === "number" && { patienceMs }),
  };
}

function decodeMail({ to, messagesUpTo, closedAtMs, answer }: delivery.MailCargo): MailCargo {
  if (!answer) return { kind: "mail", to, messagesUpTo, ...(typeof closedAtMs === "number" && { closedAtMs }) };
  const { number, agentId, subject, text } = answer as delivery.LeftMessageAnswer;
  return { kind: "mail", to, answer: { number, agentId: asAgentId(agentId), subject, text } };
}

const decodeRecipient = ({ senderId, senderIdKind }: delivery.Recipient): Recipient => ({
  senderId,
  senderIdKind: senderIdKind as Recipient["senderIdKind"],
});

const decodeAttempt = (attempt: delivery.AttemptRecord): AttemptRecord => ({
  number: attempt.number,
  startedAtMs: attempt.startedAtMs,
  durationMs: attempt.durationMs ?? null,
  httpStatus: attempt.httpStatus ?? null,
  failure: ifThere(attempt.failure as delivery.AttemptFailure | null, decodeFailure),
  address: attempt.address ?? null,
  answer: attempt.answer ?? null,
  note: attempt.note ?? null,
});

function decodeFailure(stored: delivery.AttemptFailure): AttemptFailure {
  const { code, message } = stored;
  const kind = stored.kind as AttemptFailure["kind"];
  return stored.isHidden ? { kind, code, message, isHidden: true } : { kind, code, message };
}

/** The content of a delivery. An empty list of buttons means that there are no buttons. */
function decodeContent(stored: chat.MessageContent): OutwardContent {
  const content: OutwardContent = {
    type: stored.type as OutwardContent["type"],
    text: stored.text,
    media: stored.media ? decodeMedia(stored.media) : null,
  };
  const { buttons, fallback, cut } = stored;
  const isPlain = buttons.length === 0 && typeof fallback !== "string" && typeof cut !== "number";
  if (isPlain) return content;
  return {
    ...content,
    ...(buttons.length > 0 && { buttons: listOf(buttons as chat.MessageButton[], decodeButton) }),
    ...(typeof fallback === "string" && { fallback }),
    ...(typeof cut === "number" && { cut }),
  };
}

const texts = ["file", "thumb", "emoji", "file_name", "performer", "title"] as const;
const numbers = ["file_size", "duration", "width", "height", "latitude", "longitude"] as const;

function decodeMedia(stored: chat.MediaFields.$Properties): MediaFields {
  const media: { -readonly [Field in keyof MediaFields]: MediaFields[Field] } = {};
  for (const field of texts) {
    const text = stored[field];
    if (typeof text === "string") media[field] = text;
  }
  for (const field of numbers) {
    const number = stored[field];
    if (typeof number === "number") media[field] = number;
  }
  return media;
}
