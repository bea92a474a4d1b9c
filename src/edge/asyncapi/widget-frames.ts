import type { visitorFrameSchemas } from "../../codec/visitor/visitor-frame.ts";
import type { visitorFramesSent } from "../../codec/visitor/visitor-frames-sent.ts";
import type { FrameDocs } from "./frame-doc.ts";

const askedAtMs = 1_767_261_600_000;

export const widgetReceived: FrameDocs<typeof visitorFrameSchemas> = {
  hello: {
    summary: "Names the widget, the page, and the visitor.",
    when: "The first frame, within 10 seconds after the socket opens.",
    example: {
      type: "hello",
      widget: "SHOPWIDGET",
      visitor: "the-secret-of-an-earlier-ready",
      page: { url: "https://shop.example.com/cart", title: "Cart" },
      chat: "17",
      since: 1,
    },
  },
  contact: {
    summary: "Sets the contact data of the visitor.",
    when: "When the visitor fills in the contact form, or the page calls `setContactInfo`.",
    example: { type: "contact", id: "r1", name: "Ann", email: "ann@example.com" },
  },
  user_token: {
    summary: "Sets the token by which the web site knows the visitor.",
    when: "When the page calls `setUserToken`.",
    example: { type: "user_token", id: "r2", value: "customer-4711" },
  },
  page: {
    summary: "Reports the page that the visitor is on.",
    when: "When the address of the page changes.",
    example: { type: "page", id: "r3", url: "https://shop.example.com/checkout", title: "Checkout" },
  },
  custom_data: {
    summary: "Replaces the rows that agents see beside the chat.",
    when: "When the page calls `setCustomData`.",
    example: { type: "custom_data", id: "r4", fields: [{ title: "Cart", content: "3 items", key: "Total" }] },
  },
  beat: {
    summary: "Asks whether the service still answers, because pages cannot see the pings of a socket.",
    when: "When the page has received nothing for a while.",
    example: { type: "beat", id: "r5" },
  },
  message: {
    summary: "Sends a text of the visitor.",
    when: "When the visitor sends a message.",
    example: { type: "message", id: "r6", text: "Where is my order?" },
  },
  click: {
    summary: "Chooses a button of the message of a bot.",
    when: "When the visitor clicks a button. Only the buttons of the newest such message work, until the visitor writes.",
    example: { type: "click", id: "r7", seq: 4, index: 0 },
  },
  offline_message: {
    summary: "Leaves a message for agents who are not there.",
    when: "When the visitor sends the offline form.",
    example: { type: "offline_message", id: "r8", email: "ann@example.com", text: "Please call me tomorrow." },
  },
  call: {
    summary: "Asks for a call to the phone number of the visitor.",
    when: "When the visitor sends the callback form.",
    example: { type: "call", id: "r9", phone: "+442079460181" },
  },
  rate: {
    summary: "Rates a chat.",
    when: "When the visitor chooses a rating. A closed chat can be rated for 24 hours.",
    example: { type: "rate", id: "r10", value: "positive", comment: "That was quick." },
  },
  earlier: {
    summary: "Asks for the messages of an earlier chat.",
    when: "When the visitor scrolls to the start of the conversation.",
    example: { type: "earlier", id: "r11", before: "17" },
  },
  typing: {
    summary: "Reports that the visitor types, or has stopped.",
    when: "When the visitor starts or stops typing.",
    example: { type: "typing", id: "r12", state: "typein" },
  },
};

export const widgetSent: FrameDocs<typeof visitorFramesSent> = {
  ready: {
    summary: "Answers `hello` with the visitor, the mode, the limits and the open chat.",
    when: "After `hello`. The messages of the chat after `since` follow, at most the newest 1,000 messages and 1 MB.",
    example: {
      type: "ready",
      visitor: "a-secret-of-this-visitor",
      number: 9,
      mode: "online",
      callback: null,
      hasBot: false,
      rate: { perSecond: 10, burst: 20 },
      fileBytesMax: 20_971_520,
      contact: { name: "Ann", email: "ann@example.com", phone: null, description: null },
      answerSeconds: 45,
      earlierChats: 0,
      chat: { id: "17", state: "waiting", agent: null, accepted: false, rate: null, call: null },
    },
  },
  done: {
    summary: "Answers a request: the service has stored what was asked for.",
    when: "Once for each request that succeeds.",
    example: { type: "done", id: "r6", seq: 1 },
  },
  failed: {
    summary: "Answers a request: the request had no effect.",
    when: "Once for each request that fails. With `retryAfter`, the same request with the same `id` may succeed later.",
    example: { type: "failed", id: "r9", reason: "Invalid phone number" },
  },
  message: {
    summary: "Carries a message of the chat.",
    when: "When somebody writes. The other pages of the same visitor receive the frame too.",
    example: {
      type: "message",
      chatId: "17",
      message: {
        seq: 2,
        from: "agent",
        requestId: null,
        type: "text",
        text: "It is on its way.",
        parts: [],
        buttons: [],
        at: askedAtMs,
        agent: { name: "Kim", photo: null },
      },
    },
  },
  chat: {
    summary: "Carries the chat in its new state.",
    when: "When the state, the agent, the rating or the call of the chat changes.",
    example: {
      type: "chat",
      chat: {
        id: "17",
        state: "with_agent",
        agent: { name: "Kim", photo: null },
        accepted: true,
        rate: null,
        call: null,
      },
    },
  },
  contact: {
    summary: "Carries contact data that another page of the visitor has set.",
    when: "When another page of the same visitor sends `contact`.",
    example: { type: "contact", contact: { phone: "+442079460181" } },
  },
  mode: {
    summary: "Reports whether agents are online.",
    when: "When the mode of the channel changes, within 5 seconds.",
    example: { type: "mode", mode: "offline" },
  },
  callback: {
    summary: "Reports whether the visitor can ask for a call.",
    when: "When that changes.",
    example: { type: "callback", callback: "Callback disabled" },
  },
  typing: {
    summary: "Reports that the agent types, or has stopped.",
    when: "When the agent starts or stops typing.",
    example: { type: "typing", chatId: "17", state: "typein" },
  },
};
