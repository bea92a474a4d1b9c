import {
  asActorKey,
  asAgentId,
  asChannelId,
  asChatId,
  asConversationKey,
  asDeliveryId,
  asMessageId,
} from "../../src/core/ids.ts";
import type { Key, Row, TableName, Write } from "../../src/ports/store.ts";
import { erasures } from "./erasure-rows.ts";
import { leftMessages } from "./left-message-rows.ts";
import { rareMessages } from "./message-rows.ts";

const channelId = asChannelId("MOBILEAPP1");
const conversation = asConversationKey("client/MOBILEAPP1/Zoë 😀");
const actor = asActorKey("chat/12");
const deliveryId = asDeliveryId("01J0000000000000000000000A");
const atMs = 1_790_000_000_123;
const everyByte = String.fromCharCode(...Array(256).keys());

export const message = (seq: number, text = `message ${seq}`): Row<"message"> => ({
  seq,
  id: asMessageId(`5d1c8f0e-6f3b-4c1e-9a57-${String(seq).padStart(12, "0")}`),
  from: "client",
  content: { type: "text", text, media: null },
  agentId: null,
  atMs,
  externalId: null,
  deliveryId: null,
});

export const counter = (name: string, last: number): Write => ({ table: "counter", key: [name], row: { last } });
export const fact = (name: string, text: string): Write => ({ table: "fact", key: [name], row: { text } });
export const messageWrite = (chat: number, seq: number, text?: string): Write => ({
  table: "message",
  key: [chat, seq],
  row: message(seq, text),
});

export interface Sample<Table extends TableName> {
  readonly key: Key<Table>;
  readonly row: Row<Table>;
}

