import type { ChatContext, ChatEffect, ChatEvent } from "./chat.types.ts";
import { storedLine } from "./stored-message.ts";
import { withFailed } from "./visit.ts";
import type { FailedMessage } from "./visit.types.ts";

/** Failed messages a chat remembers. Beyond it the oldest is forgotten: the chat stays marked, and the log of deliveries has them all. */
export const failedMessagesMax = 50;

export const hasFailedMessages = ({ visit }: Pick<ChatContext, "visit">): boolean => visit.failed.length > 0;

const isActive = ({ lane }: ChatContext, event: ChatEvent): boolean =>
  event.type === "delivery.ended" && lane.active === event.deliveryId;

/** The active delivery succeeded and nothing is marked: almost every end is this one. */
export const isPlainSuccess = (context: ChatContext, event: ChatEvent): boolean =>
  isActive(context, event) && event.type === "delivery.ended" && event.failure === null && !hasFailedMessages(context);

/** What waited failed without having been in front. Source: DEL-08. */
export const isFailure = (event: ChatEvent): boolean => event.type === "delivery.ended" && event.failure !== null;

/** The context after a delivery has ended that failed, or while others are marked. */
export function noteOutcome({ visit, lastSeq }: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "delivery.ended" || event.message === undefined) return {};
  const { deliveryId, failure, message, nowMs } = event;
  const others = visit.failed.filter((failed) => failed.deliveryId !== deliveryId);
  // Who wrote before the failure was there to be seen did not answer it: of two in a row the second may arrive without the first.
  if (failure === null)
    return {
      visit: withFailed(
        visit,
        others.filter(({ knownSeq }) => message.seq <= knownSeq),
      ),
      updatedAtMs: nowMs,
    };
  const { seq, agentId } = message;
  const failed: FailedMessage = { deliveryId, seq, agentId, atMs: nowMs, knownSeq: lastSeq };
  return { visit: withFailed(visit, [...others, failed].slice(-failedMessagesMax)), updatedAtMs: nowMs };
}

/** How many messages a dismissal takes off: the one it names and those that failed before it. */
function dismissedOf({ visit: { failed } }: ChatContext, event: ChatEvent): number {
  if (event.type !== "chat.dismiss-requested") return 0;
  return failed.findIndex(({ deliveryId }) => deliveryId === event.deliveryId) + 1;
}

export const canDismiss = (context: ChatContext, event: ChatEvent): boolean => dismissedOf(context, event) > 0;

/** What failed meanwhile stays: whoever dismisses has not seen it. */
export const dismiss = (context: ChatContext, event: ChatEvent): Partial<ChatContext> => ({
  visit: withFailed(context.visit, context.visit.failed.slice(dismissedOf(context, event))),
});

/** Before they are taken off. */
export function storedDismissal(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.dismiss-requested") throw new Error(`Expected a dismissal, got ${event.type}`);
  const count = dismissedOf(context, event);
  const what = count === 1 ? "a message that was" : `${count} messages that were`;
  return storedLine(context, event, event.messageId, `${event.agent.name} dismissed ${what} not delivered.`);
}
