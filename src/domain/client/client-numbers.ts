import type { Conversation } from "../../actors/conversation.ts";
import type { PendingEvent } from "../../actors/pending.ts";
import type { RowReader } from "../../ports/store.ts";
import { readClient } from "./kept-client.ts";

/** A new client needs a number, and so does a chat that a message begins. Each offline message needs a number, too. */
export function clientNumbersOf(
  conversation: Conversation,
  events: readonly PendingEvent[],
  rows: RowReader,
): readonly string[] {
  const sought = events.filter(({ target }) => target.kind !== "actor");
  if (sought.length === 0) return [];
  const row = readClient(conversation, rows);
  const isBeginning = sought.some(({ event: { type } }) => type === "message.received" || type === "call.requested");
  return [
    ...(row === null ? ["client"] : []),
    ...(isBeginning && (row?.openChatId ?? null) === null ? ["chat"] : []),
    ...sought.flatMap(({ event }) => (event.type === "offline.message-left" ? ["offlineMessage"] : [])),
  ];
}
