import { deliveryAddress } from "../addresses.ts";
import type { ChatContext, ChatEffect, ChatEvent, ReplyRequested } from "./chat.types.ts";
import { isChangedBy, withSenderFacts } from "./client-facts.ts";
import { joinLane, openTell } from "./lane.ts";
import type { ChatMessage } from "./message.types.ts";

/** The context after one message of the client. */
export function receiveMessage(context: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "message.received") return {};
  return {
    client: withSenderFacts(context.client, event.sender),
    lastSeq: context.lastSeq + 1,
    unread: context.unread + 1,
    updatedAtMs: event.nowMs,
  };
}

/** The client's record is written with the chat's first message, and whenever a fact about the client changes. */
export const changesClient = (context: ChatContext, event: ChatEvent): boolean =>
  event.type === "message.received" && (context.lastSeq === 0 || isChangedBy(context.client, event.sender));

/** The context after one reply of the agent: numbered, and in the lane. */
export function sendReply(context: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "chat.reply-requested") return {};
  return {
    lastSeq: context.lastSeq + 1,
    unread: 0,
    lane: joinLane(context.lane, event.deliveryId),
    updatedAtMs: event.nowMs,
  };
}

/** The message that was just numbered, as it is stored. */
export function storedMessage(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type === "message.received") {
    return { type: "effect.message.store", message: fromClient(context, event.message, event.nowMs) };
  }
  if (event.type === "chat.reply-requested")
    return { type: "effect.message.store", message: fromAgent(context, event) };
  throw new Error(`A message can be stored on message.received or chat.reply-requested, not on ${event.type}`);
}

function fromClient(
  context: ChatContext,
  message: {
    readonly id: ChatMessage["id"];
    readonly externalId: string | null;
    readonly content: ChatMessage["content"];
  },
  nowMs: number,
): ChatMessage {
  return {
    seq: context.lastSeq,
    id: message.id,
    from: "client",
    content: message.content,
    agentId: null,
    atMs: nowMs,
    externalId: message.externalId,
    deliveryId: null,
  };
}

function fromAgent(context: ChatContext, event: ReplyRequested): ChatMessage {
  return {
    seq: context.lastSeq,
    id: event.message.id,
    from: "agent",
    content: event.message.content,
    agentId: event.agent.id,
    atMs: event.nowMs,
    externalId: null,
    deliveryId: event.deliveryId,
  };
}

/** Creates the reply's delivery and, when it is the first in the lane, opens it. */
export function queueReply(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.reply-requested") return { type: "effect.actor.tell", tells: [] };
  const queued = {
    to: deliveryAddress(event.deliveryId),
    event: {
      type: "delivery.queued" as const,
      nowMs: event.nowMs,
      id: event.deliveryId,
      chatId: context.id,
      channelId: context.channelId,
      messageSeq: context.lastSeq,
      messageId: event.message.id,
      content: event.message.content,
      sender: event.agent,
    },
  };
  const isFirst = context.lane.active === event.deliveryId;
  return {
    type: "effect.actor.tell",
    tells: isFirst ? [queued, openTell(context, event.deliveryId, event.nowMs)] : [queued],
  };
}

/** A failed delivery goes behind those that wait already. Source: DEL-05. */
export function requeue(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "delivery.resend-requested") return { type: "effect.actor.tell", tells: [] };
  const requeued = {
    to: deliveryAddress(event.deliveryId),
    event: { type: "delivery.requeued" as const, nowMs: event.nowMs },
  };
  const isFirst = context.lane.active === event.deliveryId;
  return {
    type: "effect.actor.tell",
    tells: isFirst ? [requeued, openTell(context, event.deliveryId, event.nowMs)] : [requeued],
  };
}

/** Opens the delivery that moved to the front of the lane. */
export function openNext(context: ChatContext, event: ChatEvent): ChatEffect {
  const next = context.lane.active;
  return { type: "effect.actor.tell", tells: next === null ? [] : [openTell(context, next, event.nowMs)] };
}
