import type { PageReport } from "../../../load/day/day-orders.ts";
import { readDayText } from "../../../load/day/day-texts.ts";
import type { DayChat, StoredDay } from "./stored-day.ts";
import { verifyWriters } from "./verify-writers.ts";

/**
 * Every message of every page is stored once and in order, including messages that were answered only after the kill. Each page
 * received all messages of its chats.
 */
export function verifyPages(
  { chats }: Pick<StoredDay, "chats">,
  pages: readonly PageReport[],
  channelId: string,
  endedAtMs: number,
): readonly string[] {
  const own = chats.filter((chat) => chat.channelId === channelId);
  const heardBy = new Map(
    pages.map(({ name, heard }) => [name, new Set(heard.map(({ chatId, seq }) => `${chatId}:${seq}`))]),
  );
  const mistakes = [...verifyWriters({ chats: own }, pages, writerOf)];
  const stored = new Set(own.flatMap(({ chat, messages }) => messages.map(({ seq }) => `${chat}:${seq}`)));
  for (const { name, heard } of pages) {
    for (const { chatId, seq } of heard.filter((one) => !stored.has(`${one.chatId}:${one.seq}`)))
      mistakes.push(`the page of ${name} received message ${seq} of chat ${chatId}, which is not stored`);
  }
  for (const { name, sent, answered } of pages)
    if (answered !== sent) mistakes.push(`${sent - answered} of ${sent} messages of ${name} never got an answer`);
  for (const chat of own) {
    const heard = heardBy.get(writerOf(chat));
    for (const { seq, from } of chat.messages.filter(({ atMs }) => atMs < endedAtMs)) {
      if ((from === "client" || from === "agent") && heard?.has(`${chat.chat}:${seq}`) !== true)
        mistakes.push(`the page of ${writerOf(chat)} never received message ${seq} of chat ${chat.chat}`);
    }
  }
  return mistakes;
}

/** Visitors have no name in the store, so the first message of a chat identifies its visitor. */
function writerOf({ messages }: DayChat): string {
  const { content } = messages.find(({ from }) => from === "client") ?? {};
  const [, sender] = /^(v\d+)-file-/.exec(content?.media?.file_name ?? "") ?? [];
  return sender ?? readDayText(content?.text ?? "")?.writer ?? "nobody";
}
