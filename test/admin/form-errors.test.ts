import t from "tap";
import { channelChange, channelCreation } from "../../src/codec/admin/admin-channel.ts";
import {
  agentChange,
  agentCreation,
  departmentCreation,
  nameChange,
  providerCreation,
} from "../../src/codec/admin/admin-people.ts";
import { startService } from "../harness/service.ts";
import { asAgent } from "./administrator.ts";
import type { FormSchema, Wrong } from "./wrong-forms.ts";
import { wrongForms } from "./wrong-forms.ts";

const bot = {
  provider: "acme-bots",
  endpoint: "https://bot.example.com/hook",
  token: "t0k3n",
  name: "Robin",
  photo: "https://bot.example.com/robin.png",
  signingSecret: `whsec_${"c".repeat(32)}`,
  oauth: { tokenUrl: "https://bot.example.com/token", clientId: "parley", clientSecret: "s3cret" },
};
const everyChannel = {
  name: "Shop",
  enabled: true,
  test: false,
  agents: [1],
  agentKeywords: ["human"],
  acceptTimeoutMs: 5_000,
  chatLogEmails: ["log@shop.example"],
  bot,
  webhooks: {
    url: "https://crm.example.com/hook",
    signingSecret: `whsec_${"a".repeat(32)}`,
    endpoints: [
      {
        ...{ name: "bi", url: "https://bi.example.com/in", signingSecret: `whsec_${"d".repeat(32)}` },
        ...{ events: ["chat_finished"], paused: false, ordered: true, orderedWaitMs: 60_000 },
      },
    ],
  },
};
const apiChannel = {
  ...everyChannel,
  webhookUrl: "https://shop.example.com/chat",
  random: "a_secret-of-22-letters",
  appendPublicId: true,
  chunked: false,
  strictAnswers: false,
  hiddenErrorCodes: ["17"],
  signingSecret: `whsec_${"a".repeat(32)}`,
  incomingSecret: `whsec_${"b".repeat(32)}`,
  requireSignature: true,
};
const widget = {
  ...everyChannel,
  allowedOrigins: ["https://shop.example.com"],
  safeUrls: ["crm.example.com"],
  callback: {
    enabled: true,
    balance: 1,
    hours: [{ days: [1], from: "09:00", to: "17:00" }],
    timeZone: "Europe/Berlin",
  },
  look: {
    color: "#1f6feb",
    position: "left",
    language: "de",
    title: "Shop",
    greeting: "Hello",
    sound: true,
  },
  contactsForm: true,
  contactsFirst: true,
  home: true,
  suggestions: ["Where is my order?"],
  identity: { secret: "a-secret-of-the-shop-for-its-visitors", jwksUrl: "https://login.example.com/keys" },
};
const agent = {
  name: "Pat",
  email: "pat@example.com",
  password: "correct horse battery",
  phone: "+15550100",
  photo: "https://shop.example.com/pat.png",
  departments: [1],
  role: "agent",
};

const [newApiChannel, newWidget] = channelCreation.anyOf;
const [changedApiChannel, changedWidget] = channelChange.anyOf;
const id = "SHOPAPP0001";

/** Every form of administration with all its fields; each has a valid value. */
const forms: readonly (readonly [method: string, path: string, schema: FormSchema, right: object])[] = [
  ["POST", "/api/channels", newApiChannel, { kind: "api", id, ...apiChannel }],
  ["POST", "/api/channels", newWidget, { kind: "widget", id, ...widget }],
  ["PATCH", "/api/channels/MOBILEAPP1", changedApiChannel, { ...apiChannel, addAgents: [1], removeAgents: [2] }],
  ["PATCH", "/api/channels/WEBSITE01", changedWidget, { ...widget, addAgents: [1], removeAgents: [2] }],
  ["POST", "/api/agents", agentCreation, { ...agent, invitationLanguage: "de" }],
  ["PATCH", "/api/agents/1", agentChange, { ...agent, addDepartments: [1], removeDepartments: [2] }],
  ["POST", "/api/departments", departmentCreation, { id: 5, name: "Sales" }],
  ["PATCH", "/api/departments/1", nameChange, { name: "Sales" }],
  ["POST", "/api/providers", providerCreation, { id: "other_bots", name: "Other Bots" }],
  ["PATCH", "/api/providers/acme-bots", nameChange, { name: "Acme" }],
];

