import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { ActorKey, ChannelId, ChatId, ConversationKey } from "../../../machines/ids.ts";
import type { MessageCargo } from "../../../machines/tells.ts";
import { chatAddress, deliveryAddress } from "../../../machines/tells.ts";
import {
  asAgentId,
  asChannelId,
  asChatId,
  asDeliveryId,
  asMessageId,
  clientConversation,
} from "../../../src/core/ids.ts";
import { actors } from "../../../src/domain/actors.ts";
import type { ActorRow, StoredDeadline, Write } from "../../../src/ports/store.ts";
import { channelId as channelText } from "../service/service.ts";

/** One in this many chats is waiting, and one is with the agent. The others are closed. */
const waitingEvery = 12;
export const acceptedEvery = 50;
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
export const isStoredWaiting = (number: number): boolean => stateOf(number) === "waiting";

/** Returns all rows of one stored chat. With `retryAtMs`, its last message waits for another attempt. */
export function writesOfChat(number: number, retryAtMs: number | null): readonly Write[] {
  const chatId = asChatId(String(number));
  const state = stateOf(number);
  const senderId = storedSender(number);
  const conversation = clientConversation(channelId, senderId);
  const context = contextOf(chatId, number, senderId, state, retryAtMs !== null);
  return [
    {
      table: "actor",
      key: [chatAddress(chatId)],
      row: actorRow("chat", chatAddress(chatId), conversation, state, context),
    },
    {
      table: "client",
      key: [conversation],
      row: { channelId, client: context.client, openChatId: isStoredOpen(number) ? chatId : null },
    },
    { table: "chatState", key: [state, number], row: { channelId } },
    { table: "clientChat", key: [number, number], row: { channelId } },
    messageWrite(number, 1, false),
    messageWrite(number, 2, retryAtMs !== null),
    ...(retryAtMs === null ? [] : writesOfRetry(number, conversation, retryAtMs)),
  ];
}

/** Only an accepted chat can have a message in delivery. */
export const canRetry = (number: number): boolean => stateOf(number) === "with_agent";

/** Returns the rows of a chat's delivery that waits for its second attempt. */
export function writesOfRetry(number: number, conversation: ConversationKey, atMs: number): readonly Write[] {
  const actor = deliveryAddress(deliveryIdOf(number));
  const deadline: StoredDeadline = { id: "next-attempt", atMs, atRestart: false };
  const row = {
    ...actorRow("delivery", actor, conversation, "backing_off", deliveryOf(number)),
    deadlines: [deadline],
  };
  return [
    { table: "actor", key: [actor], row },
    { table: "deadline", key: [atMs, actor, deadline.id], row: { ...deadline, actor, conversation } },
  ];
}

export const numberOfDelivery = (actor: ActorKey): number => Number(actor.slice(-deliveryDigits));

const deliveryDigits = 10;
/** Has 26 characters, like a ULID. */
const deliveryIdOf = (number: number) =>
  asDeliveryId(`01BENCH000000000${String(number).padStart(deliveryDigits, "0")}`);

function stateOf(number: number): "closed" | "waiting" | "with_agent" {
  if (number % acceptedEvery === 0) return "with_agent";
  return number % waitingEvery === 0 ? "waiting" : "closed";
}

const actorRow = (
  kind: "chat" | "delivery",
  actor: ActorKey,
  conversation: ConversationKey,
  state: string,
  context: ChatContext | DeliveryContext,
): ActorRow => ({
  actor,
  conversation,
  machine: actors[kind].kind,
  version: actors[kind].form.version,
  revision: 3,
  state,
  context: actors[kind].form.encode(context),
  deadlines: [],
});

const contextOf = (id: ChatId, number: number, senderId: string, state: string, hasRetry: boolean): ChatContext => ({
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
  lane: { active: hasRetry ? deliveryIdOf(number) : null, waiting: [] },
  bot: null,
  buttons: null,
  visit: {
    ...{ surface: "api", firstPage: null, crm: null, call: null, rate: null },
    ...{ isAccepted: true, waitingSinceMs: null, linesBehind: 0, failed: [] },
  },
  createdAtMs,
  updatedAtMs: createdAtMs,
});

const cargo: MessageCargo = {
  kind: "message",
  content: { type: "text", text: storedLines[1].text, media: null },
  sender: agent,
};
const deliveryOf = (number: number): DeliveryContext => ({
  id: deliveryIdOf(number),
  chatId: asChatId(String(number)),
  channelId,
  messageSeq: 2,
  messageId: asMessageId(messageIdOf(number, 2)),
  cargo,
  isInFront: false,
  recipient: { senderId: storedSender(number), senderIdKind: "string" },
  attempts: [
    {
      number: 1,
      startedAtMs: createdAtMs,
      durationMs: 12,
      httpStatus: 503,
      address: "http://shop.example/chat",
      answer: "",
      note: null,
      failure: { kind: "http_status", code: "503", message: "The customer system answered 503." },
    },
  ],
  seriesOffset: 0,
  error: { kind: "http_status", code: "503", message: "The customer system answered 503." },
  cancellation: null,
  createdAtMs,
});

const messageIdOf = (number: number, seq: number): string =>
  `00000000-0000-4000-8000-${String(number * 10 + seq).padStart(12, "0")}`;

function messageWrite(number: number, seq: 1 | 2, isUnderWay: boolean): Write {
  const { from, text } = storedLines[seq === 1 ? 0 : 1];
  const row = {
    seq,
    id: asMessageId(messageIdOf(number, seq)),
    from,
    content: { type: "text", text, media: null },
    agentId: from === "agent" ? agent.id : null,
    atMs: createdAtMs,
    externalId: storedExternalId(number, seq),
    deliveryId: isUnderWay ? deliveryIdOf(number) : null,
  } as const;
  return { table: "message", key: [number, seq], row };
}
