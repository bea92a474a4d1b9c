import { assign, emit, setup } from "xstate";
import { chatAddress } from "../addresses.ts";
import { customerPolicy, dropAttempt, dueAtMs, endAttempt, seriesLength, startAttempt } from "./attempts.ts";
import type { DeliveryContext, DeliveryEffect, DeliveryEvent, DeliveryQueued, Recipient } from "./delivery.types.ts";

/** Long enough for the outcome of a live attempt to arrive first; a restart does not wait for it. */
const outcomeGraceMs = 5_000;

const attemptDeadline = "attempt-outcome";
const nextDeadline = "next-attempt";

/**
 * One message on its way to a customer system: attempts at 0, 3 and 6 s, at most three in a series, each
 * committed before it starts. Source: DEL-01 to DEL-05, DEL-22 to DEL-25.
 */
export const deliveryMachine = setup({
  types: {
    context: {} as DeliveryContext,
    events: {} as DeliveryEvent,
    input: {} as DeliveryQueued,
    emitted: {} as DeliveryEffect,
  },
  guards: {
    /** An outcome of an earlier attempt came too late to count. Source: DEL-03. */
    isCurrentAttempt: ({ context, event }) =>
      (event.type === "attempt.succeeded" || event.type === "attempt.failed") &&
      event.attempt === context.attempts.length,
    isLastOutcome: ({ context, event }) =>
      event.type === "attempt.failed" && event.attempt === context.attempts.length && isLastAttempt(context),
    isLastLost: ({ context, event }) =>
      event.type === "deadline.reached" && event.id === attemptDeadline && isLastAttempt(context),
    isSkipped: ({ context, event }) => event.type === "attempt.skipped" && event.attempt === context.attempts.length,
    isOutcomeLost: ({ event }) => event.type === "deadline.reached" && event.id === attemptDeadline,
    isNextDue: ({ event }) => event.type === "deadline.reached" && event.id === nextDeadline,
  },
  actions: {
    keepRecipient: assign(({ event }) =>
      event.type === "delivery.opened" ? { recipient: event.recipient, error: null } : {},
    ),
    beginSeries: assign(({ context }) => ({
      seriesOffset: context.attempts.length,
      error: null,
      cancellation: null,
    })),
    keepCancellation: assign(({ event }) =>
      event.type === "delivery.cancelled" ? { cancellation: event.failure } : {},
    ),
    dropAttempt: assign(({ context }) => dropAttempt(context)),
    /** Nothing was tried any more, so that this is all there is to tell. Source: DEL-08. */
    keepReason: assign(({ event }) =>
      event.type === "delivery.cancelled" || event.type === "attempt.skipped" ? { error: event.failure } : {},
    ),
    beginAttempt: assign(({ context, event }) => startAttempt(context, event)),
    keepOutcome: assign(({ context, event }) => endAttempt(context, event)),
    sendRequest: emit(({ context }) => ({
      type: "effect.attempt.start",
      deliveryId: context.id,
      attempt: context.attempts.length,
      channelId: context.channelId,
      messageId: context.messageId,
      content: context.content,
      sender: context.sender,
      recipient: recipientOf(context),
      timeoutMs: context.policy.timeoutMs,
    })),
    /** Fires only when the outcome of the attempt can no longer come: after a restart, or when it was lost. */
    awaitOutcome: emit(({ context }) => ({
      type: "effect.deadline.set",
      id: attemptDeadline,
      atMs: (context.attempts.at(-1)?.startedAtMs ?? 0) + context.policy.timeoutMs + outcomeGraceMs,
      atRestart: true,
    })),
    awaitNoOutcome: emit({ type: "effect.deadline.clear", id: attemptDeadline }),
    awaitNext: emit(({ context }) => ({
      type: "effect.deadline.set",
      id: nextDeadline,
      atMs: dueAtMs(context),
      atRestart: false,
    })),
    awaitNoNext: emit({ type: "effect.deadline.clear", id: nextDeadline }),
    publish: emit(({ context }) => ({
      type: "effect.delivery.publish",
      chatId: context.chatId,
      messageSeq: context.messageSeq,
    })),
    tellDelivered: emit(({ context, event }) => ended(context, event, true)),
    tellFailed: emit(({ context, event }) => ended(context, event, false)),
  },
}).createMachine({
  id: "delivery",
  context: ({ input }) => ({
    id: input.id,
    chatId: input.chatId,
    channelId: input.channelId,
    messageSeq: input.messageSeq,
    messageId: input.messageId,
    content: input.content,
    sender: input.sender,
    recipient: null,
    policy: customerPolicy,
    attempts: [],
    seriesOffset: 0,
    error: null,
    cancellation: null,
    createdAtMs: input.nowMs,
  }),
  initial: "pending",
  states: {
    pending: {
      on: {
        "delivery.opened": { target: "attempting", actions: "keepRecipient" },
        "delivery.cancelled": { target: "failed", actions: "keepReason" },
      },
    },
    attempting: {
      entry: ["beginAttempt", "awaitOutcome", "sendRequest", "publish"],
      on: {
        "attempt.succeeded": {
          guard: "isCurrentAttempt",
          target: "delivered",
          actions: ["keepOutcome", "awaitNoOutcome"],
        },
        "attempt.failed": [
          { guard: "isLastOutcome", target: "failed", actions: ["keepOutcome", "awaitNoOutcome"] },
          { guard: "isCurrentAttempt", target: "backing_off", actions: ["keepOutcome", "awaitNoOutcome"] },
        ],
        /** What is under way may arrive: it is the last attempt. */
        "delivery.cancelled": { actions: "keepCancellation" },
        "attempt.skipped": {
          guard: "isSkipped",
          target: "failed",
          actions: ["dropAttempt", "keepReason", "awaitNoOutcome"],
        },
        "deadline.reached": [
          { guard: "isLastLost", target: "failed", actions: "keepOutcome" },
          { guard: "isOutcomeLost", target: "backing_off", actions: "keepOutcome" },
        ],
      },
    },
    backing_off: {
      entry: ["awaitNext", "publish"],
      on: {
        "deadline.reached": { guard: "isNextDue", target: "attempting" },
        "delivery.cancelled": { target: "failed", actions: ["keepReason", "awaitNoNext"] },
      },
    },
    /** An administrator may replay what was delivered; it keeps its ids. */
    delivered: {
      entry: ["publish", "tellDelivered"],
      on: { "delivery.requeued": { target: "pending", actions: ["beginSeries", "publish"] } },
    },
    failed: {
      entry: ["publish", "tellFailed"],
      on: { "delivery.requeued": { target: "pending", actions: ["beginSeries", "publish"] } },
    },
  },
});

const isLastAttempt = (context: DeliveryContext): boolean =>
  context.cancellation !== null || seriesLength(context) >= context.policy.attemptsMax;

/** A lane is opened with the recipient, so an attempt without one is a defect of the chat. Source: CH-40. */
function recipientOf(context: DeliveryContext): Recipient {
  if (context.recipient === null) throw new Error(`Delivery ${context.id} was attempted before its lane was opened`);
  return context.recipient;
}

function ended(context: DeliveryContext, event: DeliveryEvent, isDelivered: boolean): DeliveryEffect {
  return {
    type: "effect.actor.tell",
    tells: [
      {
        to: chatAddress(context.chatId),
        event: { type: "delivery.ended", nowMs: event.nowMs, deliveryId: context.id, isDelivered },
      },
    ],
  };
}
