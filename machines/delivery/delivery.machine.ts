import { assign, emit, setup } from "xstate";
import { dropAttempt, endAttempt, startAttempt } from "./attempts.ts";
import type {
  DeliveryContext,
  DeliveryEffect,
  DeliveryEvent,
  DeliveryPolicy,
  DeliveryQueued,
} from "./delivery.types.ts";
import { dueAtMs, policyFor, seriesLength } from "./policies.ts";
import { ended, lostEvent, yielded } from "./tells.ts";

export const attemptDeadline = "attempt-outcome";
export const nextDeadline = "next-attempt";

const requeued = [
  { guard: "isOvertaken" },
  { guard: "hasNoLane", target: "attempting", actions: "beginSeries" },
  { target: "pending", actions: ["beginSeries", "publish"] },
] as const;

/**
 * One message on its way to a customer system, one event to a bot or to the owner's server, one mail: attempts by the policy of
 * its cargo, each committed before it starts. Source: DEL-01 to DEL-05, DEL-22 to DEL-25, BOT-17, BOT-18, WH-35 to WH-39.
 */
export const deliveryMachine = setup({
  types: {
    context: {} as DeliveryContext,
    events: {} as DeliveryEvent,
    input: {} as DeliveryQueued,
    emitted: {} as DeliveryEffect,
  },
  guards: {
    isInFront: ({ context }) => context.isInFront,
    /** An outcome of an earlier attempt came too late to count. Source: DEL-03. */
    isCurrentAttempt: ({ context, event }) =>
      (event.type === "attempt.succeeded" || event.type === "attempt.failed") &&
      event.attempt === context.attempts.length,
    isLastOutcome: ({ context, event }) =>
      event.type === "attempt.failed" &&
      event.attempt === context.attempts.length &&
      (event.isFinal === true || isLastAttempt(context)),
    isLastLost: ({ context, event }) =>
      event.type === "deadline.reached" && event.id === attemptDeadline && isLastAttempt(context),
    isSkipped: ({ context, event }) => event.type === "attempt.skipped" && event.attempt === context.attempts.length,
    isWithdrawn: ({ context, event }) =>
      event.type === "attempt.withdrawn" && event.attempt === context.attempts.length,
    isOutcomeLost: ({ event }) => event.type === "deadline.reached" && event.id === attemptDeadline,
    isOvertaken: ({ context, event }) =>
      event.type === "delivery.requeued" &&
      event.seenAttempts !== undefined &&
      event.seenAttempts !== context.attempts.length,
    /** It has left its lane behind, so that nobody opens that for it. Source: WH-42. */
    hasNoLane: ({ context }) => hasNoLane(context),
    isNextDue: ({ event }) => event.type === "deadline.reached" && event.id === nextDeadline,
  },
  actions: {
    /** Once there was an attempt, every other goes to the same recipient, those of a later series too. Source: CH-40. */
    keepRecipient: assign(({ context, event }) =>
      event.type === "delivery.opened"
        ? { recipient: context.attempts.length === 0 ? event.recipient : context.recipient, error: null }
        : {},
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
      chatId: context.chatId,
      channelId: context.channelId,
      messageId: context.messageId,
      cargo: context.cargo,
      recipient: context.recipient,
      timeoutMs: policyFor(context.cargo).timeoutMs,
    })),
    /** Fires only when the outcome of the attempt can no longer come: after a restart, or when it was lost. */
    awaitOutcome: emit(({ context }) => ({
      type: "effect.deadline.set",
      id: attemptDeadline,
      atMs: (context.attempts.at(-1)?.startedAtMs ?? 0) + latestOutcomeMs(policyFor(context.cargo)),
      atRestart: true,
    })),
    awaitNoOutcome: emit({ type: "effect.deadline.clear", id: attemptDeadline }),
    awaitNext: emit(({ context, event }) => ({
      type: "effect.deadline.set",
      id: nextDeadline,
      atMs: dueAtMs(context, event),
      atRestart: false,
    })),
    awaitNoNext: emit({ type: "effect.deadline.clear", id: nextDeadline }),
    publish: emit(({ context }) => shown(context)),
    /** Whoever waits for what is lost sees it. */
    showFailure: emit(({ context, event }) =>
      context.cargo.kind === "webhook" ? lostEvent(context, context.cargo, event) : shown(context),
    ),
    tellEnded: emit(({ context, event }) => ended(context, event)),
    tellYielded: emit(({ context, event }) => yielded(context, event)),
  },
}).createMachine({
  id: "delivery",
  context: ({ input }) => ({
    id: input.id,
    chatId: input.chatId,
    channelId: input.channelId,
    messageSeq: input.messageSeq,
    messageId: input.messageId,
    cargo: input.cargo,
    isInFront: input.isInFront,
    recipient: input.recipient,
    attempts: [],
    seriesOffset: 0,
    error: null,
    cancellation: null,
    createdAtMs: input.nowMs,
  }),
  initial: "beginning",
  states: {
    beginning: { always: [{ guard: "isInFront", target: "attempting" }, { target: "pending" }] },
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
        "attempt.withdrawn": {
          guard: "isWithdrawn",
          target: "backing_off",
          actions: ["dropAttempt", "awaitNoOutcome"],
        },
        "deadline.reached": [
          { guard: "isLastLost", target: "failed", actions: "keepOutcome" },
          { guard: "isOutcomeLost", target: "backing_off", actions: "keepOutcome" },
        ],
      },
    },
    backing_off: {
      entry: ["awaitNext", "publish", "tellYielded"],
      on: {
        "deadline.reached": { guard: "isNextDue", target: "attempting" },
        "delivery.cancelled": { target: "failed", actions: ["keepReason", "awaitNoNext"] },
      },
    },
    /** An administrator may replay what was delivered; it keeps its ids. */
    delivered: {
      entry: ["publish", "tellEnded"],
      on: { "delivery.requeued": requeued },
    },
    failed: {
      entry: ["showFailure", "tellEnded"],
      on: { "delivery.requeued": requeued },
    },
  },
});

const isLastAttempt = (context: DeliveryContext): boolean =>
  context.cancellation !== null || seriesLength(context) >= policyFor(context.cargo).attemptsMax;

/** After the attempt began. */
const latestOutcomeMs = ({ timeoutMs, outcomeGraceMs }: DeliveryPolicy): number => timeoutMs + outcomeGraceMs;

const hasNoLane = ({ cargo }: DeliveryContext): boolean => cargo.kind === "webhook" || cargo.kind === "mail";

/** The desk shows what becomes of messages; the rest stands in the delivery log alone. */
function shown(context: DeliveryContext): DeliveryEffect {
  const { cargo, chatId, messageSeq } = context;
  return cargo.kind === "message"
    ? { type: "effect.delivery.publish", chatId, messageSeq }
    : { type: "effect.actor.tell", tells: [] };
}
