import type { DeadlineReached } from "../effects.ts";
import { nothing } from "../effects.ts";
import type { Steps } from "../wire.ts";
import { beginAttempt, dropAttempt, isLastAttempt, keepOutcome, runningAttempt } from "./attempts.ts";
import type {
  AttemptFailed,
  AttemptSkipped,
  AttemptSucceeded,
  AttemptWithdrawn,
  DeliveryCancelled,
  DeliveryContext,
  DeliveryEffect,
  DeliveryEvent,
  DeliveryOpened,
  DeliveryRequeued,
} from "./delivery.types.ts";
import { dueAtMs, latestOutcomeMs, policyFor } from "./policies.ts";
import { lostEvent, tellEnded, tellYielded } from "./tells.ts";

export const attemptDeadline = "attempt-outcome";
export const nextDeadline = "next-attempt";

type AttemptEvent = AttemptSucceeded | AttemptFailed | AttemptSkipped | AttemptWithdrawn;

/** The outcome of an earlier attempt is too late and does not count. Source: DEL-03. */
const isCurrentAttempt = ({ attempts }: DeliveryContext, { attempt }: AttemptEvent): boolean =>
  attempt === attempts.length;

const isOutcomeLost = (_: DeliveryContext, { id }: DeadlineReached): boolean => id === attemptDeadline;

/** Asks for the request. */
const sendRequest = (context: DeliveryContext): DeliveryEffect => ({
  type: "effect.attempt.start",
  deliveryId: context.id,
  attempt: context.attempts.length,
  chatId: context.chatId,
  channelId: context.channelId,
  messageId: context.messageId,
  cargo: context.cargo,
  recipient: context.recipient,
  timeoutMs: policyFor(context.cargo).timeoutMs,
});

/** The desk shows the state of messages; all other deliveries are in the delivery log alone. */
const publish = ({ cargo, chatId, messageSeq }: DeliveryContext): DeliveryEffect =>
  cargo.kind === "message" ? { type: "effect.delivery.publish", chatId, messageSeq } : nothing;

/** After the first attempt every other one has the same recipient, also in a later series. Source: CH-40. */
const keepRecipient = (
  { attempts, recipient }: DeliveryContext,
  { recipient: opened }: DeliveryOpened,
): Partial<DeliveryContext> => ({ recipient: attempts.length === 0 ? opened : recipient, error: null });

export const steps = {
  guards: {
    isInFront: ({ isInFront }) => isInFront,
    isCurrentAttempt,
    isLastOutcome: (context, event: AttemptFailed) =>
      isCurrentAttempt(context, event) && (event.isFinal === true || isLastAttempt(context)),
    isLastLost: (context, event: DeadlineReached) => isOutcomeLost(context, event) && isLastAttempt(context),
    isSkipped: isCurrentAttempt,
    isWithdrawn: isCurrentAttempt,
    isOutcomeLost,
    isOvertaken: ({ attempts }, { seenAttempts }: DeliveryRequeued) =>
      seenAttempts !== undefined && seenAttempts !== attempts.length,
    /** It has already left its lane, so that the lane does not open it. Source: WH-42. */
    hasNoLane: ({ cargo }) => cargo.kind === "webhook" || cargo.kind === "mail",
    isNextDue: (_, { id }: DeadlineReached) => id === nextDeadline,
  },
  assigns: {
    keepRecipient,
    beginSeries: ({ attempts }) => ({ seriesOffset: attempts.length, error: null, cancellation: null }),
    keepCancellation: (_, { failure }: DeliveryCancelled) => ({ cancellation: failure }),
    dropAttempt,
    /** No further attempt was made, so that this is the only reason. Source: DEL-08. */
    keepReason: (_, { failure }: DeliveryCancelled | AttemptSkipped) => ({ error: failure }),
    beginAttempt,
    keepOutcome,
  },
  emits: {
    sendRequest,
    /** Fires only when the outcome of the attempt cannot arrive any more: after a restart, or when it was lost. */
    awaitOutcome: ({ attempts, cargo }) => ({
      type: "effect.deadline.set",
      id: attemptDeadline,
      atMs: runningAttempt(attempts).startedAtMs + latestOutcomeMs(policyFor(cargo)),
      atRestart: true,
    }),
    awaitNoOutcome: { type: "effect.deadline.clear", id: attemptDeadline },
    awaitNext: (context, event: DeliveryEvent) => ({
      type: "effect.deadline.set",
      id: nextDeadline,
      atMs: dueAtMs(context, event),
      atRestart: false,
    }),
    awaitNoNext: { type: "effect.deadline.clear", id: nextDeadline },
    publish,
    /** Shows the failure to those who need to know of it. */
    showFailure: (context, event: DeliveryEvent) =>
      context.cargo.kind === "webhook" ? lostEvent(context, context.cargo, event) : publish(context),
    tellEnded,
    tellYielded,
  },
} satisfies Steps<DeliveryContext, DeliveryEffect>;
