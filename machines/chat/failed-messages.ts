import type { DeliveryEnded } from "../delivery/delivery.types.ts";
import { given } from "../given.ts";
import type { Steps } from "../wire.ts";
import type { ChatContext, ChatEffect, DismissRequested } from "./chat.types.ts";
import { storedLine } from "./stored-message.ts";
import { withFailed } from "./visit.ts";
import type { FailedMessage } from "./visit.types.ts";

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
