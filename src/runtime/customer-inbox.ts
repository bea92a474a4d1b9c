import { randomUUID } from "node:crypto";
import type { ChannelId } from "../../machines/ids.ts";
import type { CustomerMessage } from "../codec/customer-message.types.ts";
import { asMessageId, clientConversation } from "../core/ids.ts";
import type { Result } from "../core/result.ts";
import { ok } from "../core/result.ts";
import type { Clock } from "../ports/clock.ts";
import type { ActorEvent } from "./effects.ts";
import type { Post } from "./post.ts";

/** Takes what customers send. */
export interface CustomerInbox {
  /** `done` is called once, with ok only when the message is durable. Source: CH-19. */
  receive(
    channelId: ChannelId,
    message: CustomerMessage,
    requestId: string,
    done: (result: Result<void>) => void,
  ): void;
}

const received = ok<void>(undefined);

export function createCustomerInbox(parts: { post: Post; clock: Clock }): CustomerInbox {
  return {
    receive(channelId, message, requestId, done) {
      parts.post.submit({
        target: {
          kind: "client",
          conversation: clientConversation(channelId, message.senderId),
          channelId,
          senderId: message.senderId,
          senderIdKind: message.kind === "message" ? message.sender.senderIdKind : message.senderIdKind,
        },
        event: toEvent(message, parts.clock.nowMs()),
        cause: requestId,
        done: (outcome) => done(outcome.ok ? received : outcome),
      });
    },
  };
}

function toEvent(message: CustomerMessage, nowMs: number): ActorEvent {
  if (message.kind === "typing") return { type: "typing.received", nowMs, state: message.state };
  const { sender, externalId, content } = message;
  return { type: "message.received", nowMs, sender, message: { id: asMessageId(randomUUID()), externalId, content } };
}
