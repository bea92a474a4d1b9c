import type { ChannelId, ChatId, ConversationKey } from "../../../machines/ids.ts";
import { cutCodePoints, isLongerThan } from "../../codec/text/text.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { asChatId } from "../../core/ids.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { StoredRows } from "../../ports/store.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import { readOpenChatId } from "../client/client-queries.ts";
import { readBotConversation } from "./bot-actor.ts";

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
