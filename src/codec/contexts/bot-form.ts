import type {
  BotConversationContext,
  LaneEntry,
  PostedEvent,
} from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { AgentNoticeEvent, BotEvent, BotNotice, BotSender } from "../../../machines/tells.ts";
import { asChannelId, asChatId, asDeliveryId, asMessageId } from "../../core/ids.ts";
import type { StoredForm } from "../../ports/stored-form.ts";
import { bot } from "../proto/generated/contexts.js";
import type { Unlocked } from "./context-bytes.ts";
import { ContextReader, ifThere, listOf, writeBytes } from "./context-bytes.ts";

export const botForm: StoredForm<BotConversationContext> = {
  version: 1,
  encode: (context) =>
    writeBytes((writer) => bot.BotConversationContext.encode(context as Unlocked<BotConversationContext>, writer)),
  decode(bytes) {
    const context = bot.BotConversationContext.decode(new ContextReader(bytes));
    const lane = context.lane as bot.BotLane;
    return {
      chatId: asChatId(context.chatId),
      channelId: asChannelId(context.channelId),
      clientNumber: context.clientNumber,
      providerId: context.providerId,
      lane: {
        active: ifThere(lane.active as bot.LaneEntry | null, decodeEntry),
        waiting: listOf(lane.waiting as bot.LaneEntry[], decodeEntry),
      },
      hasSent: context.hasSent,
      offerNotice: ifThere(context.offerNotice as bot.BotNotice | null, decodeNotice),
      posted: listOf(context.posted as bot.PostedEvent[], decodePosted),
    };
  },
};

const decodeEntry = ({ deliveryId, event }: bot.LaneEntry): LaneEntry => ({
  deliveryId: asDeliveryId(deliveryId),
  event: event as LaneEntry["event"],
});

const decodeNotice = ({ eventId, deliveryId, lineId }: bot.BotNotice): BotNotice => ({
  eventId: asMessageId(eventId),
  deliveryId: asDeliveryId(deliveryId),
  lineId: asMessageId(lineId),
});

const decodePosted = ({ id, fingerprint, atMs }: bot.PostedEvent): PostedEvent => ({ id, fingerprint, atMs });

export function decodeBotEvent(sent: bot.BotEvent): BotEvent {
  const { event, clientNumber } = sent;
  const chatId = asChatId(sent.chatId);
  if (event !== "CLIENT_MESSAGE") return { event: event as AgentNoticeEvent["event"], chatId, clientNumber };
  return {
    event,
    chatId,
    clientNumber,
    sender: decodeSender(sent.sender as bot.BotSender),
    agentsOnline: sent.agentsOnline,
    text: sent.text,
    buttonId: sent.buttonId ?? null,
    atMs: sent.atMs,
  };
}

const decodeSender = ({ name, url, hasContacts }: bot.BotSender): BotSender => ({
  name: name ?? null,
  url: url ?? null,
  hasContacts,
});
