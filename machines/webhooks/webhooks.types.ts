import type { CallStatus, CallType } from "../call/call.types.ts";
import type { CrmAnswer } from "../chat/crm.types.ts";
import type {
  AttemptFailure,
  DeliveryOpened,
  DeliveryQueued,
  WebhookEnded,
  WebhookYielded,
} from "../delivery/delivery.types.ts";
import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect, TellEffect } from "../effects.ts";
import type { AgentId, ChannelId, ChatId, DeliveryId, MessageId } from "../ids.ts";

/** Source: WH-02. */
export type WebhookEventName =
  | "call_event"
  | "chat_accepted"
  | "chat_assigned"
  | "chat_finished"
  | "chat_updated"
  | "offline_message";

/**
 * Reports an event to the owner's server. The runtime makes its body in the same commit, or nothing where the channel has no webhook.
 * Source: WH-41.
 */
export interface MakeReportEffect {
  readonly type: "effect.report.make";
  readonly nowMs: number;
  readonly report: Report;
}

export type Report =
  | { readonly event: "chat_accepted" | "chat_updated"; readonly agentId: AgentId }
  | { readonly event: "chat_assigned"; readonly agentId: AgentId; readonly assignTo: string }
  | { readonly event: "chat_finished"; readonly agentIds: readonly AgentId[] }
  | {
      readonly event: "call_event";
      readonly chatId: ChatId;
      /** `null` only when there are no agents at all. Source: CALL-09. */
      readonly agentId: AgentId | null;
      readonly call: CallReport;
    };

/** Source: CALL-01, CALL-03. */
export interface CallReport {
  readonly type: CallType;
  readonly phone: string;
  readonly status: CallStatus;
  readonly reason: string | null;
  readonly recordUrl: string | null;
}

/**
 * The JSON text of an event, the same in every attempt. That of `chat_finished` has two parts, because the entries of the chat's messages
 * up to `messagesUpTo` come between them. Source: WH-41.
 */
export interface WebhookBody {
  readonly head: string;
  /** `null` when `head` is the whole text. */
  readonly tail: string | null;
  /** The last message's seq; 0 without messages. */
  readonly messagesUpTo: number;
}

/** First attempts of a chat's events: one runs, the others wait. Source: WH-42. */
export interface WebhookLane {
  readonly active: DeliveryId | null;
  readonly waiting: readonly WebhookEntry[];
}
export interface WebhookEntry {
  readonly deliveryId: DeliveryId;
  readonly event: WebhookEventName;
}

export interface WebhooksContext {
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly lane: WebhookLane;
  /** The `chat_updated` that waits for further changes. Source: WH-16. */
  readonly update: DeliveryId | null;
}

/** An event for the owner's server; the first one also creates the actor. */
export interface ReportMade {
  readonly type: "report.made";
  readonly nowMs: number;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly event: WebhookEventName;
  readonly deliveryId: DeliveryId;
  readonly body: WebhookBody;
}

export type WebhooksEvent = ReportMade | WebhookEnded | WebhookYielded | DeadlineReached;

/** Stores the body of an event and replaces an earlier one with the same id. */
export interface StoreWebhookEffect {
  readonly type: "effect.webhook.store";
  readonly chatId: ChatId;
  readonly deliveryId: DeliveryId;
  readonly body: WebhookBody;
}

/** Told to the chat: the answer of the owner's server for the agent. Source: WH-24, WH-30, WH-32. */
export interface CrmAnswered {
  readonly type: "crm.answered";
  readonly nowMs: number;
  readonly event: "chat_accepted" | "chat_updated";
  readonly answer: CrmAnswer;
}
/** Told to the chat: the owner's server answered with a failure. Source: WH-34. */
export interface ReportRefused {
  readonly type: "report.refused";
  readonly nowMs: number;
  readonly event: WebhookEventName;
  readonly failure: AttemptFailure;
  /** For the line about it. */
  readonly lineId: MessageId;
}

export type WebhooksEffect =
  | StoreWebhookEffect
  | SetDeadlineEffect
  | ClearDeadlineEffect
  | TellEffect<DeliveryQueued | DeliveryOpened | CrmAnswered | ReportRefused>;
