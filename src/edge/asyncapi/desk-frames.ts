import type { Static } from "typebox";
import type { deskFrameSchemas } from "../../codec/desk/desk-frame.ts";
import type { deskFramesSent } from "../../codec/desk/desk-frames-sent.ts";
import type {
  agentSchema,
  callSchema,
  chatSchema,
  messageSchema,
  offlineMessageSchema,
} from "../../codec/desk/desk-schemas.ts";
import type { FrameDocs } from "./frame-doc.ts";

/** Parts of the desk's frames, for use in the examples. */

const startedAtMs = 1_767_261_600_000;

const agentExample: Static<typeof agentSchema> = {
  id: 1,
  name: "Kim",
  email: "kim@example.com",
  phone: null,
  photo: null,
  departments: [2],
  role: "agent",
};

const callExample: Static<typeof callSchema> = {
  id: "01KE0Q7J8Z3M5N7P9R1T3V5X7Y",
  type: "callback",
  phone: "+442079460181",
  status: "agent_connected",
  agentId: 1,
  reason: null,
  recordUrl: null,
};

const chatExample: Static<typeof chatSchema> = {
  id: "17",
  channelId: "SHOPWIDGET",
  state: "with_agent",
  client: {
    id: "v-9",
    number: 9,
    name: "Ann",
    email: "ann@example.com",
    phone: null,
    description: null,
    photo: null,
    invite: null,
    userToken: null,
    blacklisted: false,
    chatsCount: 1,
  },
  agent: { id: 1, name: "Kim" },
  department: null,
  offeredTo: null,
  customData: [{ title: "Orders", content: "3 open", key: null, link: null, fromPage: false }],
  crmLink: null,
  canAssign: false,
  assigned: false,
  firstPage: { url: "https://shop.example.com/", title: "Shop" },
  page: { url: "https://shop.example.com/cart", title: "Cart" },
  session: null,
  call: null,
  unread: 1,
  last: { seq: 1, from: "client", type: "text", text: "Where is my order?", at: startedAtMs },
  waitingSince: startedAtMs,
  rate: null,
  failed: null,
  createdAt: startedAtMs,
  updatedAt: startedAtMs,
  closedAt: null,
  reopenableUntil: null,
};

const messageExample: Static<typeof messageSchema> = {
  seq: 2,
  id: "01KE0Q8A1B2C3D4E5F6G7H8J9K",
  from: "agent",
  type: "text",
  text: "It is on its way.",
  parts: [],
  fallback: null,
  buttons: [],
  buttonId: null,
  hidden: false,
  agentId: 1,
  at: startedAtMs + 20_000,
  delivery: { id: "01KE0Q8A1B2C3D4E5F6G7H8J9K", state: "delivered", attempts: 1, error: null },
};

const leftMessageExample: Static<typeof offlineMessageSchema> = {
  id: "5",
  channelId: "SHOPWIDGET",
  clientNumber: 9,
  name: "Ann",
  email: "ann@example.com",
  phone: null,
  text: "Please call me tomorrow.",
  at: startedAtMs,
  state: "open",
  owner: null,
  done: null,
  answers: [],
};

export const deskReceived: FrameDocs<typeof deskFrameSchemas> = {
  hello: {
    summary: "Opens the conversation: names the session, and the cursor that the desk saw last.",
    when: "The first frame, within 10 seconds after the socket opens.",
    example: { type: "hello", token: "the-token-that-the-login-answered", available: true, since: 41 },
  },
  available: {
    summary: "Sets whether the agent takes new chats.",
    when: "When the agent uses the switch.",
    example: { type: "available", value: false },
  },
  beat: {
    summary: "Asks whether the service still answers, because pages cannot see the pings of a socket.",
    when: "At any time after `hello`.",
    example: { type: "beat" },
  },
};

export const deskSent: FrameDocs<typeof deskFramesSent> = {
  ready: {
    summary: "Answers `hello` with the agent and a cursor.",
    when: "After a `hello` with a live session. The frames that follow are newer than the cursor.",
    example: { type: "ready", agent: agentExample, cursor: 41 },
  },
  resync: {
    summary: "Asks the desk to read all its data again.",
    when: "After a `hello` whose cursor is too old.",
    example: { type: "resync" },
  },
  chat: {
    summary: "Carries a chat in its new state.",
    when: "Each time a chat changes that the agent can see.",
    example: { type: "chat", cursor: 42, chat: chatExample },
  },
  chat_gone: {
    summary: "Reports that a chat is no longer stored.",
    when: "When the data of the client are erased, or the time limit of the chat is over.",
    example: { type: "chat_gone", cursor: 43, chatId: "17" },
  },
  message: {
    summary: "Carries a new message, or a message whose delivery has a new state.",
    when: "When a message is stored. It is sent again with the same `seq` when the state of its delivery changes.",
    example: { type: "message", cursor: 44, chatId: "17", message: messageExample },
  },
  available: {
    summary: "Answers `available`: the service has stored the switch.",
    when: "After an `available` frame, when every channel of the agent has the new value.",
    example: { type: "available", value: false },
  },
  beat: {
    summary: "Answers `beat`: the desk has received all earlier frames.",
    when: "After each `beat`.",
    example: { type: "beat" },
  },
  surroundings: {
    summary: "Reports that the answer of `GET /api/session` has changed.",
    when: "When the agents, channels or departments around the agent change. The frame has no cursor.",
    example: { type: "surroundings" },
  },
  call: {
    summary: "Carries a call in its new state.",
    when: "When the state of a call changes. The frame has no cursor, because the frame of the chat has the call too.",
    example: { type: "call", chatId: "17", channelId: "SHOPWIDGET", call: callExample },
  },
  offline_message: {
    summary: "Carries a message that a visitor left through the offline form.",
    when: "When the message is stored or changes. The frame has no cursor, because `GET /api/offline-messages` lists the message.",
    example: { type: "offline_message", offlineMessage: leftMessageExample },
  },
  failures: {
    summary: "Reports that the answer of `GET /api/failures` has changed.",
    when: "When an event or a mail fails, or an administrator has seen a failure. Only administrators receive the frame. It has no cursor.",
    example: { type: "failures" },
  },
  typing: {
    summary: "Reports that the client types, or has stopped.",
    when: "When the client starts or stops typing. The frame has no cursor, because an old notice has no use.",
    example: { type: "typing", chatId: "17", state: "typein" },
  },
};
