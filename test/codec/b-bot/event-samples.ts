import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { ChatVisit } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts, SessionFacts } from "../../../machines/chat/client.types.ts";
import type { ChatMessage, MessageContent } from "../../../machines/chat/message.types.ts";
import type { CallReport, UrlEventName } from "../../../machines/tells.ts";
import { encodeLogEntries, toChatLogEntry } from "../../../src/codec/c-webhook/chat-log.ts";
import type { EventFacts } from "../../../src/codec/c-webhook/webhook-event.ts";
import { encodeEvent } from "../../../src/codec/c-webhook/webhook-event.ts";
import { asAgentId, asChannelId, asChatId, asMessageId } from "../../../src/core/ids.ts";
import { fixtureNames, readFixture } from "../fixtures.ts";

/** An event as the receiver parses it. */
export interface Sample {
  readonly event_name: UrlEventName;
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
    pageData: [],
  };
}

/** The facts from which the event was made. */
export function toFacts(sample: Sample): EventFacts {
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

/** The log entries of messages. */
export const entriesOf = (messages: readonly Partial<ChatMessage>[], surface: ChatVisit["surface"] = "widget") =>
  messages.flatMap((message) => toChatLogEntry(stored(message), () => surface) ?? []);

/** The text of an event with this log. */
export function textOf(facts: EventFacts, messages: readonly Partial<ChatMessage>[] = []): string {
  const { head, tail } = encodeEvent(facts);
  return tail === null ? head : head + Buffer.from(encodeLogEntries(entriesOf(messages))).toString() + tail;
}

export function toMessages({ chat }: Sample): readonly Partial<ChatMessage>[] {
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

/** The names of the example events. */
export const samples = fixtureNames("c2-").filter((name) => !name.startsWith("c2-answer-"));
export const readSample = (name: string): Sample => JSON.parse(readFixture(name).toString());
