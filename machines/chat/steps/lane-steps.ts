import { deliveryAddress } from "../../addresses.ts";
import type { DeliveryEnded } from "../../delivery/delivery.types.ts";
import type { Steps } from "../../wire.ts";
import type { ChatContext, ChatEffect, ResendRequested } from "../chat.types.ts";
import { advanceLane, hasRoomInLane, isInLane, joinLane, openTell } from "../lane.ts";
import type { ChannelClosed } from "../outer-events.types.ts";

/** A failed delivery is queued after those that wait already. Source: DEL-05. */
function requeue(context: ChatContext, { deliveryId, nowMs }: ResendRequested): ChatEffect {
  const requeued = { to: deliveryAddress(deliveryId), event: { type: "delivery.requeued" as const, nowMs } };
  const isFirst = context.lane.active === deliveryId;
  return {
    type: "effect.actor.tell",
    tells: isFirst ? [requeued, openTell(context, deliveryId, nowMs)] : [requeued],
  };
}

/** Opens the delivery that moved to the front of the lane. */
function openNext(context: ChatContext, { nowMs }: DeliveryEnded): ChatEffect {
  const next = context.lane.active;
  return { type: "effect.actor.tell", tells: next === null ? [] : [openTell(context, next, nowMs)] };
}

/** Every delivery in the lane is told that the channel is closed. Source: DEL-08. */
function cancelLane({ lane: { active, waiting } }: ChatContext, { nowMs, failure }: ChannelClosed): ChatEffect {
  const ids = active === null ? waiting : [active, ...waiting];
  const cancelled = { type: "delivery.cancelled" as const, nowMs, failure };
  return { type: "effect.actor.tell", tells: ids.map((id) => ({ to: deliveryAddress(id), event: cancelled })) };
}

/** The order of messages to the client. */
export const laneSteps = {
  guards: {
    canResend: (context, { deliveryId }: ResendRequested) =>
      !isInLane(context.lane, deliveryId) && hasRoomInLane(context),
    isActiveDelivery: ({ lane }, { deliveryId }: DeliveryEnded) => lane.active === deliveryId,
    hasRoomForReply: hasRoomInLane,
  },
  assigns: {
    joinLane: ({ lane }, { deliveryId }: ResendRequested) => ({ lane: joinLane(lane, deliveryId) }),
    advanceLane: ({ lane }, { deliveryId }: DeliveryEnded) => ({ lane: advanceLane(lane, deliveryId) }),
    emptyLane: ({ lane }) => ({ lane: { active: lane.active, waiting: [] } }),
  },
  emits: { requeue, openNext, cancelLane },
} satisfies Steps<ChatContext, ChatEffect>;
