import type { DeskReport } from "../../../load/day/day-orders.ts";
import type { StoredDay } from "./stored-day.ts";

/** Every desk heard of every message of every chat: all desks of the day see all its channels. */
export function verifyDesks({ chats }: Pick<StoredDay, "chats">, desks: readonly DeskReport[]): readonly string[] {
  return desks.flatMap(({ name, heard, strange }) => {
    const mistakes = strange > 0 ? [`${name} was sent ${strange} frames that it could not read`] : [];
    for (const { chat, messages } of chats) {
      const seqs = new Set(heard[String(chat)]);
      const missing = messages.filter(({ seq }) => !seqs.has(seq));
      if (missing.length > 0)
        mistakes.push(`${name} never heard of message ${missing.map(({ seq }) => seq).join(", ")} of chat ${chat}`);
    }
    return mistakes;
  });
}
