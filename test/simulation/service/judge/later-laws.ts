import type { Stored, StoredChat } from "./stored.ts";

/** What was stored when everything had come to its end, and weeks later. */
export interface LaterEvidence {
  readonly stored: Stored;
  readonly later: Stored;
}

const isClosed = ({ chat }: StoredChat): boolean => chat.state === "closed";

/** None is so old that it is closed for want of an answer. */
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

/** A chat goes whole: its deliveries with it. */
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
