import { randomUUID } from "node:crypto";
import type { ChannelId, MessageId } from "../../machines/ids.ts";
import type { CustomerMessage } from "../codec/customer-message.types.ts";
import { asMessageId, clientConversation } from "../core/ids.ts";
import type { Result } from "../core/result.ts";
import { ok } from "../core/result.ts";
import type { Clock } from "../ports/clock.ts";
import type { ActorEvent } from "./effects.ts";
import type { IdempotencyMark } from "./pending.ts";
import type { Post } from "./post.ts";

/** The request that brought a message. */
export interface CustomerRequest {
  readonly requestId: string;
  /** Kept in the message's own commit. Source: DEL-29. */
  readonly idempotency?: IdempotencyMark;
}

/** Takes what customers send. */
export interface CustomerInbox {
  /** `done` is called once, with ok only when the message is durable. Source: CH-19. */
  receive(
    channelId: ChannelId,
    message: CustomerMessage,
    request: CustomerRequest,
    done: (result: Result<void>) => void,
  ): void;
}

const received = ok<void>(undefined);
const newMessageId = (): MessageId => asMessageId(randomUUID());

export function createCustomerInbox(parts: { post: Post; clock: Clock }): CustomerInbox {
  return {
    receive(channelId, message, { requestId, idempotency }, done) {
      parts.post.submit({
        target: {
          kind: "client",
          conversation: clientConversation(channelId, message.senderId),
          channelId,
          senderId: message.senderId,
          senderIdKind: message.kind === "message" ? message.sender.senderIdKind : message.senderIdKind,
        },
        event: toEvent(message, parts.clock.nowMs(), requestId),
        cause: requestId,
        ...(idempotency === undefined ? {} : { idempotency }),
        done: (outcome) => done(outcome.ok ? received : outcome),
      });
    },
  };
}

function toEvent(message: CustomerMessage, nowMs: number, cause: string): ActorEvent {
  if (message.kind === "typing") return { type: "typing.received", nowMs, state: message.state };
  const { sender, externalId, invitation, content, warnings } = message;
  return {
    type: "message.received",
    nowMs,
    sender,
    message: { id: newMessageId(), externalId, content },
    ...(invitation === null ? {} : { invitation: { id: newMessageId(), text: invitation } }),
    ...(warnings.length === 0 ? {} : { warnings: { cause, texts: warnings } }),
  };
}
