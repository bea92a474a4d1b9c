import type { BotEvent } from "../bot-conversation/bot-event.types.ts";
import type { AgentSignature } from "../chat/chat.types.ts";
import type { CrmAnswer } from "../chat/crm.types.ts";
import type { OutwardContent } from "../chat/message.types.ts";
import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect, TellEffect } from "../effects.ts";
import type { AgentId, ChannelId, ChatId, DeliveryId, MessageId } from "../ids.ts";
import type { WebhookEventName } from "../webhooks/webhooks.types.ts";

/** The number, distance and duration of attempts. */
export type DeliveryPolicy = GridPolicy | BackoffPolicy;

/** Attempts start at fixed distances from the first. Source: DEL-01 to DEL-03. */
export interface GridPolicy {
  readonly kind: "grid";
  readonly attemptsMax: number;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly outcomeGraceMs: number;
}
/** Each attempt starts a delay after the end of the last one. Source: WH-36. */
export interface BackoffPolicy {
  readonly kind: "backoff";
  readonly attemptsMax: number;
  /** Delays before the second attempt, the third and so on. */
  readonly delaysMs: readonly number[];
  readonly timeoutMs: number;
  /** How much later than `timeoutMs` the outcome may arrive: the body, which may be a long log, is built first. A restart does not wait. */
  readonly outcomeGraceMs: number;
}

/** The content of a delivery: a message to the customer system, an event to the bot or to the owner's server, or a mail. */
export type Cargo = MessageCargo | BotEventCargo | WebhookCargo | MailCargo;

export interface MessageCargo {
  readonly kind: "message";
  readonly content: OutwardContent;
  readonly sender: AgentSignature;
}
export interface BotEventCargo {
  readonly kind: "bot_event";
  /** The provider of the bot. */
  readonly providerId: string;
  readonly event: BotEvent;
}

/** Its body has its own row. */
export interface WebhookCargo {
  readonly kind: "webhook";
  readonly event: WebhookEventName;
}
export type MailCargo = LogMailCargo | AnswerMailCargo;

/** The log of a closed chat. Source: WH-27. */
export interface LogMailCargo {
  readonly kind: "mail";
  readonly to: readonly string[];
  /** Seq of the chat's last message when it was closed. */
  readonly messagesUpTo: number;
  /** The time of that: the chat may be reopened before the mail is sent. Absent from mails of earlier versions. */
  readonly closedAtMs?: number;
}
/** An agent's answer to a visitor who left a message. */
export interface AnswerMailCargo {
  readonly kind: "mail";
  readonly to: readonly string[];
  readonly answer: LeftMessageAnswer;
}
export interface LeftMessageAnswer {
  /** The number of the offline message. */
  readonly number: number;
  readonly agentId: AgentId;
  readonly subject: string;
  readonly text: string;
}

/** The recipient of a message, fixed before the first attempt. Source: CH-40. */
export interface Recipient {
  readonly senderId: string;
  readonly senderIdKind: "string" | "integer";
}

export type FailureKind =
  | "timeout"
  | "connection"
  | "refused_target"
  | "http_status"
  | "unexpected_answer"
  | "error_answer"
  | "interrupted"
  /** The receiver wants no more of this event. Source: WH-37. */
  | "gone"
  /** There is no address any more to send it to. */
  | "no_target"
  /** The channel was disabled or removed. Source: DEL-08. */
  | "channel_closed"
  /** The chat went on without the bot. Source: BOT-22. */
  | "bot_ended";

export interface AttemptFailure {
  readonly kind: FailureKind;
  /** The customer system's own code as text, else the kind. Source: DEL-15. */
  readonly code: string;
  /** For the agent: one sentence, at most 500 characters. Source: DEL-13, DEL-16. */
  readonly message: string;
  /** Only the log shows its text. Source: DEL-14. */
  readonly isHidden?: true;
}

/** Data of an attempt in the log beside its times and outcome. Source: DEL-28. */
export interface AttemptTrace {
  /** The address of the request, secrets masked; `null` without a request. */
  readonly address: string | null;
  /** The first 1 KiB of the response; `null` when there was none. */
  readonly answer: string | null;
  /** How a positive response differs from the protocol. Source: DEL-10. */
  readonly note: string | null;
}

/** One attempt in the log. */
export interface AttemptRecord extends AttemptTrace {
  /** Counted from 1 over all series of the delivery. */
  readonly number: number;
  readonly startedAtMs: number;
  /** `null` while it runs, and for one that a kill of the process cut off. */
  readonly durationMs: number | null;
  readonly httpStatus: number | null;
  readonly failure: AttemptFailure | null;
}

export interface DeliveryContext {
  readonly id: DeliveryId;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  /** 0 for a delivery that belongs to no message. */
  readonly messageSeq: number;
  /** The message's id, or that of the event for a bot. `null` for a delivery that is known by its own id. Source: CH-41, BOT-11, WH-39. */
  readonly messageId: MessageId | null;
  readonly cargo: Cargo;
  /** True until the first attempt, which begins with the delivery itself. */
  readonly isInFront: boolean;
  readonly recipient: Recipient | null;
  readonly attempts: readonly AttemptRecord[];
  /** How many attempts were made before this series. */
  readonly seriesOffset: number;
  readonly error: AttemptFailure | null;
  /** Why no further attempt follows once the running one has ended. */
  readonly cancellation: AttemptFailure | null;
  readonly createdAtMs: number;
}

