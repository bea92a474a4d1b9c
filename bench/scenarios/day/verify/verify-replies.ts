import type { AgentReply, Arrival } from "../../../load/day/day-orders.ts";
import type { DayChat, StoredDay } from "./stored-day.ts";

/**
 * Every reply that was answered 202 is stored where the answer said. Every message of agents and bots to customers of these
 * channels arrived at the customer system at least once, in order within each chat. Nothing else arrived.
 */
export function verifyReplies(
  { chats }: Pick<StoredDay, "chats">,
  replies: readonly AgentReply[],
  arrivals: readonly Arrival[],
  channels: readonly string[],
): readonly string[] {
  const mistakes: string[] = [];
  const byNumber = new Map(chats.map((chat) => [chat.chat, chat]));
  for (const { chatId, seq, messageId, text } of replies) {
    const found = byNumber.get(Number(chatId))?.messages[seq - 1];
    if (found?.id !== messageId || found.content.text !== text || found.from !== "agent")
      mistakes.push(`"${text}" is not message ${seq} of chat ${chatId}, which was answered 202`);
  }
  const places = new Map<string, number>();
  for (const [at, { messageId }] of arrivals.entries()) if (!places.has(messageId)) places.set(messageId, at);
  const known = new Set<string>();
  for (const chat of chats) {
    if (!channels.includes(chat.channelId)) continue;
    for (const id of compareChat(chat, places, arrivals, mistakes)) known.add(id);
  }
  const strangers = arrivals.filter(({ messageId }) => !known.has(messageId));
  for (const { recipient, text } of strangers) mistakes.push(`"${text}" arrived for ${recipient}, but nobody wrote it`);
  return mistakes;
}

/** Returns the ids of all messages that were written to the customer. */
function compareChat(
  { chat, channelId, senderId, messages }: DayChat,
  places: ReadonlyMap<string, number>,
  arrivals: readonly Arrival[],
  mistakes: string[],
): readonly string[] {
  const written = messages.filter(({ from, isHidden }) => (from === "agent" || from === "bot") && isHidden !== true);
  let before = -1;
  for (const { seq, id, content } of written) {
    const name = `message ${seq} of chat ${chat} ("${content.text}")`;
    const place = places.get(id);
    const arrival = place === undefined ? undefined : arrivals[place];
    if (place === undefined || arrival === undefined) {
      mistakes.push(`${name} never arrived at the customer system`);
      continue;
    }
    if (place < before) mistakes.push(`${name} arrived before a message that was written earlier`);
    before = Math.max(before, place);
    if (arrival.recipient !== senderId || arrival.channelId !== channelId)
      mistakes.push(
        `${name} arrived for ${arrival.recipient} of ${arrival.channelId}, not for ${senderId} of ${channelId}`,
      );
    if (arrival.text !== content.text) mistakes.push(`${name} arrived as "${arrival.text}"`);
  }
  return written.map(({ id }) => id);
}
