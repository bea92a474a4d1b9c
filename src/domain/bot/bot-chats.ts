import type { ChannelId, ChatId, ConversationKey } from "../../../machines/ids.ts";
import { cutCodePoints, isLongerThan } from "../../codec/text/text.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { asChatId } from "../../core/ids.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Store } from "../../ports/store.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import { readOpenChatId } from "../client/client-queries.ts";
import { readBotConversation } from "./bot-queries.ts";

/** A chat as an event of a provider finds it. */
export interface BotChat {
  readonly id: ChatId;
  readonly channelId: ChannelId;
  readonly conversation: ConversationKey;
  /** Whether its bot was ever sent a CLIENT_MESSAGE. Source: BOT-02. */
  readonly wasSent: boolean;
}

/** What a provider names a chat by, as decimal text. Source: BOT-25. */
export interface NamedChat {
  readonly chatId: string | null;
  readonly clientId: string | null;
}

/** A promise where the store has to be asked. */
export type FindBotChat = (named: NamedChat) => Result<BotChat> | Promise<Result<BotChat>>;

type Rows = Pick<Store, "read">;

/** Numbers of chats and clients, as the counters give them. */
const numberForm = /^[1-9]\d{0,14}$/;

/**
 * Finds the chat an event is about: by its id, else the open chat of its client. Fails with `invalid_request` naming the
 * id. The last `chatsMax` to whose bot was written are found at once, without reading; one deleted meanwhile may still be found.
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
  // Only then: an event goes to the bot's part of the chat, also when the chat itself is damaged.
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
