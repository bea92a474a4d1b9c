import fc from "fast-check";
import t from "tap";
import { Check, Errors } from "typebox/value";
import type { AgentProfile } from "../../machines/agent/agent.types.ts";
import type { ClientFacts } from "../../machines/chat/chat.types.ts";
import type { ChatMessage, MessageContent } from "../../machines/chat/message.types.ts";
import type { SessionFacts } from "../../machines/chat/visitor.types.ts";
import type { CallReport, WebhookEventName } from "../../machines/webhooks/webhooks.types.ts";
import { brokenTextIn } from "../../src/codec/broken-text.ts";
import { encodeLogEntries, toChatLogEntry } from "../../src/codec/chat-log.ts";
import { webhookAnswerSchema } from "../../src/codec/webhook-answer-schemas.ts";
import type { EventFacts } from "../../src/codec/webhook-event.ts";
import { encodeEvent } from "../../src/codec/webhook-event.ts";
import { webhookSchemas } from "../../src/codec/webhook-schemas.ts";
import { asAgentId, asChannelId, asChatId, asMessageId } from "../../src/core/ids.ts";
import { fixtureNames, readFixture } from "./fixtures.ts";

/** An event as a receiver reads it. */
interface Sample {
  readonly event_name: WebhookEventName;
  readonly chat_id?: number;
  readonly widget_id: string;
  readonly user_token: string | null;
  readonly visitor: Readonly<Record<"name" | "email" | "phone" | "number" | "description", string>> & {
    readonly chats_count: number;
  };
  readonly agent?: SampleAgent | null;
  readonly agents?: readonly SampleAgent[];
  readonly department?: { readonly id: number; readonly name: string };
  readonly assign_to?: string;
  readonly call?: Pick<CallReport, "type" | "phone" | "status"> & {
    readonly reason?: string;
    readonly record_url?: string;
  };
  readonly chat?: {
    readonly messages: readonly { message: string; timestamp: number; type: string; agent_id?: number }[];
    readonly rate: "positive" | "negative" | null;
    readonly blacklisted: boolean;
  };
  readonly offline_message_id?: string;
  readonly message?: string;
  readonly session: {
    readonly geoip: SessionFacts["geo"];
    readonly utm_json: SessionFacts["utm"];
    readonly ip_addr: string;
    readonly user_agent: string;
  };
  readonly page: { readonly url: string; readonly title: string };
}
interface SampleAgent {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

const known = (value: string): string | null => (value === "" ? null : value);

const toProfile = ({ id, name, email, phone }: SampleAgent): AgentProfile => ({
  id: asAgentId(id),
  name,
  email,
  phone: known(phone),
  photo: null,
  departmentIds: [],
  role: "agent",
});

function toClient({ visitor, user_token: userToken, session, chat }: Sample): ClientFacts {
  return {
    senderId: "7",
    senderIdKind: "integer",
    number: Number(visitor.number),
    name: known(visitor.name),
    phone: known(visitor.phone),
    email: known(visitor.email),
    photo: null,
    description: known(visitor.description),
    url: null,
    pageTitle: null,
    userToken,
    session:
      session.ip_addr === ""
        ? null
        : {
            ipAddress: session.ip_addr,
            userAgent: session.user_agent,
            utm: session.utm_json,
            geo: session.geoip,
          },
    chatsCount: visitor.chats_count,
    isBlacklisted: chat?.blacklisted ?? false,
  };
}

/** What the event must have been made of. */
function toFacts(sample: Sample): EventFacts {
  const { event_name: event, call, agents = [], chat } = sample;
  const page = sample.page.url === "" ? null : sample.page;
  const common = { channelId: asChannelId(sample.widget_id), client: toClient(sample), page };
  if (event === "offline_message")
    return { ...common, event, messageId: String(sample.offline_message_id), text: String(sample.message) };
  const ofChat = { ...common, chatId: asChatId(String(sample.chat_id)), department: sample.department ?? null };
  if (event === "chat_finished") {
    const messagesUpTo = chat?.messages.length ?? 0;
    return { ...ofChat, event, agents: agents.map(toProfile), rate: chat?.rate ?? null, messagesUpTo };
  }
  if (call !== undefined) {
    const { reason = null, record_url: recordUrl = null, ...report } = call;
    const agent = sample.agent ? toProfile(sample.agent) : null;
    return { ...ofChat, event: "call_event", agent, call: { ...report, reason, recordUrl } };
  }
  if (!sample.agent || event === "call_event") throw new Error(`Expected an agent and a call in ${event}`);
  const agent = toProfile(sample.agent);
  return event === "chat_assigned"
    ? { ...ofChat, event, agent, assignTo: String(sample.assign_to) }
    : { ...ofChat, event, agent };
}

const stored = (message: Partial<ChatMessage>): ChatMessage => ({
  seq: 1,
  id: asMessageId("m1"),
  from: "client",
  content: { type: "text", text: "Hello", media: null },
  agentId: null,
  atMs: 1_795_165_200_999,
  externalId: null,
  deliveryId: null,
  ...message,
});

/** What of messages stands in the log. */
const entriesOf = (messages: readonly Partial<ChatMessage>[]) =>
  messages.flatMap((message) => toChatLogEntry(stored(message)) ?? []);

/** The text of an event with this log. */
function textOf(facts: EventFacts, messages: readonly Partial<ChatMessage>[] = []): string {
  const { head, tail } = encodeEvent(facts);
  return tail === null ? head : head + Buffer.from(encodeLogEntries(entriesOf(messages))).toString() + tail;
}

function toMessages({ chat }: Sample): readonly Partial<ChatMessage>[] {
  return (chat?.messages ?? []).map(({ message, timestamp, type, agent_id: agentId }) => {
    const [text = "", file] = message.split("\n");
    const content: MessageContent =
      file === undefined ? { type: "text", text, media: null } : { type: "photo", text, media: { file } };
    const atMs = timestamp * 1_000 + 999;
    if (type === "visitor") return { content, atMs };
    return agentId === 0
      ? { content, atMs, from: "bot" }
      : { content, atMs, from: "agent", agentId: asAgentId(Number(agentId)) };
  });
}

const samples = fixtureNames("c2-").filter((name) => !name.startsWith("c2-answer-"));
const readSample = (name: string): Sample => JSON.parse(readFixture(name).toString());

t.test(
  "[WH-02, WH-03, WH-04, WH-05, WH-06, WH-07, WH-08, WH-09, WH-10, WH-11, WH-12, WH-20, WH-21, WH-22, WH-23, CALL-01, CALL-03, AUTH-13, VER-04] every example is made again of its facts, key for key",
  async (t) => {
    for (const name of samples) {
      const sample = readSample(name);
      t.equal(textOf(toFacts(sample), toMessages(sample)), JSON.stringify(sample), name);
      t.strictSame([...Errors(webhookSchemas[sample.event_name], sample)], [], name);
    }
    t.same(new Set(samples.map((name) => readSample(name).event_name)), new Set(Object.keys(webhookSchemas)));
  },
);

t.test("[WH-04, WH-11] a schema takes no key more, none less but optional ones, and no null", async (t) => {
  const mayMiss = ["department", "record_url"];
  const broken: string[] = [];
  const spoil = (sample: Sample, node: object, path: string, replace: (part: unknown) => unknown): void => {
    const { event_name: event } = sample;
    const isTaken = (part: object): boolean => Check(webhookSchemas[event], replace(part));
    if (!Array.isArray(node) && isTaken({ ...node, extra: "x" })) broken.push(`${path} with another key`);
    for (const [key, value] of Object.entries(node)) {
      const at = `${path}.${key}`;
      const { [key as keyof typeof node]: _, ...without } = node;
      if (!Array.isArray(node)) {
        if (isTaken(without) !== mayMiss.includes(key)) broken.push(`${at} missing`);
        const mayBeNull = ["user_token", "rate"].includes(key) || (key === "agent" && event === "call_event");
        if (isTaken({ ...node, [key]: null }) !== mayBeNull) broken.push(`${at} null`);
      }
      const put = (part: unknown): object =>
        Array.isArray(node) ? node.map((old, at) => (String(at) === key ? part : old)) : { ...node, [key]: part };
      if (typeof value === "object" && value !== null) spoil(sample, value, at, (part) => replace(put(part)));
    }
  };
  for (const name of samples) spoil(readSample(name), readSample(name), name, (part) => part);
  t.strictSame(broken, []);
});

/** Any UTF-16, halves of characters included. */
const anyText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.string({ unit: fc.constantFrom('"', "\\", "chat", ":", "{", "[", "]", "}", ",", "messages", "\ud83d", "\ude00") }),
);
const anyTexts = <Key extends string>(...keys: readonly Key[]): fc.Arbitrary<Record<Key, string>> =>
  fc
    .tuple(...keys.map((key) => anyText.map((text) => [key, text] as const)))
    .map((entries) => Object.fromEntries(entries) as Record<Key, string>);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const anyId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const anyAgent: fc.Arbitrary<AgentProfile> = fc.record({
  id: anyId.map(asAgentId),
  name: anyText,
  email: anyText,
  phone: orNull(anyText),
  photo: orNull(anyText),
  departmentIds: fc.constant([]),
  role: fc.constantFrom("agent", "admin"),
});
const anySession = fc.record({
  ipAddress: anyText,
  userAgent: anyText,
  utm: anyTexts("term", "content", "source", "medium", "campaign", "id"),
  geo: anyTexts(
    "organization",
    "region_code",
    "country",
    "country_code",
    "region",
    "city",
    "latitude",
    "longitude",
    "postcode",
  ),
});
const anyClient: fc.Arbitrary<ClientFacts> = fc.record({
  senderId: anyText,
  senderIdKind: fc.constantFrom("string", "integer"),
  number: anyId,
  name: orNull(anyText),
  phone: orNull(anyText),
  email: orNull(anyText),
  photo: orNull(anyText),
  description: orNull(anyText),
  url: orNull(anyText),
  pageTitle: orNull(anyText),
  userToken: orNull(anyText),
  session: orNull(anySession),
  chatsCount: fc.nat(),
  isBlacklisted: fc.boolean(),
});
const anyCall: fc.Arbitrary<CallReport> = fc.record({
  type: fc.constantFrom("callback", "incoming", "outgoing"),
  phone: anyText,
  status: fc.constantFrom("start", "agent_connected", "client_connected", "end", "error"),
  reason: orNull(anyText),
  recordUrl: orNull(anyText),
});
const common = {
  channelId: anyText.map(asChannelId),
  client: anyClient,
  page: orNull(fc.record({ url: anyText, title: orNull(anyText) })),
};
const ofChat = {
  ...common,
  chatId: anyId.map((id) => asChatId(String(id))),
  department: orNull(fc.record({ id: anyId, name: anyText })),
};
const anyFacts: fc.Arbitrary<EventFacts> = fc.oneof(
  fc.record({ ...ofChat, event: fc.constantFrom("chat_accepted", "chat_updated"), agent: anyAgent }),
  fc.record({ ...ofChat, event: fc.constant("chat_assigned"), agent: anyAgent, assignTo: anyText }),
  fc.record({ ...ofChat, event: fc.constant("call_event"), agent: orNull(anyAgent), call: anyCall }),
  fc.record({
    ...ofChat,
    event: fc.constant("chat_finished"),
    agents: fc.array(anyAgent, { minLength: 1, maxLength: 3 }),
    rate: fc.constantFrom("positive", "negative", null),
    messagesUpTo: fc.nat(),
  }),
  fc.record({ ...common, event: fc.constant("offline_message"), messageId: anyText, text: anyText }),
);
const anyMessages: fc.Arbitrary<readonly Partial<ChatMessage>[]> = fc.array(
  fc.oneof(
    fc.record({
      atMs: fc.nat(),
      content: fc.record({ type: fc.constant("text"), text: anyText, media: fc.constant(null) }),
    }),
    fc.record({ from: fc.constant("agent"), agentId: anyId.map(asAgentId), isBlacklisted: fc.constant(true) }),
    fc.record({ from: fc.constantFrom("bot", "system", "client"), isHidden: fc.constantFrom(true, undefined) }),
  ) as fc.Arbitrary<Partial<ChatMessage>>,
  { maxLength: 4 },
);

