import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { ClientFacts, SessionFacts } from "../../../machines/chat/client.types.ts";
import type { AgentSignature, OutwardContent } from "../../../machines/chat/message.types.ts";
import type { BotEvent, CallReport, EndpointEventName, Recipient, WebhookEventName } from "../../../machines/tells.ts";
import { encodeAgentMessage, encodeTypingNotice } from "../../codec/a-customer/agent-message.ts";
import { encodeBotEvent } from "../../codec/b-bot/bot-event.ts";
import { encodeLogEntries } from "../../codec/c-webhook/chat-log.ts";
import type { ChatFacts, EventFacts } from "../../codec/c-webhook/webhook-event.ts";
import { encodeEvent, encodePresence } from "../../codec/c-webhook/webhook-event.ts";
import { systemClock } from "../../core/clock.ts";
import { asAgentId, asChatId, asMessageId } from "../../core/ids.ts";
import type { ChatLogEntry } from "../../ports/chat-log-encoder.ts";
import { channelId } from "./service-requests.ts";

/** Example bodies, written by the codec of the service. */

const photo = "https://chat.parley.example/avatars/pQ7d0xw1JH3nYbLkS5cR2g.png";
const sender: AgentSignature = { id: asAgentId(4), name: "Irina Vale", photo };
const file = "https://chat.parley.example/files/3Jq0v1fXy2KcPz7WnB5dTg";

/** One example of each type of message that agents send. Source: CH-38, CH-52, CH-59. */
export const contents: Readonly<Record<"text" | "photo" | "video" | "audio" | "voice" | "document", OutwardContent>> = {
  text: { type: "text", text: "Yes, it is ready. We are open until six.", media: null },
  photo: {
    type: "photo",
    text: "The one on the left",
    media: {
      file: `${file}/shelf.jpg`,
      thumb: `${file}/shelf-320.jpg`,
      file_name: "shelf.jpg",
      file_size: 182_044,
      width: 1_600,
      height: 1_200,
    },
  },
  video: {
    type: "video",
    text: "",
    media: { file: `${file}/how-to.mp4`, file_name: "how-to.mp4", file_size: 4_194_304, duration: 31 },
  },
  audio: {
    type: "audio",
    text: "",
    media: { file: `${file}/ring.mp3`, file_name: "ring.mp3", file_size: 81_920, duration: 5 },
  },
  voice: { type: "voice", text: "", media: { file: `${file}/voice.ogg`, file_name: "voice.ogg", file_size: 20_480 } },
  document: {
    type: "document",
    text: "",
    media: { file: `${file}/Gr%C3%B6%C3%9Fen.pdf`, file_name: "Größen.pdf", file_size: 30_201 },
  },
};

export const agentMessage = (
  recipient: Recipient,
  messageId: string,
  content: OutwardContent,
  signature: AgentSignature = sender,
): string => encodeAgentMessage({ messageId: asMessageId(messageId), content, sender: signature, recipient });

export const withoutPhoto: AgentSignature = { ...sender, photo: null };

export const typingNotice = (recipient: Recipient, state: "typein" | "typeout"): string =>
  encodeTypingNotice({ state, sender, recipient });

/** The chat of an event for a bot. */
export interface BotChat {
  readonly chatId: string;
  readonly clientNumber: number;
}

/** What a client writes, with the parts that differ between the examples. */
export interface ClientWords {
  readonly text: string;
  readonly buttonId?: string;
  readonly name?: string | null;
}

export const clientMessage = ({ chatId, clientNumber }: BotChat, { text, buttonId, name }: ClientWords): BotEvent => ({
  event: "CLIENT_MESSAGE",
  chatId: asChatId(chatId),
  clientNumber,
  sender: { name: name === undefined ? "Ann Moss" : name, url: "https://shop.example/bells", hasContacts: false },
  agentsOnline: true,
  text,
  buttonId: buttonId ?? null,
  atMs: systemClock.nowMs(),
});

export const agentNotice = (
  { chatId, clientNumber }: BotChat,
  event: "AGENT_JOINED" | "AGENT_UNAVAILABLE",
): BotEvent => ({ event, chatId: asChatId(chatId), clientNumber });

export const botEvent = (eventId: string, event: BotEvent): string =>
  encodeBotEvent({ eventId: asMessageId(eventId), event, channelId, channelKind: "api" });

const agent: AgentProfile = {
  id: asAgentId(4),
  name: "Irina Vale",
  email: "irina@shop.example",
  phone: "+442079460114",
  photo: null,
  departmentIds: [1],
  role: "agent",
};

const session: SessionFacts = {
  ipAddress: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  utm: { source: "newsletter", campaign: "spring", content: "", medium: "mail", term: "" },
  geo: {
    region_code: "ENG",
    country: "United Kingdom",
    country_code: "GB",
    region: "England",
    city: "London",
    latitude: "51.5142",
    longitude: "-0.0931",
    organization: "Example Net",
  },
};

/** A visitor of a widget, about whom much is known. */
const visitor: ClientFacts = {
  senderId: "visitor",
  senderIdKind: "string",
  number: 5_501,
  name: "Ann Moss",
  phone: "+442079460181",
  email: "ann@customer.example",
  photo: null,
  description: "Prefers mail",
  url: "https://shop.example/bells",
  pageTitle: "Bells",
  userToken: "ann-77",
  session,
  chatsCount: 2,
  isBlacklisted: false,
  pageData: [],
};

/** A customer of a chat channel, about whom nothing is known. Source: WH-11, WH-13. */
const customer: ClientFacts = {
  ...visitor,
  number: 5_502,
  name: null,
  phone: null,
  email: null,
  description: null,
  url: null,
  pageTitle: null,
  userToken: null,
  session: null,
  chatsCount: 1,
};

