import type { OwnersEvent } from "../../../load/clients/owners-server.ts";
import type { AgentStep } from "../../../load/day/day-orders.ts";
import type { StoredDay } from "./stored-day.ts";

/** Chats of the owner's channel whose accepting and closing was answered. */
export interface ReportedSteps {
  readonly accepted: readonly AgentStep[];
  readonly closed: readonly AgentStep[];
}

/**
 * Each stored event, and one event for each answered step, arrived at the owner's server at least once with the correct
 * signature. No other event arrived.
 */
export function verifyEvents(
  { chats, events }: Pick<StoredDay, "chats" | "events">,
  came: readonly OwnersEvent[],
  { accepted, closed }: ReportedSteps,
  channelId: string,
): readonly string[] {
  const stored = new Set(events.map(({ id }) => id));
  const right = came.filter(({ isRight }) => isRight);
  const ids = new Set(right.map(({ id }) => id));
  const names = new Set(right.map(({ name, chat }) => `${name} ${chat}`));
  const owned = new Set(chats.filter((chat) => chat.channelId === channelId).map(({ chat }) => chat));
  const missing = (name: string, steps: readonly AgentStep[]): readonly string[] =>
    steps
      .filter(({ chatId }) => owned.has(Number(chatId)) && !names.has(`${name} ${chatId}`))
      .map(({ chatId }) => `${name} of chat ${chatId} never arrived at the owner's server`);
  return [
    ...missing("chat_accepted", accepted),
    ...missing("chat_finished", closed),
    ...events
      .filter(({ id }) => !ids.has(id))
      .map(({ id, chat }) => `event ${id} of chat ${chat} is stored, but never arrived at the owner's server`),
    ...came
      .filter(({ id }) => !stored.has(id))
      .map(({ id, name, chat }) => `${name} ${id} of chat ${chat} arrived, but is not stored`),
    ...came.filter(({ isRight }) => !isRight).map(({ id, name }) => `${name} ${id} arrived with a wrong signature`),
  ];
}