t.test(
  "[WH-04, WH-05, WH-09, WH-10, WH-11, CALL-03, VER-04] whatever the facts, the body is as described",
  async (t) => {
    const property = fc.property(anyFacts, anyMessages, (facts, messages) => {
      const body = JSON.parse(textOf(facts, messages));
      const [mistake] = Errors(webhookSchemas[facts.event], body);
      if (mistake !== undefined) throw new Error(JSON.stringify(mistake));
      if (brokenTextIn(body) !== null) throw new Error(`half of a character at ${brokenTextIn(body)}`);
      const pairs = ["source", "campaign", "content", "medium", "term"]
        .map((key) => [key, body.session.utm_json[key]])
        .filter(([, value]) => value !== "");
      if (body.session.utm !== pairs.map(([key, value]) => `${key}=${value}`).join("|"))
        throw new Error(body.session.utm);
      if (facts.event === "call_event") {
        const { reason, record_url: recordUrl } = body.call;
        const { status } = facts.call;
        if ((typeof reason === "string") !== (status === "error")) throw new Error(`${status} with ${reason}`);
        if (recordUrl !== undefined && status !== "end") throw new Error(`${status} with ${recordUrl}`);
      }
    });
    t.doesNotThrow(() => fc.assert(property, { numRuns: 400 }));
  },
);

