import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { ChatRate } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts, GeoFacts, PageFacts, SessionFacts, UtmFacts } from "../../../machines/chat/client.types.ts";
import type { ChannelId, ChatId } from "../../../machines/ids.ts";
import type {
  CallReport,
  EndpointEventName,
  FailureWords,
  TransferTarget,
  WebhookEventName,
} from "../../../machines/tells.ts";
import type { WebhookBody } from "../../../machines/webhooks/webhooks.machine.ts";
import { toWellFormed } from "../text/text.ts";
import type { CallBody, LogEntry, WebhookBodyOf } from "./webhook-schemas.ts";

/** The facts that every event contains. Source: WH-03. */
interface CommonFacts {
  readonly channelId: ChannelId;
  readonly client: ClientFacts;
  readonly page: PageFacts | null;
}
export interface DepartmentFacts {
  readonly id: number;
  readonly name: string;
}
/** The additional facts of an event that belongs to a chat. */
export interface ChatFacts extends CommonFacts {
  readonly chatId: ChatId;
  readonly department: DepartmentFacts | null;
}

/** The facts from which each event is built. */
export type EventFacts =
  | (ChatFacts & { readonly event: "chat_accepted" | "chat_updated"; readonly agent: AgentProfile })
  | (ChatFacts & { readonly event: "chat_assigned"; readonly agent: AgentProfile; readonly assignTo: string })
  | (ChatFacts & { readonly event: "call_event"; readonly agent: AgentProfile | null; readonly call: CallReport })
  | (ChatFacts & {
      readonly event: "chat_finished";
      readonly agents: readonly AgentProfile[];
      readonly rate: ChatRate | null;
      readonly messagesUpTo: number;
    })
  | (CommonFacts & { readonly event: "offline_message"; readonly messageId: string; readonly text: string })
  | EndpointFacts;

/** The exact text of an event, without the log of a closed chat. Source: WH-03 to WH-13, WH-41, WH-44. */
export function encodeEvent(facts: EventFacts): WebhookBody {
  const json = JSON.stringify(toBody(facts), wellFormed);
  if (facts.event !== "chat_finished") return { head: json, tail: null, messagesUpTo: 0 };
  // This text occurs only once, because quotation marks inside a text are escaped.
  const gap = json.indexOf(noMessages) + noMessages.length - 1;
  return { head: json.slice(0, gap), tail: json.slice(gap), messagesUpTo: facts.messagesUpTo };
}

/** The facts of the events of chats that only endpoints get. */
export type EndpointFacts =
  | (ChatFacts & { readonly event: "chat_started" })
  | (ChatFacts & { readonly event: "message_created"; readonly messageId: string; readonly message: LogEntry })
  | (ChatFacts & { readonly atMs: number } & (
        | { readonly event: "chat_reopened"; readonly agent: AgentProfile }
        | { readonly event: "chat_transferred"; readonly agent: AgentProfile; readonly to: TransferTarget }
        | { readonly event: "chat_rated"; readonly rate: ChatRate; readonly comment: string | null }
        | { readonly event: "bot_failed"; readonly failure: FailureWords }
        | (SentFacts & { readonly event: "message_delivered" })
        | (SentFacts & { readonly event: "message_failed"; readonly failure: FailureWords })
      ));

interface SentFacts {
  /** `null` for a bot. */
  readonly agent: AgentProfile | null;
  readonly messageId: string;
  readonly attempts: number;
}

/** The facts of a change of an agent's presence, which belongs to no chat. */
export interface PresenceFacts {
  readonly agent: AgentProfile;
  readonly status: PresenceStatus;
  readonly previous: PresenceStatus;
  readonly channelIds: readonly ChannelId[];
  readonly atMs: number;
}
export type PresenceStatus = WebhookBodyOf<"agent_presence">["status"];

/** The exact text of `agent_presence`. Source: WH-44. */
export function encodePresence({ agent, status, previous, channelIds, atMs }: PresenceFacts): WebhookBody {
  const body: WebhookBodyOf<"agent_presence"> = {
    event_name: "agent_presence",
    agent: toAgent(agent),
    status,
    previous_status: previous,
    channels: [...channelIds],
    timestamp: toSeconds(atMs),
    timestamp_ms: atMs,
  };
  return { head: JSON.stringify(body, wellFormed), tail: null, messagesUpTo: 0 };
}

