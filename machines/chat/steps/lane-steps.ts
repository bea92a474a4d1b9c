import type { Tell } from "../../effects.ts";
import { given } from "../../effects.ts";
import type { DeliveryId } from "../../ids.ts";
import type { DeliveryEnded, DeliveryOpened, DeliveryQueued, MessageCargo } from "../../tells.ts";
import { deliveryAddress } from "../../tells.ts";
import type { Steps } from "../../wire.ts";
import { storedLine, withFailed } from "../changes.ts";
import type {
  ChannelClosed,
  ChatContext,
  ChatEffect,
  DismissRequested,
  FailedMessage,
  OutboundLane,
  ResendRequested,
} from "../chat.types.ts";

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

const isInLane = (lane: OutboundLane, id: DeliveryId): boolean => lane.active === id || lane.waiting.includes(id);

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
function openTell(context: ChatContext, id: DeliveryId, nowMs: number): Tell<DeliveryOpened> {
  const { senderId, senderIdKind } = context.client;
  return {
    to: deliveryAddress(id),
    event: { type: "delivery.opened", nowMs, recipient: { senderId, senderIdKind } },
  };
}

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

/**
 * How many failed messages a chat remembers. Beyond that the oldest is forgotten: the chat stays marked, and the delivery log has them all.
 */
export const failedMessagesMax = 50;

export const hasFailedMessages = ({ visit }: Pick<ChatContext, "visit">): boolean => visit.failed.length > 0;

/** The active delivery succeeded and no message is marked: almost every end is like this. */
const isPlainSuccess = (context: ChatContext, { deliveryId, failure }: DeliveryEnded): boolean =>
  context.lane.active === deliveryId && failure === null && !hasFailedMessages(context);

/** The context after a delivery that failed, or that ended while other messages are marked. */
function noteOutcome({ visit, lastSeq }: ChatContext, event: DeliveryEnded): Partial<ChatContext> {
  const { deliveryId, failure, nowMs } = event;
  const { seq, agentId } = given(event.message, "which message was delivered");
  const others = visit.failed.filter((failed) => failed.deliveryId !== deliveryId);
  // A message that was written before the failure was visible is no answer to it: of two in a row the second may arrive without the first.
  if (failure === null)
    return {
      visit: withFailed(
        visit,
        others.filter(({ knownSeq }) => seq <= knownSeq),
      ),
      updatedAtMs: nowMs,
    };
  const failed: FailedMessage = { deliveryId, seq, agentId, atMs: nowMs, knownSeq: lastSeq };
  return { visit: withFailed(visit, [...others, failed].slice(-failedMessagesMax)), updatedAtMs: nowMs };
}

/** How many messages a dismissal removes: the one it names and those that failed before it. */
const dismissedOf = ({ visit: { failed } }: Pick<ChatContext, "visit">, dismissed: DismissRequested): number =>
  failed.findIndex(({ deliveryId }) => deliveryId === dismissed.deliveryId) + 1;

/** Runs before they are removed. */
function storeDismissal(context: ChatContext, event: DismissRequested): ChatEffect {
  const count = dismissedOf(context, event);
  const what = count === 1 ? "a message that was" : `${count} messages that were`;
  return storedLine(context, event, event.messageId, `${event.agent.name} dismissed ${what} not delivered.`);
}

/** The outcomes of sent messages. */
export const failureSteps = {
  guards: {
    isPlainSuccess,
    /** A waiting delivery can fail without having been in front. Source: DEL-08. */
    isFailure: (_, { failure }: DeliveryEnded) => failure !== null,
    canDismiss: (context, event: DismissRequested) => dismissedOf(context, event) > 0,
  },
  assigns: {
    noteOutcome,
    /** Messages that failed in the meantime stay: the agent who dismisses has not seen them. */
    dismiss: ({ visit }, event: DismissRequested) => ({
      visit: withFailed(visit, visit.failed.slice(dismissedOf({ visit }, event))),
    }),
  },
  emits: { storeDismissal },
} satisfies Steps<ChatContext, ChatEffect>;
