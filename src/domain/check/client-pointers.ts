import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ChatId, ConversationKey } from "../../../machines/ids.ts";
import { chatAddress } from "../../../machines/tells.ts";
import { readStored } from "../../actors/stored-actor.ts";
import { asChatId } from "../../core/ids.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import type { RowReader, Write } from "../../ports/store.ts";
import { chatActor } from "../chat/chat-actor.ts";
import type { ActorFacts, Repair, RowFinding } from "./actor-facts.ts";

type Rows = RowReader;

/** Compares the open chat in each client's record with the chats themselves. */
export function* pointerFindings(
  clients: ReadonlyMap<ConversationKey, ChatId | null>,
  chats: Iterable<ActorFacts>,
): Generator<RowFinding> {
  const open = new Map<ConversationKey, ActorFacts[]>();
  for (const facts of chats)
    if (facts.state !== "closed") open.set(facts.conversation, [...(open.get(facts.conversation) ?? []), facts]);
  for (const [conversation, own] of open) {
    const named = clients.get(conversation) ?? null;
    const [only] = own;
    if (own.length > 1 || only === undefined) {
      const names = own.map(({ actor }) => actor).join(" and ");
      yield { level: "damaged", text: `${conversation} has more than one open chat: ${names}`, repair: null };
    } else if (named === null) {
      const text = `${only.actor} is open, but the record of ${conversation} does not name it: the client's next message would begin another chat`;
      yield { level: "damaged", text, repair: nameOpenChat(conversation, only) };
    }
  }
  for (const [conversation, named] of clients) {
    if (named === null || open.get(conversation)?.some(({ actor }) => actor === chatAddress(named)) === true) continue;
    const text = `The record of ${conversation} names chat/${named} as open, but this chat is not open: no message of the client would arrive`;
    yield { level: "damaged", text, repair: forgetChat(conversation) };
  }
}

const nameOpenChat = (conversation: ConversationKey, { actor }: ActorFacts): Repair => ({
  what: `The record of ${conversation} is written with ${actor} as the open chat, and with the client's data from that chat`,
  conversation,
  reads: [...namesOf("client", [[conversation]]), ...namesOf("actor", [[actor]])],
  writes(rows): readonly Write[] {
    const row = rows.read("actor", [actor]);
    const record = rows.read("client", [conversation]);
    if (row === undefined || row.state === "closed" || (record?.openChatId ?? null) !== null) return [];
    const context: ChatContext = readStored(chatActor, row).context;
    const { channelId, client } = context;
    const named = { channelId, client, ...record, openChatId: context.id };
    const number: Write = { table: "clientNumber", key: [client.number], row: { conversation } };
    return [{ table: "client", key: [conversation], row: named }, number];
  },
});

const forgetChat = (conversation: ConversationKey): Repair => ({
  what: `The open chat is removed from the record of ${conversation}`,
  conversation,
  reads: namesOf("client", [[conversation]]),
  writes(rows): readonly Write[] {
    const record = rows.read("client", [conversation]);
    if (record === undefined || isOpen(rows, record.openChatId)) return [];
    return [{ table: "client", key: [conversation], row: { ...record, openChatId: null } }];
  },
});

function isOpen(rows: Rows, id: ChatId | null): boolean {
  if (id === null) return true;
  const row = rows.read("actor", [chatAddress(asChatId(id))]);
  return row !== undefined && row.state !== "closed";
}
