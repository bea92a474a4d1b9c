import { deliveryAddress } from "../addresses.ts";
import type { DeliveryOpened, DeliveryQueued, MessageCargo } from "../delivery/delivery.types.ts";
import type { Tell } from "../effects.ts";
import type { DeliveryId } from "../ids.ts";
import type { ChatContext, OutboundLane } from "./chat.types.ts";

/** How many messages may wait after the attempted one; one more is refused. */
export const laneWaitingMax = 500;

export const emptyLane: OutboundLane = { active: null, waiting: [] };

/** Appends the delivery to the lane, or puts it in front when the lane is empty. Source: DEL-18. */
export function joinLane(lane: OutboundLane, id: DeliveryId): OutboundLane {
  return lane.active === null
    ? { active: id, waiting: lane.waiting }
    : { active: lane.active, waiting: [...lane.waiting, id] };
}

/** The active delivery ended; the next one, if any, takes its place at once. */
export function advanceLane(lane: OutboundLane, ended: DeliveryId): OutboundLane {
  if (lane.active !== ended) return lane;
  const [next, ...waiting] = lane.waiting;
  return { active: next ?? null, waiting };
}

export const hasRoomInLane = ({ lane }: ChatContext): boolean => lane.waiting.length < laneWaitingMax;

export const isInLane = (lane: OutboundLane, id: DeliveryId): boolean =>
  lane.active === id || lane.waiting.includes(id);

/** Creates the delivery of a message that has joined the lane; when it is in front, its first attempt begins. */
export function queueTell(
  context: ChatContext,
  queued: Pick<DeliveryQueued, "id" | "messageId" | "nowMs"> & { readonly cargo: MessageCargo },
): Tell<DeliveryQueued> {
  const { id: chatId, channelId, lastSeq: messageSeq, lane, client } = context;
  const isInFront = lane.active === queued.id;
  const recipient = isInFront ? { senderId: client.senderId, senderIdKind: client.senderIdKind } : null;
  return {
    to: deliveryAddress(queued.id),
    event: { type: "delivery.queued", ...queued, chatId, channelId, messageSeq, isInFront, recipient },
  };
}

/** Opens the lane for a delivery, with the client's id as last received: the id may change until the first attempt. Source: CH-40. */
export function openTell(context: ChatContext, id: DeliveryId, nowMs: number): Tell<DeliveryOpened> {
  const { senderId, senderIdKind } = context.client;
  return {
    to: deliveryAddress(id),
    event: { type: "delivery.opened", nowMs, recipient: { senderId, senderIdKind } },
  };
}
