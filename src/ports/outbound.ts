import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import type { AgentSignature } from "../../machines/chat/chat.types.ts";
import type { MessageContent } from "../../machines/chat/message.types.ts";
import type { AttemptFailure, Recipient } from "../../machines/delivery/delivery.types.ts";
import type { MessageId } from "../../machines/ids.ts";

/** One attempt to hand an agent's message to a customer system. */
export interface OutboundAttempt {
  readonly settings: ChannelSettings;
  readonly messageId: MessageId;
  readonly content: MessageContent;
  readonly sender: AgentSignature;
  readonly recipient: Recipient;
  /** Connect, TLS, headers and body together. Source: DEL-03. */
  readonly timeoutMs: number;
}

export interface OutboundOutcome {
  /** When the attempt really started, unix milliseconds. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  /** `null` when the answer was positive. */
  readonly failure: AttemptFailure | null;
}

/** Sends to customer systems. */
export interface Outbound {
  /** One request, never repeated, never later than `timeoutMs`. Every outcome is a value: it does not reject. */
  attempt(attempt: OutboundAttempt): Promise<OutboundOutcome>;
  /** Ends idle connections; running attempts end as failures. */
  close(): Promise<void>;
}
