import { deliveryAddress } from "../addresses.ts";
import type { DeliveryOpened, DeliveryQueued } from "../delivery/delivery.types.ts";
import type { Tell } from "../effects.ts";
import type { WebhookEntry, WebhookLane, WebhooksContext } from "./webhooks.types.ts";

/** While this many events or more wait, a `chat_updated` waits for further changes before it joins them. */
export const laneCrowdedAt = 100;

export const emptyWebhookLane: WebhookLane = { active: null, waiting: [] };

/** Appends the event to the lane, or puts it in front when no first attempt runs. Source: WH-42. */
export const joinWebhookLane = ({ active, waiting }: WebhookLane, entry: WebhookEntry): WebhookLane =>
  active === null ? { active: entry.deliveryId, waiting } : { active, waiting: [...waiting, entry] };

/** The first attempt in front has ended: the next event takes its place at once. */
export function advanceWebhookLane({ waiting }: WebhookLane): WebhookLane {
  const [next, ...rest] = waiting;
  return next === undefined ? emptyWebhookLane : { active: next.deliveryId, waiting: rest };
}

/** Creates the delivery of an event that has joined the lane. */
export function queueWebhook(
  { chatId, channelId, lane }: WebhooksContext,
  { deliveryId: id, event }: WebhookEntry,
  nowMs: number,
): Tell<DeliveryQueued> {
  const cargo = { kind: "webhook", event } as const;
  const isInFront = lane.active === id;
  const about = { id, chatId, channelId, messageSeq: 0, messageId: null, cargo, isInFront, recipient: null };
  return { to: deliveryAddress(id), event: { type: "delivery.queued", nowMs, ...about } };
}

/** Opens the event that moved to the front. */
export function openWebhook({ lane }: WebhooksContext, nowMs: number): readonly Tell<DeliveryOpened>[] {
  if (lane.active === null) return [];
  return [{ to: deliveryAddress(lane.active), event: { type: "delivery.opened", nowMs, recipient: null } }];
}