t.test("[WH-20, WH-21, WH-23] what stands in the log, and what does not", async (t) => {
  const agentId = asAgentId(12);
  const message = (content: Partial<MessageContent>, more: Partial<ChatMessage> = {}) =>
    entriesOf([{ content: { type: "text", text: "", media: null, ...content }, ...more }]).map(
      (entry) => entry.message,
    );
  const file = "https://files.example/a.png";
  t.same(message({ type: "photo", text: "Look", media: { file } }), [`Look\n${file}`]);
  t.same(message({ type: "document", media: { file, file_name: "a.png" } }), [file]);
  t.same(message({ type: "sticker", media: { file, emoji: "🚲" } }), [file]);
  t.same(message({ type: "sticker", media: { emoji: "🚲" } }), ["🚲"]);
  t.same(message({ type: "sticker", text: "Ride", media: { emoji: "🚲" } }), ["Ride\n🚲"]);
  t.same(message({ type: "location", media: { latitude: 51.5074, longitude: -0.1278 } }), ["51.5074,-0.1278"]);
  t.same(message({ type: "location", text: "Here", media: { latitude: 0, longitude: -180 } }), ["Here\n0,-180"]);
  const bot = { from: "bot" } as const;
  t.same(message({ type: "markdown", text: "**Open** until 6", fallback: "Open" }, bot), ["**Open** until 6"]);
  const buttons = [
    { text: "Repairs", id: "r" },
    { text: "Sales", id: null },
  ];
  t.same(message({ type: "buttons", text: "What is it about?", buttons }, bot), ["What is it about?\nRepairs\nSales"]);
  t.same(message({ type: "buttons", buttons }, bot), ["Repairs\nSales"]);

  t.same(message({ type: "note", text: "VIP" }, { from: "agent", agentId }), []);
  t.same(message({ type: "event", text: "Kim left." }, { from: "system" }), []);
  t.same(message({ type: "event", text: "Kim left." }, { from: "system", agentId }), []);
  t.same(message({ type: "invitation", text: "Hi?" }, { from: "system" }), []);
  t.same(message({ text: "(shown to nobody)" }, { ...bot, isHidden: true }), []);

  const said = { message: "Hello", timestamp: 1_795_165_200 };
  t.strictSame(entriesOf([{}]), [{ ...said, type: "visitor" }]);
  t.strictSame(entriesOf([{ isBlacklisted: true }]), [{ ...said, type: "visitor", blacklisted: true }]);
  t.strictSame(entriesOf([{ from: "agent", agentId }]), [{ ...said, type: "agent", agent_id: 12 }]);
  t.strictSame(entriesOf([bot]), [{ ...said, type: "agent", agent_id: 0 }]);
  t.strictSame(entriesOf([{ from: "agent", agentId, isBlacklisted: true }]), [
    { ...said, type: "agent", agent_id: 12, blacklisted: true },
  ]);
});

t.test("[WH-24, WH-26, WH-31] the answers in the examples are as the description shows them", async (t) => {
  for (const name of fixtureNames("c2-answer-")) {
    const answer = JSON.parse(readFixture(name).toString());
    for (const event of ["chat_accepted", "chat_updated", "chat_finished"] as const)
      t.strictSame([...Errors(webhookAnswerSchema(event), answer)], [], name);
  }
  t.notOk(Check(webhookAnswerSchema("chat_finished"), { result: 1 }));
  t.notOk(Check(webhookAnswerSchema("chat_accepted"), { result: "ok", custom_data: "none" }));
});
