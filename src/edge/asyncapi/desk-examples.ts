import type { Static } from "typebox";
import type {
  agentSchema,
  callSchema,
  chatSchema,
  messageSchema,
  offlineMessageSchema,
} from "../../codec/desk/desk-schemas.ts";

/** Parts of the desk's frames, for use in the examples. */

const startedAtMs = 1_767_261_600_000;

export const agentExample: Static<typeof agentSchema> = {
  id: 1,
  name: "Kim",
  email: "kim@example.com",
  phone: null,
  photo: null,
  departments: [2],
  role: "agent",
};

export const callExample: Static<typeof callSchema> = {
  id: "01KE0Q7J8Z3M5N7P9R1T3V5X7Y",
  type: "callback",
  phone: "+442079460181",
  status: "agent_connected",
  agentId: 1,
  reason: null,
  recordUrl: null,
};

export const chatExample: Static<typeof chatSchema> = {
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

export const messageExample: Static<typeof messageSchema> = {
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

export const leftMessageExample: Static<typeof offlineMessageSchema> = {
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
