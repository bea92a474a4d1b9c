import { replyTo } from "../../../load/clients/turns.ts";
import { wantsPerson } from "../../../load/day/day-texts.ts";
import type { DayChat, StoredDay } from "./stored-day.ts";

/**
 * Every message that was sent to the bot got its reply, each once and in order, or moved the chat to the agents. Every message
 * that was not sent to the bot was written after that move. In a closed chat the last replies may be missing.
 */
export function verifyDialogues({ chats }: Pick<StoredDay, "chats">, channelId: string): readonly string[] {
  return chats.filter((chat) => chat.channelId === channelId).flatMap(mistakesIn);
}

function mistakesIn({ chat, states, messages }: DayChat): readonly string[] {
  const mistakes: string[] = [];
  const awaited: string[] = [];
  let isWithAgents = false;
  for (const { seq, from, content, botDeliveryId } of messages) {
    const name = `message ${seq} of chat ${chat} ("${content.text}")`;
    if (from === "client" && botDeliveryId === undefined && !isWithAgents)
      mistakes.push(`${name} was not sent to the bot, and it is not for agents`);
    if (from === "client" && botDeliveryId !== undefined) {
      if (wantsPerson(content.text)) isWithAgents = true;
      else awaited.push(replyTo(content.text));
    }
    if (from === "agent") isWithAgents = true;
    if (from !== "bot") continue;
    const [next] = awaited;
    if (content.text === next) awaited.shift();
    else mistakes.push(`${name} comes where ${next === undefined ? "nothing" : `"${next}"`} was expected of the bot`);
  }
  if (isWithAgents && states.includes("with_bot")) mistakes.push(`chat ${chat} asked for an agent and is with the bot`);
  if (awaited.length > 0 && !states.includes("closed"))
    mistakes.push(`chat ${chat} got no reply: expected "${awaited[0]}"`);
  return mistakes;
}
