import type { DeskMessage } from "../../../../../src/codec/desk/desk.ts";
import type { Evidence } from "./evidence.ts";
import type { StoredChat } from "./stored.ts";

const textsOf = (chats: readonly StoredChat[], from: DeskMessage["from"]): readonly string[] =>
  chats.flatMap(({ messages }) => messages.filter((message) => message.from === from).map(({ text }) => text));

/** Returns missing texts, duplicates, texts that nobody wrote, and differences in the order. */
function listFaults(what: string, expected: readonly string[], got: readonly string[]): readonly string[] {
  const faults: string[] = [];
  const asked = new Set(expected);
  const seen = new Set<string>();
  for (const text of got) {
    if (seen.has(text)) faults.push(`${what}: "${text}" is there twice`);
    if (!asked.has(text)) faults.push(`${what}: nobody was told that "${text}" is taken`);
    seen.add(text);
  }
  for (const text of expected) if (!seen.has(text)) faults.push(`${what}: "${text}" was taken and is lost`);
  const inOrder = expected.filter((text) => seen.has(text));
  const kept = got.filter((text) => asked.has(text));
  const at = inOrder.findIndex((text, index) => kept[index] !== text);
  if (faults.length === 0 && at >= 0) faults.push(`${what}: "${kept[at]}" stands where "${inOrder[at]}" belongs`);
  return faults;
}

/** Each client message that was answered with success is stored once, in the order of its client. Source: CH-19, CH-23, DEL-29. */
export function saidFaults({ history, stored }: Evidence): readonly string[] {
  const people = [...new Set(history.said.map(({ who }) => who))];
  const all = textsOf(stored.chats, "client");
  return people.flatMap((who) =>
    listFaults(
      who,
      history.said.filter((one) => one.who === who).map(({ text }) => text),
      all.filter((text) => text.startsWith(`${who} `)),
    ),
  );
}

/** Each reply of an agent or bot that was answered with success is stored once, in order, in its chat. Source: DEL-06, BOT-24. */
export function repliedFaults({ history, stored }: Evidence): readonly string[] {
  return stored.chats.flatMap(({ chat, messages }) => {
    const textsFrom = (from: string): readonly string[] =>
      messages.filter((message) => message.from === from).map(({ text }) => text);
    const replies = history.replied.filter(({ chatId }) => chatId === chat.id);
    const ids = new Map(messages.map(({ text, id }) => [text, id]));
    return [
      ...listFaults(
        `agents in chat ${chat.id}`,
        replies.map(({ text }) => text),
        textsFrom("agent"),
      ),
      ...listFaults(
        `the bot in chat ${chat.id}`,
        history.botSaid.filter(({ chatId }) => chatId === chat.id).map(({ text }) => text),
        textsFrom("bot"),
      ),
      ...replies
        .filter(({ text, messageId }) => ids.has(text) && ids.get(text) !== messageId)
        .map(({ text, messageId }) => `"${text}" was answered ${messageId}, and is ${ids.get(text)}`),
    ];
  });
}

/** The numbers of a chat's messages increase by one. */
export const numberFaults = ({ stored }: Evidence): readonly string[] =>
  stored.chats.flatMap(({ chat, messages }) =>
    messages
      .filter(({ seq }, index) => seq !== index + 1)
      .slice(0, 1)
      .map(({ seq }) => `chat ${chat.id} has message ${seq} out of its place`),
  );

/** At most one agent accepted a chat, and at most one agent wrote in it. */
export function ownerFaults({ history, stored }: Evidence): readonly string[] {
  return stored.chats.flatMap(({ chat, messages }) => {
    const owners = new Set(history.accepted.filter(({ chatId }) => chatId === chat.id).map(({ agent }) => agent));
    const writers = new Set(messages.filter(({ from }) => from === "agent").map(({ agentId }) => agentId));
    const faults = owners.size > 1 ? [`chat ${chat.id} was taken by ${[...owners].join(" and ")}`] : [];
    if (writers.size > 1) faults.push(`${writers.size} agents wrote in chat ${chat.id}`);
    return faults;
  });
}