/** Values that are refused although their form is valid. */
const meaningless: readonly (readonly [method: string, path: string, field: string, body: object])[] = [
  ["PATCH", "/api/channels/MOBILEAPP1", "agents[1]", { agents: [1, 99] }],
  ["PATCH", "/api/channels/MOBILEAPP1", "addAgents[0]", { addAgents: [99] }],
  ["PATCH", "/api/channels/MOBILEAPP1", "removeAgents", { removeAgents: [1, 2, 3, 4] }],
  ["PATCH", "/api/agents/1", "addDepartments[0]", { addDepartments: [99] }],
  ["PATCH", "/api/channels/MOBILEAPP1", "chatLogEmails", { chatLogEmails: ["log@shop.example"] }],
  ["PATCH", "/api/channels/MOBILEAPP1", "webhookUrl", { webhookUrl: "http://shop.example.com" }],
  ["PATCH", "/api/channels/MOBILEAPP1", "webhookUrl", { webhookUrl: "https://127.0.0.1" }],
  ["PATCH", "/api/channels/MOBILEAPP1", "webhooks.url", { webhooks: { url: "http://10.0.0.1" } }],
  ["PATCH", "/api/channels/MOBILEAPP1", "webhooks.url", { webhooks: { signingSecret: null } }],
  ["PATCH", "/api/channels/MOBILEAPP1", "bot.endpoint", { bot: { ...bot, endpoint: "https://[::1]/" } }],
  ["PATCH", "/api/channels/MOBILEAPP1", "bot.oauth.tokenUrl", { bot: { oauth: { tokenUrl: "https://[::1]/" } } }],
  ["PATCH", "/api/channels/MOBILEAPP1", "bot.provider", { bot: { ...bot, provider: "nobody" } }],
  ["PATCH", "/api/channels/MOBILEAPP1", "bot.token", { bot: { ...bot, token: undefined } }],
  [
    "PATCH",
    "/api/channels/MOBILEAPP1",
    "bot.oauth.clientSecret",
    { bot: { ...bot, oauth: { ...bot.oauth, clientSecret: undefined } } },
  ],
  [
    "PATCH",
    "/api/channels/WEBSITE01",
    "callback.hours[0]",
    { callback: { hours: [{ days: [1], from: "17:00", to: "09:00" }] } },
  ],
  ["PATCH", "/api/channels/WEBSITE01", "callback.timeZone", { callback: { timeZone: "Europe/Nowhere" } }],
  ["PATCH", "/api/channels/WEBSITE01", "look.title", { look: { title: "half \ud83d" } }],
  ["POST", "/api/agents", "departments[1]", { ...agent, departments: [1, 7] }],
  ["POST", "/api/agents", "password", { ...agent, password: "" }],
  ["PATCH", "/api/agents/1", "name", { name: " " }],
  ["POST", "/api/departments", "name", { name: "x".repeat(101) }],
  ["POST", "/api/providers", "id", { id: "Acme!", name: "Acme" }],
];

t.test("[CH-04, ERR-02, ERR-04] in every form the error message starts with the name of the wrong field", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  await ask("POST", "/api/departments", { name: "Support" });
  await ask("POST", "/api/providers", { id: "acme-bots", name: "Acme Bots" });
  await ask("POST", "/api/channels", { kind: "widget", id: "WEBSITE01", name: "Site", agents: [1] });
  const refuse = async (method: string, path: string, { field, body, what }: Wrong) => {
    const answer = await ask(method, path, body);
    const name = `${method} ${path} with ${what} ${field}`;
    t.equal(answer.status, 400, name);
    t.equal(/^Field (\S+) /.exec(answer.body.error.message)?.[1], field, `${name}: ${answer.body.error.message}`);
  };
  for (const [method, path, schema, right] of forms) {
    // Without a kind, the form is that of the chat API.
    const wrong = wrongForms(schema, right).filter(({ field, what }) => what !== "no" || field !== "kind");
    t.ok(wrong.length > 1, `${wrong.length} mistakes in ${method} ${path}`);
    for (const one of wrong) await refuse(method, path, one);
  }
  for (const [method, path, field, body] of meaningless) await refuse(method, path, { field, body, what: "another" });
});
