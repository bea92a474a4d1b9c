import type { LockedRows, TellRow } from "../ports/store.ts";
import type { AnyEvent } from "./actor-definition.ts";
import type { Conversation } from "./conversation.ts";
import type { PendingEvent } from "./pending.ts";

/** How an event tells that it carries out a stored tell. */
export function toTold(tell: TellRow): Omit<PendingEvent, "done"> {
  const event: AnyEvent = JSON.parse(tell.event);
  return {
    target: { kind: "actor", actor: tell.to, conversation: tell.conversation },
    event,
    cause: `tell ${tell.id}`,
    ...(tell.from === undefined ? {} : { from: tell.from }),
    tellId: tell.id,
  };
}

/**
 * The events of a mailbox, as they are to be stepped. In a store of many writers several processes carry out the tells to one actor: with
 * the first of them come all others that are stored, whoever was to carry them out, in the order in which they were stored.
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

/** Whether another process carried out the stored tell that the event stands for. */
export function isCarriedOut(
  { key }: Conversation,
  { tellId }: PendingEvent,
  rows: Pick<LockedRows, "tellsOf">,
): boolean {
  const stored = tellId === undefined ? null : rows.tellsOf(key);
  return stored !== null && !stored.some(({ id }) => id === tellId);
}

const ignore = (): void => undefined;
