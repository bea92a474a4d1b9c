import type { BotSettings, ChannelSettings, WebhookSettings } from "../../machines/channel/channel.types.ts";
import type { CrmAnswer } from "../../machines/chat/client.types.ts";
import type { AgentSignature, OutwardContent } from "../../machines/chat/message.types.ts";
import type { AttemptTrace } from "../../machines/delivery/delivery.types.ts";
import type { CallId, ChannelId, DeliveryId, MessageId } from "../../machines/ids.ts";
import type {
  AttemptFailure,
  BotEvent,
  CallType,
  Recipient,
  RungAgent,
  WebhookEventName,
} from "../../machines/tells.ts";

/** One attempt to deliver an agent's message to a customer system. */
export interface OutboundAttempt {
  readonly settings: ChannelSettings;
  readonly messageId: MessageId;
  /** The `webhook-id` of a signed request, the same in all attempts and replays. Source: AUTH-17. */
  readonly deliveryId: DeliveryId;
  /** Counted from 1. */
  readonly attempt: number;
  readonly content: OutwardContent;
  readonly sender: AgentSignature;
  readonly recipient: Recipient;
  /** Connect, TLS, headers and body together. Source: DEL-03. */
  readonly timeoutMs: number;
}

/** One attempt to deliver an event to a bot. Source: BOT-06, BOT-17. */
export interface OutboundBotEvent {
  readonly channelId: ChannelId;
  readonly channelKind: ChannelSettings["kind"];
  /** The same object as long as the settings do not change. */
  readonly bot: BotSettings;
  /** UUID, the same in every attempt. Source: BOT-11. */
  readonly eventId: MessageId;
  /** The `webhook-id` of a signed request, the same in all attempts and replays. Source: AUTH-17. */
  readonly deliveryId: DeliveryId;
  readonly event: BotEvent;
  /** Counted from 1. */
  readonly attempt: number;
  /** Access token, connect, TLS, headers and body together. Source: BOT-17, AUTH-11. */
  readonly timeoutMs: number;
}

/** One attempt to notify the owner's server of an event. Source: WH-01, WH-35, WH-39 to WH-41. */
export interface OutboundWebhook {
  readonly channelId: ChannelId;
  /** The webhook URL or an endpoint; the same object as long as the settings do not change. */
  readonly webhooks: WebhookTarget;
  /** The `webhook-id`, the same in all attempts and replays. */
  readonly deliveryId: DeliveryId;
  readonly event: WebhookEventName;
  /** The same bytes in every attempt. */
  readonly body: Uint8Array;
  /** Counted from 1, replays included. */
  readonly attempt: number;
  readonly timeoutMs: number;
}

/** Where events go, and what signs them. */
export type WebhookTarget = Pick<WebhookSettings, "url" | "signingSecret" | "previousSecret">;

export interface WebhookOutcome extends OutboundOutcome {
  /** The part of a positive response for the agent; `null` when nothing is shown. Source: WH-24. */
  readonly crmAnswer: CrmAnswer | null;
  /** The receiver answered, and a further attempt does not help. Source: WH-34, WH-37. */
  readonly isFinal: boolean;
  /** How long the receiver asks us to wait; 0 when it does not. Source: WH-37. */
  readonly retryAfterMs: number;
  /** The service is stopping and nothing was sent: the attempt does not count. */
  readonly isWithdrawn?: true;
}

/** A request for a call to the gateway. Source: CALL-06. */
export interface OutboundCall {
  readonly callId: CallId;
  readonly callType: CallType;
  readonly phone: string;
  readonly agent: RungAgent;
}

/** A typing notice for a customer system. Source: CH-49. */
export interface OutboundTyping {
  readonly settings: ChannelSettings;
  readonly state: "typein" | "typeout";
  readonly sender: AgentSignature;
  readonly recipient: Recipient;
  /** Connect, TLS, headers and body together. */
  readonly timeoutMs: number;
  /** Called just before the notice is written: a notice that is not needed any more is not sent. Source: DEL-21. */
  readonly isWanted: () => boolean;
}

export interface OutboundOutcome extends OutboundVerdict {
  /** When the attempt really started, unix milliseconds. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/** What the receiver answered, without its time. */
export interface OutboundVerdict {
  readonly httpStatus: number | null;
  /** `null` when the response was positive. */
  readonly failure: AttemptFailure | null;
  readonly trace: AttemptTrace;
}

/** Sends to customer systems, bots and owners' servers. */
export interface Outbound {
  /** Sends one request, never repeated, which ends within `timeoutMs`. Every outcome is a value: it does not reject. */
  attempt(attempt: OutboundAttempt): Promise<OutboundOutcome>;
  /**
   * Sends one request to a bot, which ends within `timeoutMs`; repeated once, inside that time, when the bot refuses its
   * access token. Every outcome is a value: it does not reject. Source: BOT-17 to BOT-20, AUTH-08 to AUTH-11.
   */
  tellBot(attempt: OutboundBotEvent): Promise<OutboundOutcome>;
  /** Sends one request to the owner's server. Every outcome is a value: it does not reject. Source: WH-33 to WH-40. */
  report(attempt: OutboundWebhook): Promise<WebhookOutcome>;
  /**
   * Sends one notice, never repeated, on separate connections, so that it waits for no message. Resolves with `null` when it was
   * not needed any more and not sent. Every outcome is a value: it does not reject. Source: DEL-20, DEL-21.
   */
  notify(typing: OutboundTyping): Promise<OutboundOutcome | null>;
  /** Ends idle connections; running attempts end as failures. */
  close(): Promise<void>;
}
