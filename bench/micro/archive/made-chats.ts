import { randomUUID } from "node:crypto";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import { asActorKey, asAgentId, asChannelId, asChatId, asConversationKey, asMessageId } from "../../../src/core/ids.ts";
import { actors } from "../../../src/domain/actors.ts";
import type { Write } from "../../../src/ports/store.ts";
import { contextOf } from "../../load/stored/stored-chats.ts";

export const channels = ["MOBILEAPP1", "WEBSITE001", "OTHERAPP01"].map(asChannelId);
const channelOf = (chatNumber: number) => channels[chatNumber % 10 === 0 ? 2 : chatNumber % 2] ?? asChannelId("NONE");
const wordsPerMessage = 12;
const vocabulary = 30_000;

/** The seed is fixed, so that every run has the same sequence. */
let seed = 1;
export function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}
/** Words are about as frequent as in a natural language: word n is about 1/n as frequent as the first word. */
export const wordAt = (rank: number): string =>
  `${["pa", "lo", "mi", "ter", "son", "ka", "du"][rank % 7]}${rank.toString(36)}`;
const anyWord = (): string => wordAt(Math.floor(vocabulary ** random()));
export const sentence = (): string => Array.from({ length: wordsPerMessage }, anyWord).join(" ");

export interface MadeChat {
  readonly state: "closed" | "waiting";
  readonly messages: number;
}

/** Returns the rows of a chat. */
export function chatWrites(chatNumber: number, { state, messages }: MadeChat): Write[] {
  const id = asChatId(String(chatNumber));
  const closedAtMs = 1_790_000_000_000 + chatNumber * 1_000;
  const senderId = `customer-${chatNumber}`;
  const agent = { id: asAgentId((chatNumber % 5) + 1), name: "Kim Agent", photo: null };
  const plain = contextOf(id, chatNumber, senderId, "with_agent");
  const context: ChatContext = {
    ...plain,
    channelId: channelOf(chatNumber),
    client: {
      ...plain.client,
      name: `${anyWord()} ${anyWord()}`,
      phone: `+1555${String(chatNumber).padStart(7, "0")}`,
      email: `${senderId}@example.com`,
      url: "https://shop.example.com/shoes/blue",
    },
    agent,
    agentIds: [agent.id],
    lastSeq: messages,
    createdAtMs: closedAtMs - 1,
    updatedAtMs: closedAtMs,
    closedAtMs: state === "closed" ? closedAtMs : null,
  };
  const actor = asActorKey(`chat/${id}`);
  const conversation = asConversationKey(`client/${context.channelId}/${senderId}`);
  const { form } = actors.chat;
  const row = {
    actor,
    conversation,
    machine: "chat",
    version: form.version,
    revision: 1,
    state,
    deadlines: [],
  };
  return [
    { table: "actor", key: [actor], row: { ...row, context: form.encode(context) } },
    { table: "chatState", key: [state, chatNumber], row: { channelId: context.channelId } },
    ...Array.from({ length: messages }, (_, index): Write => {
      const content = { type: "text" as const, text: sentence(), media: null };
      const from = index % 2 === 0 ? ("client" as const) : ("agent" as const);
      const rest = { agentId: null, atMs: closedAtMs, externalId: null, deliveryId: null };
      const message = { seq: index + 1, id: asMessageId(randomUUID()), from, content, ...rest };
      return { table: "message", key: [chatNumber, index + 1], row: message };
    }),
  ];
}
