import type { Writer } from "../../../load/day/day-orders.ts";
import { readDayText } from "../../../load/day/day-texts.ts";
import type { DayChat, StoredDay } from "./stored-day.ts";

/**
 * Every answered message of every customer is stored once, in the order in which it was written, over all chats of that customer.
 * Nothing else is stored, except that the last message may be stored without an answer. `nameOf` returns the writer of a chat, or
 * `null` for a chat that is not checked.
 */
export function verifyWriters(
  { chats }: Pick<StoredDay, "chats">,
  writers: readonly Writer[],
  nameOf: (chat: DayChat) => string | null,
): readonly string[] {
  const mistakes: string[] = [];
  const stored = new Map<string, number>(writers.map(({ name }) => [name, 0]));
  for (const chat of chats) {
    const name = nameOf(chat);
    if (name === null) continue;
    if (!stored.has(name)) mistakes.push(`chat ${chat.chat} belongs to ${name}, who never wrote`);
    for (const [at, { seq, from, content }] of chat.messages.entries()) {
      if (seq !== at + 1) mistakes.push(`message ${seq} of chat ${chat.chat} comes where ${at + 1} was expected`);
      // Files are found by their names, elsewhere.
      if (from !== "client" || content.media !== null) continue;
      const lap = stored.get(name) ?? 0;
      const read = readDayText(content.text);
      if (read?.writer !== name || read.lap !== lap)
        mistakes.push(
          `message ${seq} of chat ${chat.chat} is "${content.text}" where number ${lap} of ${name} was expected`,
        );
      stored.set(name, read?.writer === name ? Math.max(lap, read.lap) + 1 : lap + 1);
    }
  }
  for (const { name, sent, answered } of writers) {
    const count = stored.get(name) ?? 0;
    if (count < answered || count > sent)
      mistakes.push(`${count} messages of ${name} are stored, expected ${answered} (answered) to ${sent} (sent)`);
  }
  return mistakes;
}