function toEndpointBody(facts: EndpointFacts): WebhookBodyOf<Exclude<EndpointEventName, "agent_presence">> {
  const chat = { chat_id: Number(facts.chatId), ...toOrigin(facts) };
  const department = toDepartment(facts.department);
  const end = toVisit(facts);
  if (facts.event === "chat_started") return { event_name: facts.event, ...chat, ...department, ...end };
  if (facts.event === "message_created") {
    const { event, messageId, message } = facts;
    return { event_name: event, ...chat, ...department, message_id: messageId, message, ...end };
  }
  const moment = { timestamp: toSeconds(facts.atMs) };
  switch (facts.event) {
    case "chat_reopened":
      return { event_name: facts.event, ...chat, agent: toAgent(facts.agent), ...department, ...moment, ...end };
    case "chat_transferred": {
      const { event, agent, to } = facts;
      const target = { type: to.kind, id: to.id, name: to.name };
      return { event_name: event, ...chat, agent: toAgent(agent), ...department, to: target, ...moment, ...end };
    }
    case "chat_rated": {
      const { event, rate, comment } = facts;
      const said = comment === null ? {} : { comment };
      return { event_name: event, ...chat, ...department, rate, ...said, ...moment, ...end };
    }
    case "bot_failed":
      return { event_name: facts.event, ...chat, ...department, error: facts.failure, ...moment, ...end };
    case "message_delivered":
      return { event_name: facts.event, ...chat, ...toSent(facts, department), ...moment, ...end };
    case "message_failed":
      return {
        ...{ event_name: facts.event, ...chat, ...toSent(facts, department) },
        ...{ error: facts.failure, ...moment, ...end },
      };
  }
}

const toSent = ({ agent, messageId, attempts }: SentFacts, department: ReturnType<typeof toDepartment>) => ({
  agent: agent === null ? null : toAgent(agent),
  ...department,
  message_id: messageId,
  attempts,
});

const toSeconds = (ms: number): number => Math.floor(ms / 1_000);

const noMessages = '"messages":[]';

/** Replaces unpaired surrogates, which other programs may have sent. A receiver should not have to handle them. */
const wellFormed = (_key: string, value: unknown): unknown => (typeof value === "string" ? toWellFormed(value) : value);

/** Keys in the order of the schemas. */
function toBody(facts: EventFacts): WebhookBodyOf<Exclude<WebhookEventName, "agent_presence">> {
  const common = toOrigin(facts);
  if (facts.event === "offline_message") {
    const { event, messageId, text } = facts;
    return { event_name: event, ...common, offline_message_id: messageId, message: text, ...toVisit(facts) };
  }
  const chat = { chat_id: Number(facts.chatId), ...common };
  const end = toVisit(facts);
  const department = toDepartment(facts.department);
  switch (facts.event) {
    case "chat_accepted":
    case "chat_updated":
      return { event_name: facts.event, ...chat, agent: toAgent(facts.agent), ...department, ...end };
    case "chat_assigned": {
      const { event, agent, assignTo } = facts;
      return { event_name: event, ...chat, agent: toAgent(agent), ...department, assign_to: assignTo, ...end };
    }
    case "call_event": {
      const { event, agent, call } = facts;
      const who = { agent: agent === null ? null : toAgent(agent) };
      return { event_name: event, ...chat, ...who, ...department, call: toCall(call), ...end };
    }
    case "chat_finished": {
      const { event, agents, rate, client } = facts;
      const log = { messages: [], rate, blacklisted: client.isBlacklisted };
      return { event_name: event, ...chat, agents: agents.map(toAgent), ...department, chat: log, ...end };
    }
    default:
      return toEndpointBody(facts);
  }
}

const toOrigin = ({ channelId, client }: CommonFacts) => ({
  widget_id: channelId,
  user_token: client.userToken,
  visitor: {
    name: client.name ?? "",
    email: client.email ?? "",
    phone: client.phone ?? "",
    number: String(client.number),
    description: client.description ?? "",
    social: {},
    chats_count: client.chatsCount,
    ...(client.proved !== undefined && { proved_id: client.proved.id }),
  },
});

const toVisit = ({ client, page }: CommonFacts) => ({
  session: toSession(client.session),
  page: { url: page?.url ?? "", title: page?.title ?? "" },
  analytics: {},
});

const toAgent = ({ id, name, email, phone }: AgentProfile) => ({ id, name, email, phone: phone ?? "" });

const toDepartment = (department: DepartmentFacts | null) =>
  department === null ? {} : { department: { id: department.id, name: department.name } };

/** Source: CALL-03. */
function toCall({ type, phone, status, reason, recordUrl }: CallReport): CallBody {
  switch (status) {
    case "end":
      return { type, phone, status, ...(recordUrl !== null && { record_url: recordUrl }) };
    case "error":
      return { type, phone, status, reason: reason ?? "" };
    default:
      return { type, phone, status };
  }
}

const noSession: SessionFacts = {
  ipAddress: "",
  userAgent: "",
  utm: { source: "", campaign: "", content: "", medium: "", term: "" },
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

/** Source: WH-09 to WH-11, WH-13, VER-04. */
function toSession(session: SessionFacts | null) {
  const { ipAddress, userAgent, utm, geo } = session ?? noSession;
  const parameters = toUtm(utm);
  const pairs = Object.entries(parameters).filter(([, value]) => value !== "");
  return {
    geoip: toGeo(geo),
    utm: pairs.map(([key, value]) => `${key}=${value}`).join("|"),
    utm_json: parameters,
    ip_addr: ipAddress,
    user_agent: userAgent,
  };
}

const toUtm = ({ source, campaign, content, medium, term }: UtmFacts) => ({ source, campaign, content, medium, term });

function toGeo(geo: GeoFacts) {
  const { region_code, country, country_code, region, city, latitude, longitude, organization } = geo;
  return { region_code, country, country_code, region, city, latitude, longitude, organization };
}
