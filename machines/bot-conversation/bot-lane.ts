import { deliveryAddress } from "../addresses.ts";
import type { DeliveryCancelled, DeliveryEnded, DeliveryOpened, DeliveryQueued } from "../delivery/delivery.types.ts";
import type { Tell } from "../effects.ts";
import type { BotConversationContext, BotLane, LaneEntry } from "./bot-conversation.types.ts";
import { withoutBot } from "./bot-conversation.types.ts";
import type { BotEvent, BotNotice } from "./bot-event.types.ts";

/** A bot with more waiting events than this does not help anybody. */
export const botLaneWaitingMax = 500;

export const emptyBotLane: BotLane = { active: null, waiting: [] };

/** The context after an event for the bot joined its lane. Source: BOT-16. */
export function joinBotLane(context: BotConversationContext, entry: LaneEntry): Partial<BotConversationContext> {
  const { active, waiting } = context.lane;
  if (active !== null) return { lane: { active, waiting: [...waiting, entry] } };
  return { lane: { active: entry, waiting }, ...afterOpening(entry) };
}

/** The context after the event in front ended: the next one takes its place at once. */
export function advanceBotLane({ lane }: BotConversationContext): Partial<BotConversationContext> {
  const [next, ...waiting] = lane.waiting;
  if (next === undefined) return { lane: emptyBotLane };
  return { lane: { active: next, waiting }, ...afterOpening(next) };
}

/** After a CLIENT_MESSAGE, no event of the bot counts as a repeat of an earlier one. Source: BOT-32. */
const afterOpening = ({ event }: LaneEntry): Partial<BotConversationContext> =>
  event === "CLIENT_MESSAGE" ? { hasSent: true, posted: [] } : {};

/** The bot has received a CLIENT_MESSAGE of this chat, or will receive one before any event that joins the lane now. Source: BOT-02. */
export const hasHeardOf = ({ hasSent, lane }: BotConversationContext): boolean =>
  hasSent || lane.waiting.some(({ event }) => event === "CLIENT_MESSAGE");

/** Whether the delivery that ended is the one in front. */
export const isInFront = ({ lane }: BotConversationContext, { deliveryId }: DeliveryEnded): boolean =>
  lane.active?.deliveryId === deliveryId;

/** Creates the delivery of an event that has joined the lane; when it is in front, its first attempt begins. */
export function queueForBot(
  { chatId, channelId, providerId, lane }: BotConversationContext,
  event: BotEvent,
  { notice, nowMs, messageSeq }: { readonly notice: BotNotice; readonly nowMs: number; readonly messageSeq: number },
): Tell<DeliveryQueued> {
  const { eventId: messageId, deliveryId: id } = notice;
  const cargo = { kind: "bot_event", providerId, event } as const;
  const isInFront = lane.active?.deliveryId === id;
  const about = { id, chatId, channelId, messageSeq, messageId, cargo, isInFront, recipient: null };
  return { to: deliveryAddress(id), event: { type: "delivery.queued", nowMs, ...about } };
}

/** Opens the event in front of the lane. */
export function openFront({ lane }: BotConversationContext, nowMs: number): readonly Tell<DeliveryOpened>[] {
  if (lane.active === null) return [];
  const event = { type: "delivery.opened", nowMs, recipient: null } as const;
  return [{ to: deliveryAddress(lane.active.deliveryId), event }];
}

/** None of these is sent any more; a running attempt is the last one. Source: BOT-22. */
export function cancelEntries(entries: readonly LaneEntry[], nowMs: number): readonly Tell<DeliveryCancelled>[] {
  const event = { type: "delivery.cancelled", nowMs, failure: withoutBot } as const;
  return entries.map(({ deliveryId }) => ({ to: deliveryAddress(deliveryId), event }));
}
