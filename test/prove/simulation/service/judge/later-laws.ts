import type { Stored, StoredChat } from "./stored.ts";

/** The stored rows when all work has ended, and the stored rows weeks later. */
export interface LaterEvidence {
  readonly stored: Stored;
  readonly later: Stored;
}

const isClosed = ({ chat }: StoredChat): boolean => chat.state === "closed";

/** All open chats are still stored. No chat is old enough to be closed because of a missing reply. */
export function keptFaults({ stored, later }: LaterEvidence): readonly string[] {
  const after = new Map(later.chats.map((one) => [one.chat.id, one.messages]));
  return stored.chats
    .filter((one) => !isClosed(one))
    .flatMap(({ chat: { id, state }, messages }) => {
      const left = after.get(id);
      if (left === undefined) return [`chat ${id}, ${state}, is gone`];
      const texts = new Map(left.map(({ seq, text }) => [seq, text]));
      return messages
        .filter(({ seq, text }) => texts.get(seq) !== text)
        .map(({ text }) => `"${text}" in chat ${id}, ${state}, is gone`);
    });
}

/** A removed chat is removed completely, together with its deliveries. */
export function removedFaults({ stored, later }: LaterEvidence): readonly string[] {
  const closed = new Set(stored.chats.filter(isClosed).map(({ chat }) => chat.id));
  const deliveries = Object.values(later.deliveries).flat();
  return [
    ...later.chats.filter(({ chat }) => closed.has(chat.id)).map(({ chat }) => `chat ${chat.id} is still there`),
    ...deliveries
      .filter(({ chatId }) => chatId !== null && closed.has(chatId))
      .map(({ id, chatId }) => `delivery ${id} of chat ${chatId} is still there`),
  ];
}
