import type { LockedRows, TellRow } from "../ports/store.ts";
import type { AnyEvent } from "./actor-definition.ts";
import type { Conversation } from "./conversation.ts";
import type { PendingEvent } from "./pending.ts";

/** The fields of an event that carries out a stored tell. */
export function toTold(tell: TellRow): Omit<PendingEvent, "done"> {
  const event: AnyEvent = JSON.parse(tell.event);
  return {
    target: { kind: "actor", actor: tell.to, conversation: tell.conversation },
    event,
    cause: `tell ${tell.id}`,
    from: tell.from,
    tellId: tell.id,
  };
}

/**
 * The events of a mailbox in the order of their steps. In a store of many writers several processes carry out the tells to one
 * actor. The first of them also carries out all other stored tells of the conversation, in the order in which they were stored. It
 * does not matter which process had to carry them out.
 */
export function inOrder(
  conversation: Conversation,
  events: readonly PendingEvent[],
  rows: Pick<LockedRows, "tellsOf">,
): readonly PendingEvent[] {
  const first = events.findIndex(({ tellId }) => tellId !== undefined);
  const stored = first < 0 ? null : rows.tellsOf(conversation.key);
  if (stored === null) return events;
  const own = new Map(events.map((pending) => [pending.tellId, pending]));
  const told = stored.map((tell) => own.get(tell.id) ?? { ...toTold(tell), isTakenAlong: true as const, done: ignore });
  const moved = new Set<PendingEvent>(told);
  return [...events.slice(0, first), ...told, ...events.slice(first).filter((pending) => !moved.has(pending))];
}

/** Whether another process has carried out the stored tell of this event. */
export function isCarriedOut(
  { key }: Conversation,
  { tellId }: PendingEvent,
  rows: Pick<LockedRows, "tellsOf">,
): boolean {
  const stored = tellId === undefined ? null : rows.tellsOf(key);
  return stored !== null && !stored.some(({ id }) => id === tellId);
}

const ignore = (): void => undefined;
