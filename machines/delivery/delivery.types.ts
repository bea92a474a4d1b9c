import type { CrmAnswer } from "../chat/client.types.ts";
import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect, TellEffect } from "../effects.ts";
import type { ChannelId, ChatId, DeliveryId, MessageId } from "../ids.ts";
import type {
  AttemptFailure,
  Cargo,
  DeliveryCancelled,
  DeliveryEnded,
  DeliveryOpened,
  DeliveryQueued,
  DeliveryRequeued,
  Recipient,
  WebhookEnded,
  WebhookYielded,
} from "../tells.ts";

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
