import type { DeskReport } from "../../../load/day/day-orders.ts";
import type { StoredDay } from "./stored-day.ts";

/**
 * Every desk received every message of every chat until the end, because all desks of the day see all its channels. No desk
 * received a message that is not stored.
 */
export function verifyDesks(
  { chats }: Pick<StoredDay, "chats">,
  desks: readonly DeskReport[],
  endedAtMs: number,
): readonly string[] {
  const lengths = new Map(chats.map(({ chat, messages }) => [String(chat), messages.at(-1)?.seq ?? 0]));
  return desks.flatMap(({ name, heard, strange, resyncs }) => {
    const mistakes = strange > 0 ? [`${name} was sent ${strange} frames that it could not read`] : [];
    if (resyncs > 0)
      mistakes.push(`${name} had to read everything again, although its cursor was at most a minute old`);
    for (const [chatId, seqs] of Object.entries(heard)) {
      const last = lengths.get(chatId) ?? 0;
      for (const seq of seqs.filter((one) => one > last))
        mistakes.push(`${name} received message ${seq} of chat ${chatId}, which is not stored`);
    }
    for (const { chat, messages } of chats) {
      const seqs = new Set(heard[String(chat)]);
      const missing = messages.filter(({ seq, atMs }) => atMs < endedAtMs && !seqs.has(seq));
      if (missing.length > 0)
        mistakes.push(`${name} never received message ${missing.map(({ seq }) => seq).join(", ")} of chat ${chat}`);
    }
    return mistakes;
  });
}
