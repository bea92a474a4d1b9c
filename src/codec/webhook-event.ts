import type { AgentProfile } from "../../machines/agent/agent.types.ts";
import type { ClientFacts } from "../../machines/chat/chat.types.ts";
import type { PageFacts, SessionFacts } from "../../machines/chat/visitor.types.ts";
import type { ChannelId, ChatId } from "../../machines/ids.ts";
import type { CallReport, WebhookBody, WebhookEventName } from "../../machines/webhooks/webhooks.types.ts";

/** What every event tells. Source: WH-03. */
export interface CommonFacts {
  readonly event: WebhookEventName;
  readonly channelId: ChannelId;
  readonly client: ClientFacts;
  readonly page: PageFacts | null;
}
export interface DepartmentFacts {
  readonly id: number;
  readonly name: string;
}
/** What an event of a chat tells beside that. */
export interface ChatFacts extends CommonFacts {
  readonly chatId: ChatId;
  readonly department: DepartmentFacts | null;
}

/** The exact body of `chat_accepted`, `chat_updated`, `chat_assigned` and `call_event`. Source: WH-03 to WH-13, CALL-01, CALL-03. */
export function encodeChatEvent(
  facts: ChatFacts,
  about: {
    readonly agent: AgentProfile | null;
    readonly assignTo?: string;
    readonly call?: CallReport;
  },
): WebhookBody {
  const { agent, assignTo, call } = about;
  const own = {
    agent: agent === null ? null : toAgent(agent),
    ...toDepartment(facts.department),
    ...(assignTo !== undefined && { assign_to: assignTo }),
    ...(call !== undefined && { call: toCall(call) }),
  };
  return whole({ ...beginning(facts), chat_id: Number(facts.chatId), ...own, ...ending(facts) });
}

/** The body of `chat_finished` around the entries of the chat's log. Source: WH-03, WH-17, WH-20. */
export function encodeFinished(
  facts: ChatFacts,
  about: {
    readonly agents: readonly AgentProfile[];
    readonly rate: string | null;
    readonly blacklisted: boolean;
    readonly messagesUpTo: number;
  },
): WebhookBody {
  const { agents, rate, blacklisted, messagesUpTo } = about;
  const before = {
    ...beginning(facts),
    chat_id: Number(facts.chatId),
    agents: agents.map(toAgent),
    ...toDepartment(facts.department),
  };
  const after = { rate, blacklisted };
  const head = JSON.stringify(before);
  return {
    head: `${head.slice(0, -1)},"chat":{"messages":[`,
    tail: `],${JSON.stringify(after).slice(1)},${JSON.stringify(ending(facts)).slice(1)}`,
    messagesUpTo,
  };
}

/** Source: WH-03, WH-18. */
export const encodeOffline = (facts: CommonFacts, about: { readonly id: string; readonly text: string }): WebhookBody =>
  whole({ ...beginning(facts), offline_message_id: about.id, message: about.text, ...ending(facts) });

const whole = (body: object): WebhookBody => ({ head: JSON.stringify(body), tail: null, messagesUpTo: 0 });

const beginning = ({ event, channelId, client }: CommonFacts) => ({
  event_name: event,
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
  },
});

const ending = ({ client, page }: CommonFacts) => ({
  session: toSession(client.session),
  page: { url: page?.url ?? "", title: page?.title ?? "" },
  analytics: {},
});

const toAgent = ({ id, name, email, phone }: AgentProfile) => ({ id, name, email, phone: phone ?? "" });

const toDepartment = (department: DepartmentFacts | null) =>
  department === null ? {} : { department: { id: department.id, name: department.name } };

const toCall = ({ type, phone, status, reason, recordUrl }: CallReport) => ({
  type,
  phone,
  status,
  ...(reason !== null && { reason }),
  ...(recordUrl !== null && { record_url: recordUrl }),
});

const noGeo = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};
const noUtm = { source: "", campaign: "", content: "", medium: "", term: "" };

/** Source: WH-09 to WH-11, WH-13, VER-04. */
function toSession(session: SessionFacts | null) {
  const utm = session?.utm ?? noUtm;
  const pairs = Object.entries(utm).filter(([, value]) => value !== "");
  return {
    geoip: session?.geo ?? noGeo,
    utm: pairs.map(([key, value]) => `${key}=${value}`).join("|"),
    utm_json: utm,
    ip_addr: session?.ipAddress ?? "",
    user_agent: session?.userAgent ?? "",
  };
}
