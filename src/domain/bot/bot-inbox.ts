import type { BotConversationEvent, PostedId } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { BotSettings } from "../../../machines/channel/channel.types.ts";
import type { AgentSignature, BotContent, OutwardContent } from "../../../machines/chat/message.types.ts";
import type { ChannelId, ChatId, ConversationKey } from "../../../machines/ids.ts";
import { botAddress } from "../../../machines/tells.ts";
import type { IdempotencyMark } from "../../actors/pending.ts";
import { cutCodePoints, isLongerThan } from "../../codec/text/text.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import { asAgentId, asChatId } from "../../core/ids.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { StoredRows } from "../../ports/store.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import { readOpenChatId } from "../client/client-queries.ts";
import type { ChannelNow } from "../directory.ts";
import type { Post } from "../effects.ts";
import { newBotNotice, newDeliveryId, newMessageId } from "../new-ids.ts";
import type { BotTurns } from "../telemetry/attempt-metrics.ts";
import { readBotConversation } from "./bot-actor.ts";
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
export interface ConnectedBot extends ChannelNow {
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

const received = ok<void>(undefined);

export function createBotInbox(post: Post, clock: Clock, providers: BotProviders, botTurns: BotTurns): BotInbox {
  return {
    receive(connected, chat, sent, { requestId, idempotency }, done) {
      post.submit({
        target: { kind: "actor", actor: botAddress(chat.id), conversation: chat.conversation },
        event: toEvent(connected, sent, clock.nowMs(), providers),
        cause: requestId,
        ...(idempotency === undefined ? {} : { idempotency }),
        done(outcome) {
          if (outcome.ok && !outcome.isRepeat) botTurns.noteAnswer(chat.id);
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
  providers: BotProviders,
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
export const signatureOf = ({ name, photo, providerId }: BotSettings, providers: BotProviders): AgentSignature => ({
  id: asAgentId(0),
  name: name ?? providers.find(providerId)?.name ?? providerId,
  photo,
});

/** The chat of a provider's event. */
export interface BotChat {
  readonly id: ChatId;
  readonly channelId: ChannelId;
  readonly conversation: ConversationKey;
  /** Whether its bot was ever sent a CLIENT_MESSAGE. Source: BOT-02. */
  readonly wasSent: boolean;
}

/** The ids by which a provider names a chat, as decimal text. Source: BOT-25. */
export interface NamedChat {
  readonly chatId: string | null;
  readonly clientId: string | null;
}

/** Returns a promise if the store must be read. */
export type FindBotChat = (named: NamedChat) => Result<BotChat> | Promise<Result<BotChat>>;

type Rows = StoredRows;

/** The form of the numbers of chats and clients. */
const numberForm = /^[1-9]\d{0,14}$/;

/**
 * Finds the chat of an event by its id, or else the open chat of its client. Fails with `invalid_request` naming the
 * id. The last `chatsMax` chats whose bot was sent a message are found without a read; a deleted one may still be found.
 * Source: BOT-25, BOT-26.
 */
export function createBotChats(store: Rows, chatsMax: number): FindBotChat {
  const known = createLastUsed<string, BotChat>(chatsMax);
  const find = async (chatId: string): Promise<Result<BotChat>> => {
    const chat = await findById(store, chatId);
    if (chat === undefined) return fail("invalid_request", `There is no chat with the chat_id ${shown(chatId)}.`);
    if (chat.wasSent) known.set(chatId, chat);
    return ok(chat);
  };
  return ({ chatId, clientId }) => {
    if (chatId === null) return findByClient(store, clientId);
    const chat = known.get(chatId);
    return chat === undefined ? find(chatId) : ok(chat);
  };
}

async function findById(store: Rows, chatId: string): Promise<BotChat | undefined> {
  if (!numberForm.test(chatId)) return undefined;
  const id = asChatId(chatId);
  const bot = await readBotConversation(store, id);
  if (bot !== undefined) {
    const { conversation, context } = bot;
    return { id, conversation, channelId: context.channelId, wasSent: context.hasSent };
  }
  // Read only now: an event goes to the bot conversation even when the chat itself is damaged.
  const chat = await readChat(store, id);
  if (chat === undefined) return undefined;
  const { conversation, context } = chat;
  return { id, conversation, channelId: context.channelId, wasSent: false };
}

async function findByClient(store: Rows, clientId: string | null): Promise<Result<BotChat>> {
  if (clientId === null) {
    return fail("invalid_request", "Fields chat_id and client_id are missing: one of them must name the chat.");
  }
  const index = numberForm.test(clientId) ? await store.read("clientNumber", [Number(clientId)]) : undefined;
  const openChatId = index === undefined ? null : await readOpenChatId(store, index.conversation);
  const chat = openChatId === null ? undefined : await findById(store, openChatId);
  return chat === undefined
    ? fail("invalid_request", `There is no open chat of a client with the client_id ${shown(clientId)}.`)
    : ok(chat);
}

const shownMax = 40;
const shown = (id: string): string => (isLongerThan(id, shownMax) ? `${cutCodePoints(id, shownMax)}…` : id);