/** Rows of every table: usual ones, empty ones, and ones at the limits of their types. */
export const samples: { readonly [Table in TableName]: readonly Sample<Table>[] } = {
  actor: [
    {
      key: [actor],
      row: {
        actor,
        conversation,
        machine: "chat",
        version: 3,
        revision: Number.MAX_SAFE_INTEGER,
        state: "waiting",
        context: new TextEncoder().encode("näive 😀 \u0000"),
        deadlines: [
          { id: "attempt", atMs, atRestart: true },
          { id: "", atMs: 0, atRestart: false },
        ],
      },
    },
    {
      key: [asActorKey("agent/1")],
      row: {
        actor: asActorKey("agent/1"),
        conversation: asConversationKey("agent/1"),
        machine: "agent",
        version: 0,
        revision: 0,
        state: "",
        context: new Uint8Array(),
        deadlines: [],
      },
    },
    {
      key: [asActorKey("agent/2")],
      row: {
        actor: asActorKey("agent/2"),
        conversation: asConversationKey("agent/2"),
        machine: "agent",
        version: 1,
        revision: 2,
        state: "offline",
        context: new Uint8Array(),
        deadlines: [],
        sinceMs: atMs,
        historyAt: 7,
      },
    },
  ],
  client: [
    {
      key: [conversation],
      row: {
        channelId,
        client: {
          senderId: "Zoë 😀",
          senderIdKind: "string",
          number: 17,
          name: "Zoë",
          phone: "+15550100",
          email: "zoe@example.com",
          photo: "https://example.com/zoe.png",
          description: "Has a dog 🐕",
          url: "https://example.com/shop?q=1",
          pageTitle: "Blue shoes – 👟",
          userToken: "user-token/ß",
          session: {
            ipAddress: "2001:db8::1",
            userAgent: "Mozilla/5.0 (X11)",
            utm: { source: "news", campaign: "", content: "", medium: "e-mail", term: 'blue "shoes"' },
            geo: {
              region_code: "BE",
              country: "Germany",
              country_code: "DE",
              region: "Berlin",
              city: "Berlin",
              latitude: "52.52",
              longitude: "13.405",
              organization: "",
            },
          },
          chatsCount: 3,
          isBlacklisted: true,
          pageData: [],
        },
        openChatId: asChatId("12"),
      },
    },
    {
      key: [asConversationKey("client/MOBILEAPP1/7")],
      row: {
        channelId,
        client: {
          senderId: "7",
          senderIdKind: "integer",
          number: 1,
          name: "",
          phone: null,
          email: null,
          photo: null,
          description: null,
          url: null,
          pageTitle: "",
          userToken: "",
          session: null,
          chatsCount: 0,
          isBlacklisted: false,
          pageData: [],
        },
        openChatId: null,
      },
    },
    {
      key: [asConversationKey("client/WEBSITE01/7")],
      row: {
        channelId: asChannelId("WEBSITE01"),
        client: {
          senderId: "7",
          senderIdKind: "string",
          number: 2,
          name: null,
          phone: null,
          email: null,
          photo: null,
          description: null,
          url: null,
          pageTitle: null,
          userToken: null,
          session: null,
          chatsCount: 0,
          isBlacklisted: false,
          pageData: [
            { title: "Cart", content: "3 <b>wheels</b>\n🛞", key: null, link: null },
            { title: null, content: "", key: "id", link: "https://crm.example.com/7?a=1&b=2" },
          ],
        },
        openChatId: null,
        seenAtMs: 2 ** 41,
        hasLeftMessage: true,
      },
    },
  ],
  message: [
    { key: [12, 1], row: message(1, "") },
    {
      key: [12, 2],
      row: {
        ...message(2),
        from: "agent",
        agentId: asAgentId(0),
        externalId: "",
        deliveryId: asDeliveryId("01J0000000000000000000000A"),
        content: { type: "photo", text: "look", media: {} },
      },
    },
    {
      key: [12, 3],
      row: {
        ...message(3),
        agentId: asAgentId(7),
        externalId: "ext-1",
        content: {
          type: "document",
          text: "x".repeat(200_000),
          media: {
            file: "https://example.com/a.pdf",
            thumb: "t",
            emoji: "😀",
            file_name: "a.pdf",
            file_size: 0,
            duration: 1.5,
            width: -1,
            height: 2 ** 40,
            performer: "",
            title: "T",
            latitude: -33.856_784,
            longitude: 151.215_297,
          },
        },
      },
    },
    {
      key: [12, 4],
      row: {
        ...message(4),
        from: "bot",
        content: {
          type: "buttons",
          text: "",
          media: null,
          buttons: [
            { text: "Ja 😀", id: "1" },
            { text: "Nein", id: null },
            { text: "?", id: "" },
          ],
          fallback: "",
        },
        isHidden: true,
      },
    },
    {
      key: [12, 5],
      row: { ...message(5), content: { type: "markdown", text: "**b**", media: null, fallback: "b" }, deliveryId },
    },
    ...rareMessages(message, deliveryId),
  ],
  clientNumber: [
    { key: [17], row: { conversation } },
    { key: [2 ** 40], row: { conversation: asConversationKey("client/MOBILEAPP1/7") } },
  ],
  webhook: [
    {
      key: [12, deliveryId],
      row: { head: '{"event_name":"chat_accepted","name":"Zoë 😀"}', tail: null, messagesUpTo: 0 },
    },
    {
      key: [12, asDeliveryId("01J0000000000000000000000B")],
      row: { head: '{"chat":{"messages":[', tail: "]}}", messagesUpTo: 2 ** 40 },
    },
    { key: [0, deliveryId], row: { head: "", tail: "", messagesUpTo: 0 } },
  ],
  phone: [
    { key: ["15550100"], row: { conversation } },
    { key: ["0"], row: { conversation: asConversationKey("client/MOBILEAPP1/7") } },
  ],
  offlineMessage: leftMessages(channelId, deliveryId, atMs),
  chatState: [{ key: ["waiting", 12], row: { channelId } }],
  clientChat: [
    { key: [3, 12], row: { channelId } },
    { key: [3, Number.MAX_SAFE_INTEGER], row: { channelId } },
  ],
  deadline: [
    { key: [atMs, actor, "attempt"], row: { id: "attempt", atMs, atRestart: true, actor, conversation } },
    { key: [0, actor, ""], row: { id: "", atMs: 0, atRestart: false, actor, conversation } },
  ],
  tell: [
    {
      key: ["01J0000000000000000000000C"],
      row: { id: "01J0000000000000000000000C", to: actor, conversation, event: "{}", from: asActorKey("agent/1") },
    },
  ],
  history: [
    { key: [2], row: { atMs, packed: everyByte } },
    { key: [3], row: { atMs, packed: "" } },
    { key: [Number.MAX_SAFE_INTEGER], row: { atMs: 0, packed: "\0" } },
  ],
  feed: [
    { key: [1], row: { entries: [] } },
    {
      key: [2],
      row: {
        entries: [
          { chatId: asChatId("12"), channelId, messageSeq: 3 },
          { chatId: asChatId("13"), channelId, messageSeq: 0 },
        ],
      },
    },
  ],
  session: [
    { key: ["c2Vzc2lvbg"], row: { agentId: asAgentId(1), createdAtMs: atMs } },
    {
      key: ["c2Vlbg"],
      row: {
        agentId: asAgentId(2),
        createdAtMs: atMs,
        lastSeenAtMs: 2 ** 41,
        address: "2001:db8::1",
        userAgent: "Mozilla/5.0 (X11; 😀)",
      },
    },
  ],
  account: [
    {
      key: ["kim@example.com"],
      row: { agentId: asAgentId(1), email: "kim@example.com", passwordHash: "scrypt$1$2$3$4$5" },
    },
    { key: [""], row: { agentId: asAgentId(2), email: "", passwordHash: "", mustChange: true } },
  ],
  idempotency: [
    { key: ["agent/1", "key"], row: { fingerprint: "f", actor, answer: '{"id":"1"}', expiresAtMs: atMs } },
    { key: ["", ""], row: { fingerprint: "", actor, answer: "", expiresAtMs: 0 } },
  ],
  counter: [
    { key: ["chat"], row: { last: 0 } },
    { key: ["visitor"], row: { last: Number.MAX_SAFE_INTEGER } },
  ],
  delivery: [
    { key: ["all", channelId, deliveryId], row: { chatId: asChatId("12") } },
    { key: ["failed", channelId, deliveryId], row: { chatId: asChatId("12") } },
    { key: ["dead", channelId, deliveryId], row: { chatId: asChatId("0") } },
  ],
  channelLog: [
    {
      key: [channelId, "01J0000000000000000000000C"],
      row: { atMs, kind: "warning", cause: "request-1", chatId: asChatId("12"), messageSeq: 3, text: "dropped 😀" },
    },
    {
      key: [channelId, "01J0000000000000000000000D"],
      row: { atMs, kind: "typing", cause: "chat/12", chatId: null, messageSeq: 0, text: "" },
    },
    {
      key: [channelId, "01J0000000000000000000000E"],
      row: { atMs, kind: "webhook", cause: "delivery/1", chatId: null, messageSeq: 0, text: "It has gone" },
    },
  ],
  department: [{ key: [1], row: { name: "Sales" } }],
  provider: [{ key: ["acme-bots"], row: { name: "" } }],
  file: [
    {
      key: ["c29tZXRva2Vu"],
      row: {
        chatId: asChatId("12"),
        agentId: asAgentId(1),
        name: "Résumé.pdf",
        mimeType: "application/pdf",
        bytes: 20 * 1024 * 1024,
        createdAtMs: atMs,
      },
    },
  ],
  chatFile: [{ key: [12, "c29tZXRva2Vu"], row: {} }],
  chatActor: [
    { key: [0, asActorKey("delivery/01J0000000000000000000000F")], row: {} },
    { key: [12, asActorKey("call/1")], row: {} },
  ],
  archiveQueue: [
    { key: [12], row: { isRemoval: false } },
    { key: [13], row: { isRemoval: true } },
  ],
  cannedReply: [
    { key: [0, "01J0000000000000000000000G"], row: { shortcut: "grüße", text: "Mit freundlichen Grüßen\n😀" } },
    { key: [7, "01J0000000000000000000000H"], row: { shortcut: "hi", text: "x".repeat(10_000) } },
  ],
  erasure: erasures,
  fact: [{ key: ["installation"], row: { text: "" } }],
};

export const tableNames = Object.keys(samples) as TableName[];

/** Returns every sample as a write. */
export const sampleWrites = (): Write[] =>
  tableNames.flatMap((table) => samples[table].map(({ key, row }) => ({ table, key, row }) as Write));
