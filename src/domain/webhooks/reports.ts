import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { ChannelSettings, WebhookEndpoint } from "../../../machines/channel/channel.types.ts";
import { pageOf } from "../../../machines/chat/changes.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { Tell } from "../../../machines/effects.ts";
import type { AgentId, ChannelId } from "../../../machines/ids.ts";
import type { DeliveryQueued, Report, WebhookEventName } from "../../../machines/tells.ts";
import { deliveryAddress, noChatId, webhooksAddress } from "../../../machines/tells.ts";
import type { ReportMade, WebhookBody, WebhookReceiver } from "../../../machines/webhooks/webhooks.machine.ts";
import { webhookCargo } from "../../../machines/webhooks/webhooks.machine.ts";
import { toChatLogEntry } from "../../codec/c-webhook/chat-log.ts";
import type { DepartmentFacts, EndpointFacts, EventFacts } from "../../codec/c-webhook/webhook-event.ts";
import { encodeEndpointEvent, encodeEvent } from "../../codec/c-webhook/webhook-event.ts";
import { webhookEvents } from "../../codec/settings/webhook-events.ts";
import { assert } from "../../core/result.ts";
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
  make(report: Report, chat: ChatContext, nowMs: number): readonly Tell<ReportMade | DeliveryQueued>[];
  /**
   * Returns the tells that report a stored message, and the beginning of a chat with it; none without an endpoint that wants them. Source: WH-44.
   */
  makeMessage(message: ChatMessage, chat: ChatContext): readonly Tell<ReportMade>[];
  /** Makes the report of a message that belongs to no chat; `null` if nobody wants it. Source: WH-18. */
  makeOffline(
    message: {
      readonly number: number;
      readonly channelId: ChannelId;
      readonly client: ClientFacts;
      readonly text: string;
    },
    nowMs: number,
  ): OfflineReport | null;
}

export interface OfflineReport {
  readonly body: WebhookBody;
  readonly tells: readonly Tell<DeliveryQueued>[];
}

const none: readonly WebhookReceiver[] = [];
const nobody: readonly never[] = [];
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
  const wants = ({ paused, events }: WebhookEndpoint): boolean => !paused && events.includes(event);
  const isForUrl = webhooks !== null && webhooks.url !== "" && ofUrl.has(event);
  return [
    ...(isForUrl ? [{ endpoint: "", deliveryId: newDeliveryId(nowMs) }] : []),
    ...(webhooks?.endpoints ?? []).filter(wants).map((endpoint) => receiverOf(endpoint, endpoint.name, nowMs)),
    ...ofAll.filter(wants).map((endpoint) => receiverOf(endpoint, sharedMark + endpoint.name, nowMs)),
  ];
}

const receiverOf = ({ ordered, orderedWaitMs }: WebhookEndpoint, endpoint: string, nowMs: number): WebhookReceiver => ({
  endpoint,
  deliveryId: newDeliveryId(nowMs),
  ...(ordered && { patienceMs: orderedWaitMs }),
});

export function createReports(
  directory: Directory,
  departments: Departments,
  shared: Pick<SharedEndpoints, "list">,
): Reports {
  return {
    make(report, chat, nowMs) {
      const tells: Tell<ReportMade | DeliveryQueued>[] = [];
      const settings = directory.find(chat.channelId)?.settings;
      const receivers = receiversOf(settings, shared, report.event, nowMs);
      if (receivers.length > 0) {
        const { id: chatId, channelId } = chat;
        const body = encodeEvent(factsOf(report, chat, directory, departments));
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
      const { id: chatId, channelId, client } = chat;
      const settings = directory.find(channelId)?.settings;
      const hasEndpoints = (settings?.webhooks?.endpoints.length ?? 0) > 0 || shared.list().length > 0;
      if (!hasEndpoints) return nobody;
      const department = departmentOf(chat, null, departments);
      const facts = { chatId, channelId, client, page: pageOf(client), department };
      const entry = toChatLogEntry(message, () => chat.visit.surface);
      const made: readonly EndpointFacts[] = [
        ...(message.seq === 1 ? [{ ...facts, event: "chat_started" } as const] : []),
        ...(entry === null
          ? []
          : [{ ...facts, event: "message_created", messageId: message.id, message: entry } as const]),
      ];
      return made.flatMap((one) => {
        const receivers = receiversOf(settings, shared, one.event, message.atMs);
        if (receivers.length === 0) return [];
        const about = { chatId, channelId, event: one.event, receivers, body: encodeEndpointEvent(one) };
        return [{ to: webhooksAddress(chatId), event: { type: "report.made", nowMs: message.atMs, ...about } }];
      });
    },
    makeOffline({ number, channelId, client, text }, nowMs) {
      const event = "offline_message";
      const receivers = receiversOf(directory.find(channelId)?.settings, shared, event, nowMs);
      if (receivers.length === 0) return null;
      return {
        body: encodeEvent({ event, channelId, client, page: pageOf(client), messageId: String(number), text }),
        tells: receivers.map((receiver) => {
          const { deliveryId: id } = receiver;
          const cargo = webhookCargo(event, receiver);
          const about = { id, chatId: noChatId, channelId, messageSeq: 0, messageId: null, cargo };
          const queued = { type: "delivery.queued", nowMs, ...about, isInFront: true, recipient: null } as const;
          return { to: deliveryAddress(id), event: queued };
        }),
      };
    },
  };
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

function factsOf(report: Report, chat: ChatContext, directory: Directory, departments: Departments): EventFacts {
  const { id: chatId, channelId, client, visit, lastSeq: messagesUpTo } = chat;
  const { firstPage, rate } = visit;
  const common = { chatId, channelId, client };
  if (report.event === "chat_finished") {
    const agents = report.agentIds.map((id) => profileOf(id, directory));
    const department = departmentOf(chat, agents.at(-1) ?? null, departments);
    return { ...common, event: report.event, page: firstPage, department, agents, rate, messagesUpTo };
  }
  const ofAgent = (agent: AgentProfile | null) => ({
    ...common,
    page: pageOf(client),
    department: departmentOf(chat, agent, departments),
  });
  if (report.event === "call_event") {
    const agent = report.agentId === null ? null : profileOf(report.agentId, directory);
    return { ...ofAgent(agent), event: report.event, agent, call: report.call };
  }
  const agent = profileOf(report.agentId, directory);
  return report.event === "chat_assigned"
    ? { ...ofAgent(agent), event: report.event, agent, assignTo: report.assignTo }
    : { ...ofAgent(agent), event: report.event, agent };
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
