import type { DeliveryEnded } from "../delivery/delivery.types.ts";
import { given } from "../given.ts";
import type { Steps } from "../wire.ts";
import type { ChatContext, ChatEffect, DismissRequested } from "./chat.types.ts";
import { storedLine } from "./stored-message.ts";
import { withFailed } from "./visit.ts";
import type { FailedMessage } from "./visit.types.ts";

/** Failed messages a chat remembers. Beyond it the oldest is forgotten: the chat stays marked, and the log of deliveries has them all. */
export const failedMessagesMax = 50;

export const hasFailedMessages = ({ visit }: Pick<ChatContext, "visit">): boolean => visit.failed.length > 0;

/** The active delivery succeeded and nothing is marked: almost every end is this one. */
const isPlainSuccess = (context: ChatContext, { deliveryId, failure }: DeliveryEnded): boolean =>
  context.lane.active === deliveryId && failure === null && !hasFailedMessages(context);

/** The context after a delivery has ended that failed, or while others are marked. */
function noteOutcome({ visit, lastSeq }: ChatContext, event: DeliveryEnded): Partial<ChatContext> {
  const { deliveryId, failure, nowMs } = event;
  const { seq, agentId } = given(event.message, "which message was delivered");
  const others = visit.failed.filter((failed) => failed.deliveryId !== deliveryId);
  // Who wrote before the failure was there to be seen did not answer it: of two in a row the second may arrive without the first.
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

/** How many messages a dismissal takes off: the one it names and those that failed before it. */
const dismissedOf = ({ visit: { failed } }: Pick<ChatContext, "visit">, dismissed: DismissRequested): number =>
  failed.findIndex(({ deliveryId }) => deliveryId === dismissed.deliveryId) + 1;

/** Before they are taken off. */
function storeDismissal(context: ChatContext, event: DismissRequested): ChatEffect {
  const count = dismissedOf(context, event);
  const what = count === 1 ? "a message that was" : `${count} messages that were`;
  return storedLine(context, event, event.messageId, `${event.agent.name} dismissed ${what} not delivered.`);
}

/** What became of what was sent. */
export const failureSteps = {
  guards: {
    isPlainSuccess,
    /** What waited failed without having been in front. Source: DEL-08. */
    isFailure: (_, { failure }: DeliveryEnded) => failure !== null,
    canDismiss: (context, event: DismissRequested) => dismissedOf(context, event) > 0,
  },
  assigns: {
    noteOutcome,
    /** What failed meanwhile stays: whoever dismisses has not seen it. */
    dismiss: ({ visit }, event: DismissRequested) => ({
      visit: withFailed(visit, visit.failed.slice(dismissedOf({ visit }, event))),
    }),
  },
  emits: { storeDismissal },
} satisfies Steps<ChatContext, ChatEffect>;
