import type { BotSettings } from "../../../machines/channel/channel.types.ts";
import type { ChannelId, ChatId, ConversationKey } from "../../../machines/ids.ts";
import { botAddress } from "../../../machines/tells.ts";
import { asChannelId, asChatId } from "../../core/ids.ts";
import { keyPages, scanKeys } from "../../core/rows/damaged-rows.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import { newMessageId } from "../new-ids.ts";
import type { Runtime } from "../runtime.ts";
import { readBotConversation } from "./bot-actor.ts";

/** One page is one run of turns. Turns of other conversations run in between. */
const rowsAtOnce = 100;
/** `/` sorts right before `0`. */
const factPrefix = "bot-leaves/";
const factsEnd = "bot-leaves0";

/** A different provider means a different bot. A new token or endpoint is only a setting. */
export const isSameBot = (before: BotSettings | null, after: BotSettings | null): boolean =>
  before?.providerId === after?.providerId;

/**
 * Takes the bot off a channel and moves its chats to the agents. `change` stores the channel's settings without the bot. If it
 * rejects, nothing has changed. The order is the promise:
 *   1. note that the bot leaves, so that a process that starts after a kill finishes what this one began
 *   2. store the settings: from now on new chats begin without the bot, and its posts are refused
 *   3. move its chats, until none is left
 *   4. forget the note
 * Source: BOT-08.
 */
export async function disconnectBot(
  parts: Runtime,
  channelId: ChannelId,
  bot: BotSettings,
  change: () => Promise<void>,
): Promise<void> {
  const row = { text: bot.providerId };
  await parts.store.commit({}, () => [{ table: "fact", key: [factPrefix + channelId], row }]);
  await change();
  await finishDisconnect(parts, channelId, bot.providerId).catch((error: unknown) =>
    parts.defects.releaseFailed(`chats of the bot of channel ${channelId}`, error),
  );
}

/** Finishes the disconnects that the last process began. */
export async function finishDisconnects(parts: Runtime): Promise<void> {
  const facts = await scanKeys(parts.store, "fact", { after: [factPrefix], until: [factsEnd], limit: 10_000 });
  for (const { key, row } of facts) {
    // The row is damaged: the bot that should leave is unknown.
    if (row === null) continue;
    await finishDisconnect(parts, asChannelId(key[0].slice(factPrefix.length)), row.text);
  }
}

/** Moves nothing when the bot is still connected, or connected again. */
async function finishDisconnect(parts: Runtime, channelId: ChannelId, providerId: string): Promise<void> {
  // Chats that begin meanwhile have no bot or a different one, so one look at each list is enough. An offer that runs
  // out meanwhile moves a chat from the second list to the third. A chat that an administrator moves back ends with its offer.
  for (const state of ["with_bot", "waiting", "unstaffed"]) await moveChats(parts, state, channelId, providerId);
  await parts.store.commit({}, () => [{ table: "fact", key: [factPrefix + channelId], row: null }]);
}

async function moveChats(parts: Runtime, state: string, channelId: ChannelId, providerId: string): Promise<void> {
  const isBack = (): boolean => parts.directory.find(channelId)?.settings.bot?.providerId === providerId;
  for await (const page of keyPages(parts.store, "chatState", { prefix: [state], limit: rowsAtOnce }, isBack)) {
    // If the row of the list is damaged, the chat itself has its channel.
    const own = page.filter(({ row }) => (row?.channelId ?? channelId) === channelId);
    await Promise.all(own.map(({ key }) => moveChat(parts, asChatId(String(key[1])), providerId)));
  }
}

async function moveChat(parts: Runtime, chatId: ChatId, providerId: string): Promise<void> {
  const conversation = await findWithBot(parts, chatId, providerId);
  if (conversation === null) return;
  const event = {
    type: "bot.disconnected",
    nowMs: parts.clock.nowMs(),
    reason: "The bot was disconnected from the channel.",
    lineId: newMessageId(),
  } as const;
  const target = { kind: "actor", actor: botAddress(chatId), conversation } as const;
  await parts.post.untilDone({ target, event, cause: `disconnected bot of chat ${chatId}` });
}

/** The chat's conversation while that bot takes part in it. An unreadable chat does not stop the others from being moved. */
async function findWithBot(parts: Runtime, chatId: ChatId, providerId: string): Promise<ConversationKey | null> {
  try {
    const chat = await readChat(parts.store, chatId);
    if (chat?.context.bot !== "connected") return null;
    const bot = await readBotConversation(parts.store, chatId);
    return bot?.context.providerId === providerId ? bot.conversation : null;
  } catch (error) {
    parts.defects.releaseFailed(`taking chat ${chatId} from its bot`, error);
    return null;
  }
}