/** The facts of all events of one chat. */
const chatFacts = (chatId: string, client: ClientFacts) =>
  ({
    channelId,
    client,
    page: client.url === null ? null : { url: client.url, title: client.pageTitle },
    chatId: asChatId(chatId),
    department: client.url === null ? null : { id: 1, name: "Sales" },
  }) as const;

/** The body of an event with everything that the service can know. Source: WH-03, WH-44, CALL-01. */
export function eventBody(event: WebhookEventName, chatId: string, call: CallReport = calls.start): string {
  const chat = chatFacts(chatId, visitor);
  switch (event) {
    case "chat_accepted":
    case "chat_updated":
      return encodeEvent({ ...chat, event, agent }).head;
    case "chat_assigned":
      return encodeEvent({ ...chat, event, agent, assignTo: "https://crm.example/cards/551" }).head;
    case "call_event":
      return encodeEvent({ ...chat, event, agent: call.status === "start" ? null : agent, call }).head;
    case "chat_finished":
      return finishedBody(chatId, someLog());
    case "offline_message": {
      const { page, client } = chat;
      return encodeEvent({ event, channelId, client, page, messageId: chatId, text: "Please call me." }).head;
    }
    case "agent_presence": {
      const change = { agent, status: "away", previous: "online", channelIds: [channelId] } as const;
      return encodePresence({ ...change, atMs: systemClock.nowMs() }).head;
    }
    default:
      return encodeEvent(ofEndpoint[event]({ ...chat, atMs: systemClock.nowMs() })).head;
  }
}

type Moment = ChatFacts & { readonly atMs: number };
type OfEndpoint = Exclude<EndpointEventName, "agent_presence">;

const sent = { agent, messageId: "5d1c8f0e-6f3b-4c1e-9a57-0b7f1d2e4a11", attempts: 1 } as const;
const failure = { code: "17", message: "This customer has left." };

/** Events of a chat that only endpoints get. */
const ofEndpoint: { readonly [Event in OfEndpoint]: (chat: Moment) => EventFacts } = {
  bot_failed: (chat) => ({ ...chat, event: "bot_failed", failure }),
  chat_rated: (chat) => ({ ...chat, event: "chat_rated", rate: "negative", comment: "Nobody knew the answer." }),
  chat_reopened: (chat) => ({ ...chat, event: "chat_reopened", agent }),
  chat_started: (chat) => ({ ...chat, event: "chat_started" }),
  chat_transferred: (chat) => ({
    ...{ ...chat, event: "chat_transferred", agent },
    to: { kind: "department", id: 1, name: "Sales" },
  }),
  message_created: (chat) => ({
    ...{ ...chat, event: "message_created", messageId: sent.messageId },
    message: { message: "On its way.", timestamp: nowSeconds(), type: "agent", agent_id: 4 },
  }),
  message_delivered: (chat) => ({ ...chat, ...sent, event: "message_delivered" }),
  message_failed: (chat) => ({ ...chat, ...sent, event: "message_failed", attempts: 4, failure }),
};

/** `chat_accepted` of a customer about whom nothing is known. */
export const sparseBody = (chatId: string): string =>
  encodeEvent({ ...chatFacts(chatId, customer), event: "chat_accepted", agent: { ...agent, phone: null } }).head;

/** `chat_finished` with this log. Source: WH-20 to WH-23. */
export function finishedBody(chatId: string, log: readonly ChatLogEntry[]): string {
  const facts = { ...chatFacts(chatId, visitor), event: "chat_finished", agents: [agent], rate: "positive" } as const;
  const { head, tail } = encodeEvent({ ...facts, messagesUpTo: log.length });
  return `${head}${Buffer.from(encodeLogEntries(log)).toString()}${tail ?? ""}`;
}

const nowSeconds = (): number => Math.floor(systemClock.nowMs() / 1_000);

/** A client, a bot, an agent, and a file. */
function someLog(): readonly ChatLogEntry[] {
  const timestamp = nowSeconds();
  return [
    { message: "Where is my order?", timestamp, type: "visitor" },
    { message: "I will fetch somebody for you.", timestamp, type: "agent", agent_id: 0 },
    { message: "On its way.", timestamp, type: "agent", agent_id: 4 },
    { message: `The parcel\n${file}/parcel.jpg`, timestamp, type: "agent", agent_id: 4 },
  ];
}

/** A log of about 100 KB, as a chat of some days has. */
export function longLog(): readonly ChatLogEntry[] {
  const timestamp = nowSeconds();
  const message = `And then? ${"Schön, 好, 👍. ".repeat(10)}`;
  return Array.from({ length: 400 }, () => ({ message, timestamp, type: "visitor" }));
}

const phone = "+442079460181";
const onCall = { type: "callback", phone, reason: null, recordUrl: null } as const;

/** One report of each status. Source: CALL-01, CALL-03. */
export const calls = {
  start: { ...onCall, status: "start" },
  agent_connected: { ...onCall, status: "agent_connected" },
  client_connected: { ...onCall, status: "client_connected" },
  end: { ...onCall, status: "end", recordUrl: "https://pbx.example/records/77.mp3" },
  error: { ...onCall, status: "error", reason: "busy" },
} as const satisfies Readonly<Record<CallReport["status"], CallReport>>;

/** The same body with keys that a later version may add, in every object that is not empty. Source: VER-05. */
export const withLaterKeys = (body: string): string =>
  body.replaceAll(/\{(?=")/g, '{"added_later":{"by":["a","later",1.5,null]},');
