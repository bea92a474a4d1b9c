import type { BotSettings } from "../../../machines/channel/channel.types.ts";
import type { BotSituation } from "../../../machines/chat/chat.types.ts";
import type { MessageContent } from "../../../machines/chat/message.types.ts";
import type { IdempotencyMark } from "../../actors/pending.ts";
import type { CustomerMessage } from "../../codec/a-customer/customer-message.types.ts";
import { clientConversation } from "../../core/ids.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ChannelNow } from "../directory.ts";
import type { ActorEvent, Post } from "../effects.ts";
import { newBotNotice, newMessageId } from "../new-ids.ts";

/** The request with the message. */
export interface CustomerRequest {
  readonly requestId: string;
  /** Stored in the message's commit. Source: DEL-29. */
  readonly idempotency?: IdempotencyMark;
}

/** Receives the messages of customers. */
export interface CustomerInbox {
  /** `done` is called once, with ok only when the message is durable. Source: CH-19. */
  receive(
    channel: ChannelNow,
    message: CustomerMessage,
    request: CustomerRequest,
    done: (result: Result<void>) => void,
  ): void;
}

const received = ok<void>(undefined);

export function createCustomerInbox(parts: { post: Post; clock: Clock }): CustomerInbox {
  return {
    receive(channel, message, { requestId, idempotency }, done) {
      const channelId = channel.settings.id;
      parts.post.submit({
        target: {
          kind: "sought",
          conversation: clientConversation(channelId, message.senderId),
          channelId,
          senderId: message.senderId,
          senderIdKind: message.kind === "message" ? message.sender.senderIdKind : message.senderIdKind,
        },
        event: toEvent(message, channel, parts.clock.nowMs(), requestId),
        cause: requestId,
        ...(idempotency === undefined ? {} : { idempotency }),
        done: (outcome) => done(outcome.ok ? received : outcome),
      });
    },
  };
}

function toEvent(message: CustomerMessage, channel: ChannelNow, nowMs: number, cause: string): ActorEvent {
  if (message.kind === "typing") return { type: "typing.received", nowMs, state: message.state };
  const { sender, externalId, invitation, content, warnings } = message;
  return {
    type: "message.received",
    nowMs,
    sender,
    message: { id: newMessageId(), externalId, content },
    ...(invitation === null ? {} : { invitation: { id: newMessageId(), text: invitation } }),
    ...(warnings.length === 0 ? {} : { warnings: { cause, texts: warnings } }),
    ...(channel.settings.bot !== null && { bot: botSituationOf(channel, channel.settings.bot, content, nowMs) }),
  };
}

/**
 * The facts of this moment that the bot conversation needs; `isAskedFor`: the control for an agent was used, regardless of the
 * text. Source: BOT-12, BOT-45, BOT-46.
 */
export function botSituationOf(
  { settings, status }: ChannelNow,
  { providerId }: BotSettings,
  content: MessageContent,
  nowMs: number,
  isAskedFor = false,
): BotSituation {
  const wantsAgent = isAskedFor || (content.type === "text" && isKeyword(content.text, settings.agentKeywords));
  return {
    providerId,
    agentsOnline: status === 1,
    wantsAgent,
    acceptTimeoutMs: settings.acceptTimeoutMs,
    notice: newBotNotice(nowMs),
    offerNotice: wantsAgent ? newBotNotice(nowMs) : null,
  };
}

/** Source: BOT-46: trimmed, any case. */
function isKeyword(text: string, keywords: readonly string[]): boolean {
  const said = text.trim().toLowerCase();
  return keywords.some((keyword) => keyword.trim().toLowerCase() === said);
}
