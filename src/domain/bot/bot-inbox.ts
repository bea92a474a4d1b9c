import type { BotConversationEvent, PostedId } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { BotSettings } from "../../../machines/channel/channel.types.ts";
import type { AgentSignature, BotContent, OutwardContent } from "../../../machines/chat/message.types.ts";
import { botAddress } from "../../../machines/tells.ts";
import type { IdempotencyMark } from "../../actors/pending.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import { asAgentId } from "../../core/ids.ts";
import type { Failure, Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ChannelEntry } from "../directory.ts";
import type { Post } from "../effects.ts";
import type { BotTurns } from "../telemetry/attempt-metrics.ts";
import type { BotChat } from "./bot-chats.ts";
import { newBotNotice, newDeliveryId, newMessageId } from "./bot-notice.ts";
import type { BotProviders } from "./providers.ts";

/** The checked post of a provider. */
export type BotPost = BotMessagePost | InvitationPost;

export interface BotMessagePost {
  readonly kind: "message";
  /** `null` when the event has no id. Source: BOT-32. */
  readonly posted: PostedId | null;
  readonly content: BotContent;
  /** The content that the channel can show. Source: BOT-38. */
  readonly outward: OutwardContent | null;
}
export interface InvitationPost {
  readonly kind: "invitation";
  readonly posted: PostedId | null;
}

/** The request with the event. */
export interface BotRequest {
  readonly requestId: string;
  /** Stored in the event's commit. Source: DEL-29. */
  readonly idempotency?: IdempotencyMark;
}

/** A channel, and the bot that is connected to it. */
export interface ConnectedBot extends Pick<ChannelEntry, "settings" | "status"> {
  readonly bot: BotSettings;
}

/** Receives the posts of bots. */
export interface BotInbox {
  /**
   * `done` is called once, with ok only when the event is durable. `invalid_request` when the chat was deleted, `overloaded` when
   * too many messages wait for its customer system; nothing is stored then. Source: BOT-26, BOT-35.
   */
  receive(
    connected: ConnectedBot,
    chat: BotChat,
    post: BotPost,
    request: BotRequest,
    done: (result: Result<void>) => void,
  ): void;
}

type FindProvider = BotProviders;

interface BotInboxParts {
  readonly post: Post;
  readonly clock: Clock;
  readonly providers: FindProvider;
  readonly botTurns: BotTurns;
}

const received = ok<void>(undefined);

export function createBotInbox(parts: BotInboxParts): BotInbox {
  return {
    receive(connected, chat, post, { requestId, idempotency }, done) {
      parts.post.submit({
        target: { kind: "actor", actor: botAddress(chat.id), conversation: chat.conversation },
        event: toEvent(connected, post, parts.clock.nowMs(), parts.providers),
        cause: requestId,
        ...(idempotency === undefined ? {} : { idempotency }),
        done(outcome) {
          if (outcome.ok && !outcome.isRepeat) parts.botTurns.noteAnswer(chat.id);
          done(outcome.ok ? received : { ok: false, failure: toFailure(outcome.failure, chat) });
        },
      });
    },
  };
}

/** Surface B has its own table of statuses. Source: ERR-19. */
function toFailure(failure: Failure, { id }: BotChat): Failure {
  if (failure.code === "conflict") return { code: "overloaded", message: ERROR_MESSAGE.overloaded };
  if (failure.code !== "not_found") return failure;
  return { code: "invalid_request", message: `There is no chat with the chat_id ${id} any more.` };
}

function toEvent(
  { settings, status, bot }: ConnectedBot,
  post: BotPost,
  nowMs: number,
  providers: FindProvider,
): BotConversationEvent {
  const { posted } = post;
  if (post.kind === "invitation") {
    return {
      type: "bot.invitation-posted",
      nowMs,
      posted,
      agentsOnline: status === 1,
      acceptTimeoutMs: settings.acceptTimeoutMs,
      notice: newBotNotice(nowMs),
    };
  }
  return {
    type: "bot.message-posted",
    nowMs,
    posted,
    message: { id: newMessageId(), content: post.content },
    outward: post.outward,
    sender: signatureOf(bot, providers),
    deliveryId: newDeliveryId(nowMs),
    lineId: newMessageId(),
  };
}

/** Source: CH-39, WH-23: no agent has the id 0. */
export const signatureOf = ({ name, photo, providerId }: BotSettings, providers: FindProvider): AgentSignature => ({
  id: asAgentId(0),
  name: name ?? providers.find(providerId)?.name ?? providerId,
  photo,
});
