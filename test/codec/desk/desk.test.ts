import t from "tap";
import { Compile } from "typebox/compile";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import { toDeskAgent, toDeskChat, toDeskMessage } from "../../../src/codec/desk/desk.ts";
import { encodeDeskFrame } from "../../../src/codec/desk/desk-frames.ts";
import { toDeskOfflineMessage } from "../../../src/codec/desk/desk-offline.ts";
import { chatSchema, offlineMessageSchema } from "../../../src/codec/desk/desk-schemas.ts";
import { asAgentId, asChannelId, asChatId, asDeliveryId, asMessageId } from "../../../src/core/ids.ts";

const chat: ChatContext = {
  id: asChatId("12"),
  channelId: asChannelId("MOBILEAPP1"),
  client: {
    senderId: "7",
    senderIdKind: "integer",
    number: 3,
    name: null,
    phone: null,
    email: null,
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
  agent: null,
  offer: null,
  department: null,
  agentIds: [],
  invites: [],
  isClientTyping: false,
  typingAgent: null,
  closedAtMs: null,
  lastSeq: 1,
  unread: 1,
  lane: { active: null, waiting: [] },
  bot: null,
  buttons: null,
  visit: {
    ...{ surface: "api", firstPage: null, crm: null, call: null, rate: null },
    ...{ isAccepted: true, waitingSinceMs: 2000, linesBehind: 0, failed: [] },
  },
  createdAtMs: 1000,
  updatedAtMs: 2000,
};
const message: ChatMessage = {
  seq: 1,
  id: asMessageId("m1"),
  from: "client",
  content: { type: "text", text: "hi", media: null },
  agentId: null,
  atMs: 1500,
  externalId: "secret-external",
  deliveryId: null,
};
const failure = {
  kind: "http_status",
  code: "http_status",
  message: "The customer system answered HTTP 503.",
} as const;
const delivery: DeliveryContext = {
  id: asDeliveryId("01H"),
  chatId: chat.id,
  channelId: chat.channelId,
  messageSeq: 1,
  messageId: message.id,
  cargo: {
    kind: "message",
    content: { type: "text", text: "Hello", media: null },
    sender: { id: asAgentId(1), name: "Kim", photo: null },
  },
  isInFront: false,
  recipient: null,
  attempts: [
    { number: 1, startedAtMs: 1, durationMs: 5, httpStatus: 503, failure, address: null, answer: null, note: null },
  ],
  seriesOffset: 0,
  error: failure,
  cancellation: null,
  createdAtMs: 1,
};

const deskChat = {
  id: "12",
  channelId: "MOBILEAPP1",
  state: "waiting",
  client: {
    id: "7",
    number: 3,
    name: "Anonymous",
    email: null,
    phone: null,
    description: null,
    photo: null,
    invite: null,
    userToken: null,
    blacklisted: false,
    chatsCount: 1,
  },
  agent: null,
  department: null,
  offeredTo: null,
  customData: [],
  crmLink: null,
  canAssign: false,
  assigned: false,
  firstPage: null,
  page: null,
  session: null,
  call: null,
  unread: 1,
  last: { seq: 1, from: "client", type: "text", text: "hi", at: 1500 },
  waitingSince: 2000,
  rate: null,
  createdAt: 1000,
  updatedAt: 2000,
  closedAt: null,
  reopenableUntil: null,
  failed: null,
};
const deskMessage = {
  seq: 1,
  id: "m1",
  from: "client",
  type: "text",
  text: "hi",
  parts: [],
  fallback: null,
  buttons: [],
  buttonId: null,
  hidden: false,
  agentId: null,
  at: 1500,
  delivery: null,
};

t.test("[CH-27] a chat has every key; a client without a name is Anonymous", async (t) => {
  t.strictSame(toDeskChat(chat, "waiting", message, 600_000), deskChat);
});

t.test("a chat shows the known data of client and agent", async (t) => {
  const client = { ...chat.client, name: "Tomas", phone: "+44", email: "t@x", photo: "https://x/p.png" };
  const agent = { id: asAgentId(1), name: "Kim", photo: "https://x/k.png" };
  t.strictSame(toDeskChat({ ...chat, client, agent }, "with_agent", message, 600_000), {
    ...deskChat,
    state: "with_agent",
    client: { ...deskChat.client, name: "Tomas", phone: "+44", email: "t@x", photo: "https://x/p.png" },
    agent: { id: 1, name: "Kim" },
  });
});

t.test("[WH-25, WH-29] a chat shows the answer of the owner's server, and never the token", async (t) => {
  const row = { title: "Orders", content: "3 open", key: null, link: "https://crm.example.com/orders" };
  const page = { url: "https://shop.example.com/wheels", title: "Wheels" };
  const crm = {
    isOfAcceptance: true,
    customData: [row],
    crmLink: "https://crm.example.com/cards/1",
    enableAssign: true,
    isAssigned: false,
    page,
  };
  const client = { ...chat.client, url: "https://shop.example.com/", userToken: "secret-token" };
  const session = {
    ipAddress: "203.0.113.7",
    userAgent: "Browser",
    utm: { source: "a", campaign: "", content: "", medium: "", term: "" },
    geo: {
      region_code: "",
      country: "",
      country_code: "",
      region: "",
      city: "",
      latitude: "",
      longitude: "",
      organization: "",
    },
  };
  const answered: ChatContext = {
    ...chat,
    client: { ...client, session },
    visit: { ...chat.visit, crm, rate: "positive" },
  };
  const shown = toDeskChat(answered, "with_agent", null, 600_000);
  t.match(shown, {
    customData: [{ ...row, fromPage: false }],
    crmLink: crm.crmLink,
    canAssign: true,
    page,
    session,
    rate: "positive",
  });
  t.notMatch(JSON.stringify(shown), "secret-token");
  t.strictSame(Compile(chatSchema).Errors(shown), [], "as it is described");
  t.equal(toDeskChat(answered, "waiting", null, 600_000).canAssign, false, "only the chat's agent gets the button");
  const canAssign = (changes: Partial<typeof crm>) =>
    toDeskChat({ ...answered, visit: { ...chat.visit, crm: { ...crm, ...changes } } }, "with_agent", null, 600_000)
      .canAssign;
  t.equal(canAssign({ isAssigned: true }), false);
  t.equal(canAssign({ enableAssign: false }), false);
  const bound = { ...chat.visit, crm: { ...crm, isAssigned: true } };
  t.equal(toDeskChat({ ...answered, visit: bound }, "closed", null, 600_000).assigned, true);
  t.strictSame(toDeskChat({ ...answered, visit: chat.visit }, "with_agent", null, 600_000).page, {
    url: client.url,
    title: null,
  });
});

t.test("the last message of any kind is shown as one line", async (t) => {
  const line = (content: ChatMessage["content"]) =>
    toDeskChat(chat, "waiting", { ...message, content }, 600_000).last?.text;
  t.equal(line({ type: "text", text: "x".repeat(160), media: null }), "x".repeat(160));
  t.equal(
    line({ type: "text", text: "😀".repeat(161), media: null }),
    "😀".repeat(160),
    "cut by code points, none split",
  );
  const media = { file: "https://x/a.png", file_name: "a.png" };
  t.equal(line({ type: "photo", text: "Look", media }), "Look");
  t.equal(line({ type: "photo", text: "", media }), "a.png");
  t.equal(line({ type: "location", text: "", media: { latitude: 1, longitude: 2 } }), "");
  const buttons = [
    { text: "Yes", id: "17" },
    { text: "No", id: null },
  ];
  t.equal(line({ type: "buttons", text: "Shall I?", media: null, buttons }), "Shall I?");
  t.equal(line({ type: "buttons", text: "", media: null, buttons }), "Yes");
  const markdown = "**Now** see [our shop](https://shop.example.com)";
  t.equal(line({ type: "markdown", text: markdown, media: null, fallback: "Now" }), "Now see our shop");
  t.equal(toDeskChat(chat, "waiting", null, 600_000).last, null, "nothing was said");
});

t.test(
  "a client waits for a person while an agent may answer, not for a bot, and not after the end of the chat",
  async (t) => {
    const waits = (state: string) => toDeskChat(chat, state, message, 600_000).waitingSince;
    t.strictSame([waits("waiting"), waits("unstaffed"), waits("with_agent")], [2000, 2000, 2000]);
    t.strictSame([waits("with_bot"), waits("closed"), waits("blocked")], [null, null, null]);
    const closed = (facts: object) => toDeskChat({ ...chat, closedAtMs: 3000, ...facts }, "closed", message, 600_000);
    t.match(closed({}), { closedAt: 3000, reopenableUntil: 603_000 });
    t.equal(closed({ visit: { ...chat.visit, isExpired: true } }).reopenableUntil, null);
    t.equal(closed({ client: { ...chat.client, isBlacklisted: true } }).reopenableUntil, null);
    const firstPage = { url: "https://shop.example.com/", title: "Shop" };
    const begun = toDeskChat({ ...chat, visit: { ...chat.visit, firstPage } }, "waiting", message, 600_000);
    t.strictSame(begun.firstPage, firstPage);
    t.strictSame(Compile(chatSchema).Errors(begun), [], "as it is described");
  },
);

t.test("an offline message for the desk", async (t) => {
  const row = {
    channelId: chat.channelId,
    clientNumber: 3,
    name: "Pat",
    email: null,
    phone: null,
    text: "Hi",
    atMs: 5,
    ownerId: asAgentId(1),
    done: { byId: asAgentId(1), atMs: 6 },
    answerIds: [],
  };
  const shown = toDeskOfflineMessage(7, row, [], () => "Kim");
  t.strictSame(shown, {
    id: "7",
    channelId: "MOBILEAPP1",
    clientNumber: 3,
    name: "Pat",
    email: null,
    phone: null,
    text: "Hi",
    at: 5,
    state: "done",
    owner: { id: 1, name: "Kim" },
    done: { by: { id: 1, name: "Kim" }, at: 6 },
    answers: [],
  });
  const open = toDeskOfflineMessage(7, { ...row, ownerId: null, done: null }, [], () => "Kim");
  t.match(open, { state: "open", owner: null, done: null });
  t.strictSame(Compile(offlineMessageSchema).Errors(shown), [], "as it is described");
  t.strictSame(JSON.parse(encodeDeskFrame({ type: "offline_message", offlineMessage: shown })), {
    type: "offline_message",
    offlineMessage: shown,
  });
});

t.test("a message has every key except the client's own id of the message", async (t) => {
  t.strictSame(toDeskMessage(message, null), deskMessage);
});

t.test("media fields come with the text", async (t) => {
  const media = { file: "https://x/a.png", file_name: "a.png", file_size: 1 };
  const content = { type: "photo", text: "", media } as const;
  t.strictSame(toDeskMessage({ ...message, content }, null), { ...deskMessage, type: "photo", text: "", ...media });
});

t.test("a message shows the state of its delivery, and its error only after a failure", async (t) => {
  const error = { code: "http_status", message: "The customer system answered HTTP 503." };
  const shown = (state: string) => toDeskMessage(message, { context: delivery, state }).delivery;
  t.strictSame(shown("pending"), { id: "01H", state: "pending", attempts: 1, error: null });
  t.strictSame(shown("attempting"), { id: "01H", state: "attempting", attempts: 1, error: null });
  t.strictSame(shown("backing_off"), { id: "01H", state: "attempting", attempts: 1, error: null });
  t.strictSame(shown("delivered"), { id: "01H", state: "delivered", attempts: 1, error: null });
  t.strictSame(shown("failed"), { id: "01H", state: "failed", attempts: 1, error });
  t.throws(() => shown("lost"), /Expected a delivery in .*, got lost/);
});

t.test("frames for the desk", async (t) => {
  const profile = {
    id: asAgentId(1),
    name: "Kim",
    email: "k@x",
    phone: null,
    photo: null,
    departmentIds: [2],
    role: "admin",
  } as const;
  const agent = { id: 1, name: "Kim", email: "k@x", phone: null, photo: null, departments: [2], role: "admin" };
  t.strictSame(JSON.parse(encodeDeskFrame({ type: "ready", agent: toDeskAgent(profile), cursor: 5 })), {
    type: "ready",
    agent,
    cursor: 5,
  });
  t.strictSame(JSON.parse(encodeDeskFrame({ type: "resync" })), { type: "resync" });
  t.strictSame(
    JSON.parse(encodeDeskFrame({ type: "chat", cursor: 6, chat: toDeskChat(chat, "waiting", message, 600_000) })),
    {
      type: "chat",
      cursor: 6,
      chat: deskChat,
    },
  );
  t.strictSame(
    JSON.parse(encodeDeskFrame({ type: "message", cursor: 7, chatId: "12", message: toDeskMessage(message, null) })),
    {
      type: "message",
      cursor: 7,
      chatId: "12",
      message: deskMessage,
    },
  );
  t.strictSame(JSON.parse(encodeDeskFrame({ type: "available", value: false })), { type: "available", value: false });
  t.strictSame(JSON.parse(encodeDeskFrame({ type: "typing", chatId: "12", state: "typein" })), {
    type: "typing",
    chatId: "12",
    state: "typein",
  });
});
