import type { StoredDay } from "./stored-day.ts";

const restOf: Readonly<Record<string, readonly string[]>> = {
  delivery: ["delivered"],
  chat: ["with_bot", "waiting", "unstaffed", "with_agent", "closed"],
  bot: ["with_bot", "offering", "unstaffed", "with_agent", "closed"],
};
/** For each state of the bot conversation, the states that the chat may have. */
const chatOfBot: Readonly<Record<string, readonly string[]>> = {
  with_bot: ["with_bot"],
  offering: ["waiting"],
  unstaffed: ["unstaffed"],
  with_agent: ["with_agent", "waiting", "closed"],
  closed: ["closed"],
};

/**
 * No work is unfinished: each delivery has ended, and each chat is in one state, which matches its actor and its bot's actor.
 * Only open chats are recorded as a client's open chat.
 */
export function verifyRest({ chats, actors, open }: StoredDay): readonly string[] {
  const mistakes: string[] = [];
  const stateOf = new Map(actors.map(({ key, state }) => [key, state]));
  for (const { key, state } of actors) {
    const states = restOf[key.slice(0, key.indexOf("/"))];
    if (states !== undefined && !states.includes(state))
      mistakes.push(`${key} is ${state}, expected ${states.join(", ")}`);
  }
  for (const { chat, states } of chats) {
    const own = stateOf.get(`chat/${chat}`);
    if (own === undefined || states.length !== 1 || states[0] !== own)
      mistakes.push(`chat ${chat} is ${own ?? "nowhere"} and listed as ${states.join(", ") || "nothing"}`);
    const bots = stateOf.get(`bot/${chat}`);
    if (bots !== undefined && own !== undefined && !(chatOfBot[bots] ?? []).includes(own))
      mistakes.push(`chat ${chat} is ${own} while its bot conversation is ${bots}`);
  }
  for (const { senderId, chat } of open) {
    const state = stateOf.get(`chat/${chat}`);
    if (state === undefined || state === "closed")
      mistakes.push(`the open chat of ${senderId} is ${chat}, which is ${state ?? "nowhere"}`);
  }
  return mistakes;
}
