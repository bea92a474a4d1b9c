import type { DeskMessage } from "../../../../../src/codec/desk/desk.ts";
import type { RoundWorld } from "../round-world.ts";
import type { StoredChat } from "./stored-chats.ts";

/** Returns missing and additional items of a list, and the first difference in the order. */
function listFaults(what: string, expected: readonly string[], got: readonly string[]): readonly string[] {
  if (expected.length === got.length && expected.every((text, index) => text === got[index])) return [];
  const lost = expected.filter((text) => !got.includes(text));
  const doubled = got.filter((text, index) => got.indexOf(text) !== index);
  const strange = got.filter((text) => !expected.includes(text));
  const at = expected.findIndex((text, index) => text !== got[index]);
  return [`${what}: ${JSON.stringify({ lost, doubled, strange, at, expected: expected[at], got: got[at] })}`];
}

const textsOf = (chats: readonly StoredChat[], from: DeskMessage["from"]): readonly string[] =>
  chats.flatMap(({ messages }) => messages.filter((message) => message.from === from).map(({ text }) => text));

/** Each message of a customer or visitor that was answered with success is stored once, in its writer's order. Source: CH-19, DEL-29. */
export function saidFaults({ customers, pages }: RoundWorld, chats: readonly StoredChat[]): readonly string[] {
  const ofCustomers = customers.flatMap(({ id, channelId, said }) => {
    const own = chats.filter(({ chat }) => chat.channelId === channelId && chat.client.id === id);
    return listFaults(id, said, textsOf(own, "client"));
  });
  const ofPages = pages.flatMap(({ name, number, said }) => {
    const own = chats.filter(({ chat }) => chat.client.number === number);
    return listFaults(name, said, textsOf(own, "client"));
  });
  return [...ofCustomers, ...ofPages];
}

/** A chat has one agent. A second agent was refused. */
export function acceptFaults({ agents }: RoundWorld, chats: readonly StoredChat[]): readonly string[] {
  return chats.flatMap(({ chat, messages }) => {
    const owners = agents.filter(({ accepted }) => accepted.includes(chat.id)).map(({ id }) => id);
    if (owners.length > 1) return [`chat ${chat.id} was accepted by ${owners.join(" and ")}`];
    const writers = new Set(messages.filter(({ from }) => from === "agent").map(({ agentId }) => agentId));
    for (const owner of owners) writers.delete(owner);
    return writers.size === 0 ? [] : [`${[...writers].join()} wrote in chat ${chat.id} of ${owners.join()}`];
  });
}

/** Each reply of an agent or bot that was answered with success is stored once, in order. */
export function replyFaults({ agents, answering }: RoundWorld, chats: readonly StoredChat[]): readonly string[] {
  const replies = agents.flatMap((agent) => agent.replies);
  return chats.flatMap(({ chat, messages }) => {
    const textsFrom = (from: string): readonly string[] =>
      messages.filter((message) => message.from === from).map(({ text }) => text);
    const isHere = ({ chatId }: { readonly chatId: string }): boolean => chatId === chat.id;
    const ids = new Map(messages.map(({ text, id }) => [text, id]));
    return [
      ...listFaults(
        `replies in chat ${chat.id}`,
        replies.filter(isHere).map(({ text }) => text),
        textsFrom("agent"),
      ),
      ...listFaults(
        `the bot in chat ${chat.id}`,
        answering.replies.filter(isHere).map(({ text }) => text),
        textsFrom("bot"),
      ),
      ...replies
        .filter((reply) => isHere(reply) && ids.get(reply.text) !== reply.messageId)
        .map(({ text, messageId }) => `"${text}" was answered ${messageId}, is ${ids.get(text)}`),
    ];
  });
}

/** Each desk received exactly the stored state, across all nodes and cursors. */
export function deskFaults({ agents }: RoundWorld, chats: readonly StoredChat[]): readonly string[] {
  return agents.flatMap(({ id, desk }) => {
    const faults = desk.resyncs + desk.repeats === 0 ? [] : [`${desk.resyncs} resyncs, ${desk.repeats} repeats`];
    for (const { chat, messages } of chats) {
      const shown = new Map(desk.shown.get(chat.id)?.map(({ message }) => [message.seq, message]));
      for (const { seq, text, delivery } of messages) {
        const seen = shown.get(seq);
        const [is, was] = [`${text} ${delivery?.state}`, `${seen?.text} ${seen?.delivery?.state}`];
        if (is !== was) faults.push(`${chat.id}/${seq} is "${is}", shown as "${was}"`);
      }
      const state = desk.chats.get(chat.client.id);
      if (state?.id === chat.id && state.state !== chat.state)
        faults.push(`chat ${chat.id} is ${chat.state}, shown as ${state.state}`);
    }
    return faults.map((fault) => `desk of ${id}: ${fault}`);
  });
}

/** Each page received exactly the messages that its visitor may see. */
export function pageFaults({ pages }: RoundWorld, chats: readonly StoredChat[]): readonly string[] {
  return pages.flatMap(({ name, number, shown, surprises }) => {
    const own = chats.filter(({ chat }) => chat.client.number === number);
    const missing = own.flatMap(({ chat, messages }) =>
      messages
        .filter(({ from, hidden }) => (from === "client" || from === "agent") && !hidden)
        .filter(({ seq, text }) => shown.get(chat.id)?.get(seq) !== text)
        .map(({ seq, text }) => `${chat.id}/${seq} "${text}" was not shown`),
    );
    return [...surprises, ...missing].map((fault) => `${name}: ${fault}`);
  });
}
