import type { AgentContext, AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { ChannelSettings, WebhookEndpoint } from "../../../machines/channel/channel.types.ts";
import { pageOf } from "../../../machines/chat/changes.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { Tell } from "../../../machines/effects.ts";
import type { AgentId, ChannelId } from "../../../machines/ids.ts";
import type { DeliveryQueued, EndpointEventName, Report, WebhookEventName } from "../../../machines/tells.ts";
import { deliveryAddress, noChatId, webhooksAddress } from "../../../machines/tells.ts";
import type { ReportMade, WebhookBody, WebhookReceiver } from "../../../machines/webhooks/webhooks.machine.ts";
import { webhookCargo } from "../../../machines/webhooks/webhooks.machine.ts";
import type { StepScope } from "../../actors/actor-definition.ts";
import { toChatLogEntry } from "../../codec/c-webhook/chat-log.ts";
import type {
  DepartmentFacts,
  EndpointFacts,
  EventFacts,
  PresenceFacts,
  PresenceStatus,
} from "../../codec/c-webhook/webhook-event.ts";
import { encodeEvent, encodePresence } from "../../codec/c-webhook/webhook-event.ts";
import { webhookEvents } from "../../codec/settings/webhook-events.ts";
import { noAgentId } from "../../core/ids.ts";
import { assert } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Departments } from "../agent/departments.ts";
import type { Directory } from "../directory.ts";
import { newDeliveryId } from "../new-ids.ts";
import type { SharedEndpoints } from "./shared-endpoints.ts";
import { sharedMark } from "./shared-endpoints.ts";

/** Makes the bodies of events for owners' servers, and the mails, in the commit of the change that they report. Source: WH-41. */
export interface Reports {
  /**
   * Returns the tells to the actors that send the report; none if the channel has neither a webhook nor a mail address.
   * Source: WH-01, WH-27.
   */
  make(report: Report, chat: ChatContext, nowMs?: number): readonly Tell<ReportMade | DeliveryQueued>[];
  /**
   * Returns the tells that report a stored message, and the beginning of a chat with it; none without an endpoint that wants them. Source: WH-44.
   */
  makeMessage(message: ChatMessage, chat: ChatContext): readonly Tell<ReportMade>[];
  /** Whether an endpoint of the channel or of all channels wants the event. Cheap while there are no endpoints. */
  isWanted(event: EndpointEventName, channelId: ChannelId): boolean;
  /** Makes the report of a message that belongs to no chat; `null` if nobody wants it. Source: WH-18. */
  makeOffline(
    message: {
      readonly number: number;
      readonly channelId: ChannelId;
      readonly client: ClientFacts;
      readonly text: string;
    },
    nowMs: number,
  ): LoneReport | null;
  /**
   * Makes the reports of an agent's presence, from the states of the agent's actor; none if it is the same as before, or if nobody wants
   * it. An endpoint of all channels gets it once. An endpoint of a channel gets no name of another channel. Source: WH-44.
   */
  makePresence(agent: AgentContext, before: string | null, after: string): readonly LoneReport[];
}

/** A report that belongs to no chat. Its body is stored for each tell under `noChatId`. */
export interface LoneReport {
  readonly body: WebhookBody;
  readonly tells: readonly Tell<DeliveryQueued>[];
}

/** The kernel was given this product's host. */
export const reportsOf = ({ host }: StepScope): Reports => (host as { readonly reports: Reports }).reports;

const none: readonly WebhookReceiver[] = [];
const nobody: readonly never[] = [];
const noEndpoints: readonly WebhookEndpoint[] = [];
/** The webhook URL gets these, and no others. Source: WH-02. */
const ofUrl: ReadonlySet<WebhookEventName> = new Set(webhookEvents);

/**
 * Who gets an event: the webhook URL, and each endpoint of the channel or of all channels that wants the event and is not paused. Source:
 * WH-43.
 */
function receiversOf(
  settings: ChannelSettings | undefined,
  shared: Pick<SharedEndpoints, "list">,
  event: WebhookEventName,
  nowMs: number,
): readonly WebhookReceiver[] {
  if (settings === undefined) return none;
  const { webhooks } = settings;
  const ofAll = shared.list();
  if (webhooks === null && ofAll.length === 0) return none;
  const wants = wanting(event);
  const isForUrl = webhooks !== null && webhooks.url !== "" && ofUrl.has(event);
  return [
    ...(isForUrl ? [{ endpoint: "", deliveryId: newDeliveryId(nowMs) }] : []),
    ...(webhooks?.endpoints ?? []).filter(wants).map((endpoint) => receiverOf(endpoint, endpoint.name, nowMs)),
    ...ofAll.filter(wants).map((endpoint) => receiverOf(endpoint, sharedMark + endpoint.name, nowMs)),
  ];
}

