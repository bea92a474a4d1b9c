import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { ChatRate } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts, GeoFacts, PageFacts, SessionFacts, UtmFacts } from "../../../machines/chat/client.types.ts";
import type { ChannelId, ChatId } from "../../../machines/ids.ts";
import type { CallReport, EndpointEventName, UrlEventName } from "../../../machines/tells.ts";
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
  | (CommonFacts & { readonly event: "offline_message"; readonly messageId: string; readonly text: string });

/** The exact text of an event, without the log of a closed chat. Source: WH-03 to WH-13, WH-41. */
export function encodeEvent(facts: EventFacts): WebhookBody {
  const json = JSON.stringify(toBody(facts), wellFormed);
  if (facts.event !== "chat_finished") return { head: json, tail: null, messagesUpTo: 0 };
  // This text occurs only once, because quotation marks inside a text are escaped.
  const gap = json.indexOf(noMessages) + noMessages.length - 1;
  return { head: json.slice(0, gap), tail: json.slice(gap), messagesUpTo: facts.messagesUpTo };
}

/** The facts of the events that only endpoints get. */
export type EndpointFacts =
  | (ChatFacts & { readonly event: "chat_started" })
  | (ChatFacts & { readonly event: "message_created"; readonly messageId: string; readonly message: LogEntry });

/** The exact text of an event that only endpoints get. Source: WH-44. */
export const encodeEndpointEvent = (facts: EndpointFacts): WebhookBody => ({
  head: JSON.stringify(toEndpointBody(facts), wellFormed),
  tail: null,
  messagesUpTo: 0,
});

function toEndpointBody(facts: EndpointFacts): WebhookBodyOf<EndpointEventName> {
  const chat = { chat_id: Number(facts.chatId), ...toOrigin(facts), ...toDepartment(facts.department) };
  if (facts.event === "chat_started") return { event_name: facts.event, ...chat, ...toVisit(facts) };
  const { event, messageId, message } = facts;
  return { event_name: event, ...chat, message_id: messageId, message, ...toVisit(facts) };
}

const noMessages = '"messages":[]';

/** Replaces unpaired surrogates, which other programs may have sent. A receiver should not have to handle them. */
const wellFormed = (_key: string, value: unknown): unknown => (typeof value === "string" ? toWellFormed(value) : value);

/** Keys in the order of the schemas. */
function toBody(facts: EventFacts): WebhookBodyOf<UrlEventName> {
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
