import type { Static } from "typebox";
import type {
  agentJoinedEventSchema,
  agentMessageSchema,
  agentUnavailableEventSchema,
  ClientMessageBody,
  StartCallBody,
  TokenRequestBody,
  typingNoticeSchema,
} from "../../codec/sent-schemas.ts";

/** A complete body of each request to customer systems, bots, token endpoints and the call gateway, for readers. */

const address = { sender: { name: "Kim" }, recipient: { id: "customer-7" } };
const ofBot = { client_id: "9", chat_id: "17" };

export const agentMessageExample: Static<typeof agentMessageSchema> = {
  ...address,
  message: { type: "text", id: "01KE0Q8A1B2C3D4E5F6G7H8J9K", text: "It is on its way." },
};

export const typingNoticeExample: Static<typeof typingNoticeSchema> = { ...address, message: { type: "typein" } };

export const clientMessageExample: ClientMessageBody = {
  event: "CLIENT_MESSAGE",
  id: "01KE0Q8B3M5N7P9R1T3V5X7Y9Z",
  ...ofBot,
  site_id: "1",
  agents_online: true,
  sender: { id: 9, name: "Ann", url: "https://shop.example.com/cart", has_contacts: true },
  channel: { id: "SHOPWIDGET", type: "widget" },
  message: { type: "TEXT", text: "Where is my order?", timestamp: 1_767_261_600 },
};

export const agentJoinedExample: Static<typeof agentJoinedEventSchema> = {
  event: "AGENT_JOINED",
  id: "01KE0Q8C4N6P8R0T2V4X6Y8Z0A",
  ...ofBot,
};

export const agentUnavailableExample: Static<typeof agentUnavailableEventSchema> = {
  event: "AGENT_UNAVAILABLE",
  id: "01KE0Q8D5P7R9T1V3X5Y7Z9A1B",
  ...ofBot,
};

export const tokenRequestExample: TokenRequestBody = {
  grant_type: "client_credentials",
  client_id: "parley",
  client_secret: "the-secret-of-the-bot",
};

export const startCallExample: StartCallBody = {
  call_id: "01KE0Q7J8Z3M5N7P9R1T3V5X7Y",
  type: "callback",
  phone: "+442079460181",
  agent: { id: 1, name: "Kim", phone: "+442079460100" },
  status_url: "https://chat.example.com/calls/the-token-of-the-gateway",
};
