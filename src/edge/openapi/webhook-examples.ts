import type { WebhookEventName } from "../../../machines/webhooks/webhooks.types.ts";
import type { WebhookBodyOf } from "../../codec/c-webhook/webhook-schemas.ts";

/** A complete body of each event, for readers. */

const agent = { id: 1, name: "Kim", email: "kim@example.com", phone: "+442079460100" };
const visit = {
  widget_id: "SHOPWIDGET",
  user_token: null,
  visitor: {
    name: "Ann",
    email: "ann@example.com",
    phone: "",
    number: "9",
    description: "",
    social: {},
    chats_count: 1,
  },
} as const;
const surroundings = {
  session: {
    geoip: {
      region_code: "ENG",
      country: "United Kingdom",
      country_code: "GB",
      region: "England",
      city: "London",
      latitude: "51.5",
      longitude: "-0.12",
      organization: "",
    },
    utm: "source=newsletter|medium=email",
    utm_json: { source: "newsletter", campaign: "", content: "", medium: "email", term: "" },
    ip_addr: "192.0.2.17",
    user_agent: "Mozilla/5.0",
  },
  page: { url: "https://shop.example.com/cart", title: "Cart" },
  analytics: {},
} as const;

export const webhookExamples: { readonly [Event in WebhookEventName]: WebhookBodyOf<Event> } = {
  call_event: {
    event_name: "call_event",
    chat_id: 17,
    ...visit,
    agent,
    call: {
      type: "callback",
      phone: "+442079460181",
      status: "end",
      record_url: "https://calls.example.com/records/551.mp3",
    },
    ...surroundings,
  },
  chat_accepted: {
    event_name: "chat_accepted",
    chat_id: 17,
    ...visit,
    agent,
    department: { id: 2, name: "Sales" },
    ...surroundings,
  },
  chat_assigned: {
    event_name: "chat_assigned",
    chat_id: 17,
    ...visit,
    agent,
    assign_to: "https://crm.example.com/cards/551",
    ...surroundings,
  },
  chat_finished: {
    event_name: "chat_finished",
    chat_id: 17,
    ...visit,
    agents: [agent],
    chat: {
      messages: [
        { message: "Where is my order?", timestamp: 1_767_261_600, type: "visitor" },
        { message: "It is on its way.", timestamp: 1_767_261_620, type: "agent", agent_id: 1 },
      ],
      rate: "positive",
      blacklisted: false,
    },
    ...surroundings,
  },
  chat_updated: { event_name: "chat_updated", chat_id: 17, ...visit, agent, ...surroundings },
  offline_message: {
    event_name: "offline_message",
    ...visit,
    offline_message_id: "5",
    message: "Please call me tomorrow.",
    ...surroundings,
  },
};