const wanting =
  (event: WebhookEventName) =>
  ({ paused, events }: WebhookEndpoint): boolean =>
    !paused && events.includes(event);

const receiverOf = ({ ordered, orderedWaitMs }: WebhookEndpoint, endpoint: string, nowMs: number): WebhookReceiver => ({
  endpoint,
  deliveryId: newDeliveryId(nowMs),
  ...(ordered && { patienceMs: orderedWaitMs }),
});

const presence = "agent_presence";

export function createReports(
  directory: Directory,
  departments: Departments,
  shared: Pick<SharedEndpoints, "list">,
  clock: Clock,
): Reports {
  const endpointsOf = (channelId: ChannelId): readonly WebhookEndpoint[] =>
    directory.find(channelId)?.settings.webhooks?.endpoints ?? noEndpoints;
  const isWanted: Reports["isWanted"] = (event, channelId) => {
    const [own, ofAll] = [endpointsOf(channelId), shared.list()];
    if (own.length === 0 && ofAll.length === 0) return false;
    return own.some(wanting(event)) || ofAll.some(wanting(event));
  };
  return {
    make(report, chat, nowMs = clock.nowMs()) {
      const tells: Tell<ReportMade | DeliveryQueued>[] = [];
      const settings = directory.find(chat.channelId)?.settings;
      const receivers = receiversOf(settings, shared, report.event, nowMs);
      if (receivers.length > 0) {
        const { id: chatId, channelId } = chat;
        const body = encodeEvent(factsOf(report, chat, nowMs, { directory, departments }));
        const event: ReportMade = {
          type: "report.made",
          nowMs,
          chatId,
          channelId,
          event: report.event,
          receivers,
          body,
        };
        tells.push({ to: webhooksAddress(chatId), event });
      }
      const emails = settings?.chatLogEmails ?? [];
      if (report.event === "chat_finished" && emails.length > 0) tells.push(mailOf(chat, emails, nowMs));
      return tells;
    },
    makeMessage(message, chat) {
      const { id: chatId, channelId } = chat;
      const settings = directory.find(channelId)?.settings;
      if (endpointsOf(channelId).length === 0 && shared.list().length === 0) return nobody;
      return factsOfMessage(message, chat, departments).flatMap((one) => {
        const receivers = receiversOf(settings, shared, one.event, message.atMs);
        if (receivers.length === 0) return [];
        const about = { chatId, channelId, event: one.event, receivers, body: encodeEvent(one) };
        return [{ to: webhooksAddress(chatId), event: { type: "report.made", nowMs: message.atMs, ...about } }];
      });
    },
    makeOffline({ number, channelId, client, text }, nowMs) {
      const event = "offline_message";
      const receivers = receiversOf(directory.find(channelId)?.settings, shared, event, nowMs);
      if (receivers.length === 0) return null;
      return {
        body: encodeEvent({ event, channelId, client, page: pageOf(client), messageId: String(number), text }),
        tells: receivers.map((receiver) => toLone(event, channelId, receiver, nowMs)),
      };
    },
    makePresence(agent, before, after) {
      const [status, previous] = [statusOf(after), statusOf(before)];
      const served = agent.channelIds.filter((id) => directory.find(id) !== undefined);
      const [first] = served;
      if (status === previous || first === undefined) return nobody;
      const facts = { agent: agent.profile, status, previous, channelIds: served, atMs: clock.nowMs() };
      return [
        ...presenceTo(shared.list(), sharedMark, first, facts),
        ...served.flatMap((id) => presenceTo(endpointsOf(id), "", id, { ...facts, channelIds: [id] })),
      ];
    },
    isWanted,
  };
}

/** The report of an agent's presence to those of the endpoints that want it. `mark` stands before their names. */
function presenceTo(
  endpoints: readonly WebhookEndpoint[],
  mark: string,
  channelId: ChannelId,
  facts: PresenceFacts,
): readonly LoneReport[] {
  const { atMs } = facts;
  const names = endpoints.filter(wanting(presence)).map(({ name }) => mark + name);
  if (names.length === 0) return nobody;
  const tells = names.map((endpoint) =>
    toLone(presence, channelId, { endpoint, deliveryId: newDeliveryId(atMs) }, atMs),
  );
  return [{ body: encodePresence(facts), tells }];
}

