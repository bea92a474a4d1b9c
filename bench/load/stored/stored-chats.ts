import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ChannelId, ChatId } from "../../../machines/ids.ts";
import { chatAddress } from "../../../machines/tells.ts";
import { asAgentId, asChannelId, asChatId, asMessageId, clientConversation } from "../../../src/core/ids.ts";
import { actors } from "../../../src/domain/actors.ts";
import type { Write } from "../../../src/ports/store.ts";
import { channelId as channelText } from "../service/service.ts";

/** One in this many chats is waiting, and one is with the agent. The others are closed. */
const waitingEvery = 12;
const acceptedEvery = 50;
const createdAtMs = 1_790_000_000_000;
const channelId: ChannelId = asChannelId(channelText);
const agent = { id: asAgentId(1), name: "Bench Agent", photo: null, description: null, url: null };

/** The messages of each chat. */
export const storedLines = [
  { from: "client", text: "Where is my parcel? It was promised for last week." },
  { from: "agent", text: "It is on its way and will be with you tomorrow." },
] as const;

export const storedSender = (number: number): string => `stored-${number}`;

/** The message's id in the customer system; agents' messages have none. */
export const storedExternalId = (number: number, seq: number): string | null =>
  storedLines[seq - 1]?.from === "client" ? `stored-${number}-${seq}` : null;

export const isStoredOpen = (number: number): boolean => stateOf(number) !== "closed";

/** Returns all rows of one stored chat. */
export function writesOfChat(number: number): readonly Write[] {
  const chatId = asChatId(String(number));
  const state = stateOf(number);
  const senderId = storedSender(number);
  const conversation = clientConversation(channelId, senderId);
  const context = contextOf(chatId, number, senderId, state);
  return [
    {
      table: "actor",
      key: [chatAddress(chatId)],
      row: {
        actor: chatAddress(chatId),
        conversation,
        machine: actors.chat.kind,
        version: actors.chat.form.version,
        revision: 3,
        state,
        context: actors.chat.form.encode(context),
        deadlines: [],
      },
    },
    {
      table: "client",
      key: [conversation],
      row: { channelId, client: context.client, openChatId: isStoredOpen(number) ? chatId : null },
    },
    { table: "chatState", key: [state, number], row: { channelId } },
    { table: "clientChat", key: [number, number], row: { channelId } },
    messageWrite(number, 1),
    messageWrite(number, 2),
  ];
}

function stateOf(number: number): "closed" | "waiting" | "with_agent" {
  if (number % acceptedEvery === 0) return "with_agent";
  return number % waitingEvery === 0 ? "waiting" : "closed";
}

/** The context of a chat with two messages. */
export const contextOf = (id: ChatId, number: number, senderId: string, state: string): ChatContext => ({
  id,
  channelId,
  client: {
    senderId,
    senderIdKind: "string",
    number,
    name: `Client ${number}`,
    phone: "+15550100",
    email: `client-${number}@shop.example`,
    photo: null,
    description: null,
    url: null,
    pageTitle: null,
    userToken: null,
    session: null,
    chatsCount: 1,
    isBlacklisted: false,
    pageData: [],
  },
  offer: null,
  department: null,
  agentIds: state === "waiting" ? [] : [agent.id],
  invites: [],
  isClientTyping: false,
  typingAgent: null,
  closedAtMs: null,
  agent: state === "waiting" ? null : agent,
  lastSeq: 2,
  unread: 0,
  lane: { active: null, waiting: [] },
  bot: null,
  buttons: null,
  visit: {
    ...{ surface: "api", firstPage: null, crm: null, call: null, rate: null },
    ...{ isAccepted: true, waitingSinceMs: null, linesBehind: 0, failed: [] },
  },
  createdAtMs,
  updatedAtMs: createdAtMs,
});

const messageIdOf = (number: number, seq: number): string =>
  `00000000-0000-4000-8000-${String(number * 10 + seq).padStart(12, "0")}`;

function messageWrite(number: number, seq: 1 | 2): Write {
  const { from, text } = storedLines[seq === 1 ? 0 : 1];
  const row = {
    seq,
    id: asMessageId(messageIdOf(number, seq)),
    from,
    content: { type: "text", text, media: null },
    agentId: from === "agent" ? agent.id : null,
    atMs: createdAtMs,
    externalId: storedExternalId(number, seq),
    deliveryId: null,
  } as const;
  return { table: "message", key: [number, seq], row };
}
