import { password } from "../../../harness/service-config.ts";
import type { Random } from "../random.ts";

/** Values that the schema alone does not give: they name objects that exist. */
export const rightFields: Readonly<Record<string, unknown>> = {
  near: "waiting",
  agentId: 2,
  ownerId: 1,
  departmentId: 7,
  agents: [1, 2],
  departments: [7],
  departmentIds: [7],
  provider: "acme-bots",
  email: "visitor@mailbox.example",
  phone: "+442079460181",
  webhookUrl: "https://shop.example.com/hook",
  chat_id: "1",
  limit: 10,
  from: 0,
  after: 0,
  before: 9,
  chat: "1",
  channel: "MOBILEAPP1",
  agent: "1",
  name: "a.txt",
};

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
).toString("latin1");

/** Bodies that cannot be made from the schema alone. */
export const rightBodies: Readonly<Record<string, (random: Random) => unknown>> = {
  "POST /api/session": (random) => ({
    email: "lee@example.com",
    password: random.isChance(0.1) ? "wrong but long enough" : password,
  }),
  "POST /api/session/password": (random) => {
    const [current, next] = random.pick([
      [password, "another horse battery"],
      ["another horse battery", password],
    ]);
    return { current, password: next };
  },
  // The endpoints of the world stay, because other requests name them.
  "PUT /api/webhook-endpoints": (random) => ({
    endpoints: ["paused", "doomed"].map((name) => ({ ...newEndpoint(random), name })),
  }),
  "POST /api/webhook-endpoints": (random) => newEndpoint(random),
  "POST /api/channels/:id/webhooks/endpoints": (random) => newEndpoint(random),
  "PATCH /api/webhook-endpoints/:name": (random) => endpointChange(random),
  "PATCH /api/channels/:id/webhooks/endpoints/:name": (random) => endpointChange(random),
  "PUT /api/agents/:id/photo": () => png,
  "PUT /api/channels/:id/bot/photo": () => png,
  "POST /chat-api/:random/:publicId": (random) => ({
    sender: {
      id: `s${random.integer(1, 20)}`,
      name: "Ann",
      url: "https://shop.example.com/",
      ...(random.isChance(0.3) && { email: "a@b.example", invite: "May I help?" }),
    },
    message: random.pick<unknown>([
      { type: "text", text: "Hello" },
      { type: "photo", file: "https://shop.example.com/a.png", file_name: "a.png", file_size: 7, width: 1, height: 2 },
      { type: "document", file: "https://shop.example.com/a.pdf", mime_type: "application/pdf" },
      { type: "location", latitude: 1.5, longitude: -2 },
      { type: "typein" },
    ]),
  }),
  "POST /calls/:gatewayToken": (random) => ({
    call_id: "{{call}}",
    status: random.pick(["start", "agent_connected", "client_connected"]),
    agent_id: 1,
  }),
  "POST /api/chats/:id/dismiss-failed": () => ({ deliveryId: "{{failed}}" }),
  "POST /bots/webhooks/:providerId/:token": (random) => botEvent(random),
  "POST /bots/providers/:providerId/:token": (random) => botEvent(random),
};

const newEndpoint = (random: Random) => ({
  name: `e${random.integer(1, 12)}`,
  url: "https://shop.example.com/hook",
  paused: true,
});

const endpointChange = (random: Random) => ({
  url: `https://shop.example.com/hook${random.integer(1, 12)}`,
  paused: true,
});

/** An event of the bot in the chat of `fay`. */
const botEvent = (random: Random): unknown =>
  random.pick<unknown>([
    { event: "BOT_MESSAGE", chat_id: "{{fayChat}}", message: { type: "TEXT", text: "Hello" } },
    {
      event: "BOT_MESSAGE",
      chat_id: "{{fayChat}}",
      message: { type: "MARKDOWN", content: "**Hi** [a](https://a.example)", text: "Hi" },
    },
    {
      event: "BOT_MESSAGE",
      chat_id: "{{fayChat}}",
      message: {
        type: "BUTTONS",
        title: "Choose",
        text: "Choose",
        buttons: [
          { id: 1, text: "Yes" },
          { id: 2, text: "No" },
        ],
      },
    },
    { event: "INVITE_AGENT", chat_id: "{{fayChat}}" },
  ]);