/** A delivery that has no lane. */
function toLone(
  event: WebhookEventName,
  channelId: ChannelId,
  receiver: WebhookReceiver,
  nowMs: number,
): Tell<DeliveryQueued> {
  const { deliveryId: id } = receiver;
  const cargo = webhookCargo(event, receiver);
  const about = { id, chatId: noChatId, channelId, messageSeq: 0, messageId: null, cargo };
  return {
    to: deliveryAddress(id),
    event: { type: "delivery.queued", nowMs, ...about, isInFront: true, recipient: null },
  };
}

/** By the state of the agent's actor, which is `null` for a new one. */
function statusOf(state: string | null): PresenceStatus {
  if (state === "available") return "online";
  return state === "unavailable" ? "away" : "offline";
}

/** Source: WH-27. */
function mailOf(
  { id: chatId, channelId, lastSeq, closedAtMs }: ChatContext,
  to: readonly string[],
  nowMs: number,
): Tell<DeliveryQueued> {
  const id = newDeliveryId(nowMs);
  const cargo = { kind: "mail", to, messagesUpTo: lastSeq, closedAtMs: closedAtMs ?? nowMs } as const;
  const about = { id, chatId, channelId, messageSeq: 0, messageId: null, cargo };
  return {
    to: deliveryAddress(id),
    event: { type: "delivery.queued", nowMs, ...about, isInFront: true, recipient: null },
  };
}

/** A message is an event, and the first one begins the chat. */
function factsOfMessage(message: ChatMessage, chat: ChatContext, departments: Departments): readonly EndpointFacts[] {
  const { id: chatId, channelId, client } = chat;
  const department = departmentOf(chat, null, departments);
  const facts = { chatId, channelId, client, page: pageOf(client), department };
  const entry = toChatLogEntry(message, () => chat.visit.surface);
  return [
    ...(message.seq === 1 ? [{ ...facts, event: "chat_started" } as const] : []),
    ...(entry === null ? [] : [{ ...facts, event: "message_created", messageId: message.id, message: entry } as const]),
  ];
}

interface Known {
  readonly directory: Directory;
  readonly departments: Departments;
}

function factsOf(report: Report, chat: ChatContext, atMs: number, known: Known): EventFacts {
  const { id: chatId, channelId, client, visit, lastSeq: messagesUpTo } = chat;
  const { firstPage, rate } = visit;
  const common = { chatId, channelId, client };
  const find = (id: AgentId | null): AgentProfile | null => (id === null ? null : profileOf(id, known.directory));
  const ofAgent = (agent: AgentProfile | null) => ({
    ...common,
    page: pageOf(client),
    department: departmentOf(chat, agent, known.departments),
  });
  switch (report.event) {
    case "chat_finished": {
      const agents = report.agentIds.map((id) => profileOf(id, known.directory));
      const department = departmentOf(chat, agents.at(-1) ?? null, known.departments);
      return { ...common, event: report.event, page: firstPage, department, agents, rate, messagesUpTo };
    }
    case "call_event": {
      const agent = find(report.agentId);
      return { ...ofAgent(agent), event: report.event, agent, call: report.call };
    }
    case "chat_rated":
    case "bot_failed":
      return { ...ofAgent(null), ...report, atMs };
    case "message_delivered":
    case "message_failed": {
      const agent = find(report.agentId === noAgentId ? null : report.agentId);
      return { ...ofAgent(agent), ...report, agent, atMs };
    }
    case "chat_reopened":
    case "chat_transferred": {
      const agent = profileOf(report.agentId, known.directory);
      return { ...ofAgent(agent), ...report, agent, atMs };
    }
    default: {
      const agent = profileOf(report.agentId, known.directory);
      return { ...ofAgent(agent), ...report, agent };
    }
  }
}

function profileOf(id: AgentId, directory: Directory): AgentProfile {
  const entry = directory.agentEver(id);
  assert(entry !== undefined, `agent ${id} is in a report, but no such agent was ever stored`);
  return entry.profile;
}

/**
 * The department to which the chat was transferred, with its present or last name; else the first department of the chat's agent.
 * Source: WH-08.
 */
function departmentOf(
  { department }: ChatContext,
  agent: AgentProfile | null,
  departments: Departments,
): DepartmentFacts | null {
  if (department !== null) return departments.find(department.id) ?? department;
  for (const id of agent?.departmentIds ?? []) {
    const found = departments.find(id);
    if (found !== undefined) return found;
  }
  return null;
}
