import { assign, emit, setup } from "xstate";
import type { ChatContext, ChatEffect, ChatEvent, ChatInput } from "./chat.types.ts";
import { advanceLane, emptyLane, isInLane, joinLane, laneWaitingMax } from "./lane.ts";
import { changesClient, openNext, queueReply, receiveMessage, requeue, sendReply, storedMessage } from "./steps.ts";

/** A lost `typeout` does not leave "typing" on. Source: CH-48. */
const typingShownMs = 10_000;
const typingDeadline = "typing-ends";

const stepNames: Partial<Record<ChatEvent["type"], string>> = {
  "chat.accept-requested": "accept",
  "chat.reply-requested": "send a message",
  "delivery.resend-requested": "send again",
  "chat.close-requested": "close",
};

const refusal = (message: string): ChatEffect => ({ type: "effect.request.refuse", message });

/** Order of messages, who has the chat, what is told to whom. Source: CH-22 to CH-28, DEL-18. */
export const chatMachine = setup({
  types: {
    context: {} as ChatContext,
    events: {} as ChatEvent,
    input: {} as ChatInput,
    emitted: {} as ChatEffect,
  },
  guards: {
    changesClient: ({ context, event }) => changesClient(context, event),
    hasThisAgent: ({ context, event }) => "agent" in event && context.agent?.id === event.agent.id,
    canReply: ({ context, event }) =>
      event.type === "chat.reply-requested" &&
      context.agent?.id === event.agent.id &&
      context.lane.waiting.length < laneWaitingMax,
    isAnothers: ({ context, event }) =>
      "agent" in event && context.agent !== null && context.agent.id !== event.agent.id,
    canResend: ({ context, event }) =>
      event.type === "delivery.resend-requested" &&
      !isInLane(context.lane, event.deliveryId) &&
      context.lane.waiting.length < laneWaitingMax,
    isActiveDelivery: ({ context, event }) =>
      event.type === "delivery.ended" && context.lane.active === event.deliveryId,
    isTypeIn: ({ event }) => event.type === "typing.received" && event.state === "typein",
    isTypingOver: ({ event }) => event.type === "deadline.reached" && event.id === typingDeadline,
  },
  actions: {
    receive: assign(({ context, event }) => receiveMessage(context, event)),
    reply: assign(({ context, event }) => sendReply(context, event)),
    storeMessage: emit(({ context, event }) => storedMessage(context, event)),
    storeClient: emit(({ context }) => ({
      type: "effect.client.store",
      client: context.client,
      openChatId: context.id,
    })),
    releaseClient: emit(({ context }) => ({ type: "effect.client.store", client: context.client, openChatId: null })),
    queueReply: emit(({ context, event }) => queueReply(context, event)),
    assignAgent: assign(({ context, event }) =>
      event.type === "chat.accept-requested"
        ? { agent: event.agent, unread: 0, updatedAtMs: event.nowMs }
        : { agent: context.agent },
    ),
    markUpdated: assign(({ event }) => ({ updatedAtMs: event.nowMs })),
    joinLane: assign(({ context, event }) =>
      event.type === "delivery.resend-requested" ? { lane: joinLane(context.lane, event.deliveryId) } : {},
    ),
    requeue: emit(({ context, event }) => requeue(context, event)),
    advanceLane: assign(({ context, event }) =>
      event.type === "delivery.ended" ? { lane: advanceLane(context.lane, event.deliveryId) } : {},
    ),
    openNext: emit(({ context, event }) => openNext(context, event)),
    publish: emit({ type: "effect.chat.publish" }),
    showTyping: emit({ type: "effect.typing.publish", state: "typein" }),
    hideTyping: emit({ type: "effect.typing.publish", state: "typeout" }),
    expireTyping: emit(({ event }) => ({
      type: "effect.deadline.set",
      id: typingDeadline,
      atMs: event.nowMs + typingShownMs,
      atRestart: false,
    })),
    forgetTyping: emit({ type: "effect.deadline.clear", id: typingDeadline }),
    refuseAnothers: emit(({ context }) => refusal(`The chat is with ${context.agent?.name ?? "another agent"}.`)),
    refuseWaiting: emit(({ event }) =>
      refusal(`The chat is waiting; "${stepNames[event.type]}" needs an agent who accepted it.`),
    ),
    refuseClosed: emit(({ event }) =>
      refusal(`The chat is closed; "${stepNames[event.type]}" is not possible any more.`),
    ),
    refuseLane: emit(({ context }) =>
      refusal(
        context.lane.waiting.length < laneWaitingMax
          ? "The message is being sent already."
          : `${laneWaitingMax} messages of this chat wait for delivery; no more can be sent before one of them ends.`,
      ),
    ),
  },
}).createMachine({
  id: "chat",
  context: ({ input }) => ({
    id: input.id,
    channelId: input.channelId,
    client: input.client,
    agent: null,
    lastSeq: 0,
    unread: 0,
    lane: emptyLane,
    createdAtMs: input.nowMs,
    updatedAtMs: input.nowMs,
  }),
  initial: "waiting",
  on: {
    "delivery.ended": { guard: "isActiveDelivery", actions: ["advanceLane", "openNext"] },
    "delivery.resend-requested": [
      { guard: "canResend", actions: ["joinLane", "requeue", "markUpdated", "publish"] },
      { actions: "refuseLane" },
    ],
    "typing.received": [
      { guard: "isTypeIn", actions: ["showTyping", "expireTyping"] },
      { actions: ["hideTyping", "forgetTyping"] },
    ],
    "deadline.reached": { guard: "isTypingOver", actions: "hideTyping" },
    "message.received": [
      { guard: "changesClient", actions: ["receive", "storeClient", "storeMessage"] },
      { actions: ["receive", "storeMessage"] },
    ],
  },
  states: {
    waiting: {
      on: {
        "chat.accept-requested": { target: "with_agent", actions: ["assignAgent", "publish"] },
        "chat.reply-requested": { actions: "refuseWaiting" },
        "chat.close-requested": { target: "closed" },
      },
    },
    with_agent: {
      on: {
        "chat.accept-requested": [{ guard: "hasThisAgent" }, { actions: "refuseAnothers" }],
        "chat.reply-requested": [
          { guard: "canReply", actions: ["reply", "storeMessage", "queueReply"] },
          { guard: "isAnothers", actions: "refuseAnothers" },
          { actions: "refuseLane" },
        ],
        "chat.close-requested": [{ guard: "isAnothers", actions: "refuseAnothers" }, { target: "closed" }],
      },
    },
    closed: {
      entry: ["releaseClient", "markUpdated", "publish", "forgetTyping"],
      on: {
        "chat.accept-requested": { actions: "refuseClosed" },
        "chat.reply-requested": { actions: "refuseClosed" },
        "chat.close-requested": { actions: "refuseClosed" },
        "typing.received": {},
      },
    },
  },
});
