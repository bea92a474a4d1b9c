import t from "tap";
import type { AttemptFailure } from "../../machines/tells.ts";
import { decodeEntries } from "../../src/actors/history/history.ts";
import { asAgentId } from "../../src/core/ids.ts";
import { botPath, invites, says } from "../edge/b-bot/provider.ts";
import { channelPath, textOf } from "../harness/customer.ts";
import { historyFaults, textOfRow } from "../harness/history-laws.ts";
import type { ApiAnswer, Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { agents, bot, password, webhooks } from "../harness/service-config.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { widget } from "../visitors/visitor-channel.ts";

/** Part of every text that people, customer systems, bots and the owner's server write. */
const mark = "qzx";
const phone = "+442079460181";
const gatewayToken = "gw-2f7c90ab41d86e35";
const signingSecret = `whsec_${Buffer.from("a secret to sign with").toString("base64")}`;
const email = `${mark}@mailbox.example`;
const refusal: AttemptFailure = { kind: "error_answer", code: "E-17", message: `${mark} says no` };
const chatty: AttemptFailure = { kind: "error_answer", code: `${mark} at 5 Mill Lane`, message: mark };
const trace = { address: `https://${mark}.example`, answer: mark, note: mark };

async function open(): Promise<Service> {
  return startService(t, {
    channels: {
      MOBILEAPP1: { bot, webhooks: { ...webhooks, signingSecret }, chatLogEmails: [email] },
      OTHERAPP01: { kind: "widget", webhookUrl: "", widget, webhooks, agentIds: [agents.kim.id, agents.max.id] },
    },
    config: { telephony: { gatewayUrl: "https://pbx.example.com", token: gatewayToken } },
    limits: { botPerSecond: 10_000, botBurst: 10_000 },
  });
}

/** Checks that the answer is the expected one, and waits until all its effects have ended. */
type Call = (method: string, path: string, body?: unknown) => Promise<ApiAnswer>;
const callerOf =
  (service: Service, token: string): Call =>
  async (method, path, body) => {
    const answer = await service.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    await service.settle();
    return answer;
  };

/** A customer of the chat API with a bot, then agents; deliveries, events and the mail fail as well as succeed. */
async function playCustomer(service: Service, kim: Call, ada: Call): Promise<void> {
  const customer = callerOf(service, "none");
  const sender = { name: mark, email, phone, url: `https://${mark}.example`, invite: `${mark}?`, photo: "ftp://x/y" };
  const path = channelPath(service);
  await customer("POST", path, textOf("7", `${mark} hello`, sender));
  await customer("POST", path, { sender: { id: "7" }, message: { type: "typein" } });
  service.botAttempts[0]?.answer({ trace });
  await customer("POST", botPath, says(`${mark} from the bot`));
  await customer("POST", botPath, {
    ...{ event: "BOT_MESSAGE", chat_id: "1" },
    message: { type: "BUTTONS", title: mark, buttons: [{ text: mark, id: mark }] },
  });
  await customer("POST", botPath, invites());
  await kim("POST", "/api/chats/1/accept");
  service.botAttempts.at(-1)?.answer({ httpStatus: 500, failure: chatty, trace });
  await kim("POST", "/api/chats/1/typing", { type: "typein" });
  await kim("POST", "/api/chats/1/messages", { type: "text", text: `${mark} reply` });
  for (const failure of [refusal, chatty, refusal]) {
    for (const attempt of service.attempts) attempt.answer({ httpStatus: 200, failure, trace });
    await service.pass(3_000);
  }
  await kim("POST", "/api/chats/1/note", { text: `${mark} note` });
  await kim("PATCH", "/api/chats/1/contact", { name: mark, email, phone, description: mark });
  const customData = [{ title: mark, content: mark, key: null, link: null }];
  const crmAnswer = {
    customData,
    contact: { name: mark, phone, email },
    enableAssign: true,
    crmLink: `https://${mark}.example`,
  };
  service.reports[0]?.answer({ crmAnswer, trace });
  await service.settle();
  await kim("POST", "/api/chats/1/assign");
  await service.pass(2_000);
  service.reports.at(-1)?.answer({ httpStatus: 400, failure: chatty, isFinal: true, trace });
  await kim("POST", "/api/chats/1/blacklist", { value: true });
  await kim("POST", "/api/chats/1/blacklist", { value: false });
  await kim("POST", "/api/chats/1/transfer", { agentId: agents.lee.id });
  await ada("POST", "/api/chats/1/transfer", { agentId: agents.kim.id });
  await kim("POST", "/api/chats/1/accept");
  await kim("POST", "/api/chats/1/close");
  for (let round = 0; round < 4; round += 1) {
    for (const mail of service.mails) mail.answer({ failure: chatty, trace });
    for (const report of service.reports) report.answer({ trace });
    await service.pass(60_000);
  }
}

/** A visitor of a web page, who is known, writes, calls and leaves a message. */
async function playVisitor(service: Service, kim: Call): Promise<void> {
  const page = { url: `https://${mark}.example/`, title: mark };
  const { page: visitor } = await enterVisitor(t, service, { widget: "OTHERAPP01", page });
  const ask = async (request: object): Promise<void> => {
    const answer = await visitor.ask(request);
    if (answer.type !== "done") throw new Error(`${JSON.stringify(request)}: ${JSON.stringify(answer)}`);
    await service.settle();
  };
  await ask({ type: "custom_data", fields: [{ title: mark, content: mark }] });
  await ask({ type: "offline_message", name: mark, email, phone, description: mark, text: mark });
  await ask({ type: "message", text: `${mark} from the page` });
  await ask({ type: "contact", name: mark, email, phone, description: mark });
  await ask({ type: "user_token", value: `${mark}-user-token` });
  await ask({ type: "typing", state: "typein" });
  await kim("POST", "/api/chats/2/accept");
  await kim("POST", "/api/chats/2/call", { phone });
  service.calls[0]?.answer(`${mark}: no line`);
  await service.settle();
  await ask({ type: "call", phone });
  service.calls[1]?.answer(null);
  await service.settle();
  const gateway = callerOf(service, "none");
  const about = { call_id: service.calls[1]?.callId };
  const report = (fields: object): Promise<ApiAnswer> =>
    gateway("POST", `/calls/${gatewayToken}`, { ...about, ...fields });
  await report({ status: "agent_connected" });
  await report({ status: "error", reason: `${mark} hung up`, record_url: `https://${mark}.example/record` });
  await ask({ type: "rate", value: "positive" });
  await kim("POST", "/api/chats/2/close");
  await service.pass(10_000);
}

const idOf = ({ body }: ApiAnswer, name: string): string =>
  (body as unknown as Readonly<Record<string, { readonly id: string }>>)[name]?.id ?? `no ${name}`;

/** Agents and channels are added, changed and removed. */
async function playAdministration(ada: Call): Promise<void> {
  const own = await ada("POST", "/api/agents", { name: mark, email: `2${email}`, password: `${mark} password`, phone });
  await ada("PATCH", `/api/agents/${own.body.agent.id}`, { name: `${mark} ${mark}` });
  const made = await ada("POST", "/api/channels", { name: mark, webhookUrl: `https://${mark}.example/`, agents: [1] });
  const [path, changes] = [`/api/channels/${idOf(made, "channel")}`, { agents: [own.body.agent.id] }];
  await ada("PATCH", path, changes);
  await ada("DELETE", path);
  await ada("DELETE", `/api/agents/${own.body.agent.id}`);
}

t.test(
  "the history contains no word, name, address or secret of people, whatever they write or do on any surface",
  async (t) => {
    const service = await open();
    const [kim, ada] = [callerOf(service, await service.logIn("kim")), callerOf(service, await service.logIn("ada"))];
    const desk = await service.enter("kim");
    await playCustomer(service, kim, ada);
    await playVisitor(service, kim);
    await playAdministration(ada);
    desk.socket.close();
    await service.pass(1_000);

    t.strictSame(await historyFaults(service.store), []);
    const rows = await service.store.scan("history", { limit: 100_000 });
    const history = rows.map(({ row }) => textOfRow(row)).join("\n");
    const secrets = [mark, phone.slice(1), bot.token, gatewayToken, signingSecret.slice(6), password, "example"];
    const tokens = [await service.logIn("kim"), await service.logIn("ada")];
    for (const secret of [...secrets, ...tokens]) t.notOk(history.includes(secret), `${secret} is not in the history`);

    const entries = rows.flatMap(({ row }) => decodeEntries(row));
    const kinds = new Set(entries.map(({ actor }) => actor.split("/")[0]));
    t.strictSame([...kinds].sort(), ["agent", "bot", "call", "channel", "chat", "delivery", "webhooks"]);
    const events = entries.flatMap(({ steps }) => steps.map(({ event }) => event));
    const types = new Set(events.map(({ type }) => type));
    t.ok(types.size > 35, `${types.size} types of events are in the history: ${[...types].sort().join(", ")}`);
    const has = (fields: object): void => {
      t.ok(
        events.some((event) => Object.entries(fields).every(([name, value]) => event[name] === value)),
        `expected an event with ${JSON.stringify(fields)}`,
      );
    };
    has({ type: "attempt.failed", attempt: 1, httpStatus: 200, failure: "E-17", failureKind: "error_answer" });
    has({ type: "attempt.failed", attempt: 2, failure: "error_answer" });
    has({ type: "delivery.queued", cargo: "bot_event", event: "CLIENT_MESSAGE" });
    has({ type: "delivery.queued", cargo: "webhook", event: "chat_accepted" });
    has({ type: "delivery.queued", cargo: "mail" });
    has({ type: "deadline.reached", id: "next-attempt", restarted: false });
    has({ type: "chat.close-requested", agent: asAgentId(1) });
    has({ type: "call.reported", status: "error" });
    has({ type: "gateway.answered", accepted: false });
  },
);