/** Creates the delivery; unless it is in front of its lane, it waits until the lane is opened for it. */
export interface DeliveryQueued {
  readonly type: "delivery.queued";
  readonly nowMs: number;
  readonly id: DeliveryId;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly messageSeq: number;
  readonly messageId: MessageId | null;
  readonly cargo: Cargo;
  /** It is in front: its first attempt begins at once. */
  readonly isInFront: boolean;
  /** `null` while it waits, and for an event to a bot. */
  readonly recipient: Recipient | null;
}
export interface DeliveryOpened {
  readonly type: "delivery.opened";
  readonly nowMs: number;
  /** `null` for an event to a bot. */
  readonly recipient: Recipient | null;
}
/** A delivery that has ended must be sent again, as a new series. Source: DEL-05, WH-38. */
export interface DeliveryRequeued {
  readonly type: "delivery.requeued";
  readonly nowMs: number;
  /** How many attempts the sender has seen: if there are more, somebody else has already asked, and this request does nothing. */
  readonly seenAttempts?: number;
}
/** No further attempt may be made. Source: DEL-08. */
export interface DeliveryCancelled {
  readonly type: "delivery.cancelled";
  readonly nowMs: number;
  readonly failure: AttemptFailure;
}
/** The attempt was not made and none will be: the receiver does not exist any more. Source: DEL-08. */
export interface AttemptSkipped {
  readonly type: "attempt.skipped";
  readonly nowMs: number;
  readonly attempt: number;
  readonly failure: AttemptFailure;
}
/** The service stops and the attempt has not begun: it is made after the restart. Source: WH-42. */
export interface AttemptWithdrawn {
  readonly type: "attempt.withdrawn";
  readonly nowMs: number;
  readonly attempt: number;
}
export interface AttemptSucceeded {
  readonly type: "attempt.succeeded";
  readonly trace: AttemptTrace;
  readonly nowMs: number;
  readonly attempt: number;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly httpStatus: number;
  /** The answer of the owner's server for the agent. Source: WH-24. */
  readonly crmAnswer?: CrmAnswer;
}
export interface AttemptFailed {
  readonly type: "attempt.failed";
  readonly trace: AttemptTrace;
  readonly nowMs: number;
  readonly attempt: number;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly failure: AttemptFailure;
  /** The receiver answered: no further attempt helps. Source: WH-34, WH-37. */
  readonly isFinal?: true;
  /** How long the receiver asks us to wait. Source: WH-37. */
  readonly retryAfterMs?: number;
}

export type DeliveryEvent =
  | DeliveryQueued
  | DeliveryOpened
  | DeliveryRequeued
  | DeliveryCancelled
  | AttemptSkipped
  | AttemptWithdrawn
  | AttemptSucceeded
  | AttemptFailed
  | DeadlineReached;

/** Told to the chat or the bot conversation: the lane is free for the next one. */
export interface DeliveryEnded {
  readonly type: "delivery.ended";
  readonly nowMs: number;
  readonly deliveryId: DeliveryId;
  readonly messageId: MessageId;
  /** `null` when it was delivered. */
  readonly failure: AttemptFailure | null;
  /** For the chat: the seq and the author of the message; 0 for a bot. */
  readonly message?: { readonly seq: number; readonly agentId: AgentId };
}

/** Told to the chat's webhooks: the delivery of an event ended. */
export interface WebhookEnded {
  readonly type: "webhook.ended";
  readonly nowMs: number;
  readonly deliveryId: DeliveryId;
  readonly event: WebhookEventName;
  /** Number of the last attempt. */
  readonly attempt: number;
  /** `null` when it was delivered. */
  readonly failure: AttemptFailure | null;
  readonly answer: CrmAnswer | null;
}
/** Told to the chat's webhooks: the first attempt failed, and later events need not wait for the others. Source: WH-42. */
export interface WebhookYielded {
  readonly type: "webhook.yielded";
  readonly nowMs: number;
  readonly deliveryId: DeliveryId;
}

export interface StartAttemptEffect {
  readonly type: "effect.attempt.start";
  readonly deliveryId: DeliveryId;
  readonly attempt: number;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly messageId: MessageId | null;
  readonly cargo: Cargo;
  readonly recipient: Recipient | null;
  readonly timeoutMs: number;
}
/** The desk shows the message with the new state of its delivery. Source: DEL-06. */
export interface PublishDeliveryEffect {
  readonly type: "effect.delivery.publish";
  readonly chatId: ChatId;
  readonly messageSeq: number;
}

/** An administrator must know of it: an entry in the channel's delivery log, in the same commit, and a warning. Source: WH-37, WH-38. */
export interface TellAdministratorEffect {
  readonly type: "effect.administrator.tell";
  readonly nowMs: number;
  readonly channelId: ChannelId;
  /** `null` for a delivery that belongs to no chat. */
  readonly chatId: ChatId | null;
  /** One or two sentences, with the receiver's answer. */
  readonly text: string;
}

export type DeliveryEffect =
  | StartAttemptEffect
  | PublishDeliveryEffect
  | TellAdministratorEffect
  | SetDeadlineEffect
  | ClearDeadlineEffect
  | TellEffect<DeliveryEnded | WebhookEnded | WebhookYielded>;
