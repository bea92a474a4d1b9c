import type { BotSettings, ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { Store } from "../../ports/store.ts";
import { storedChannels } from "../channel/channel-actor.ts";

type Declared = Pick<ChannelSettings, "id" | "bot">;
interface DeclaredChannel {
  readonly settings: Declared;
}

/** The config file declares a bot that another channel has; its message is complete and contains no token. */
export class SharedBotError extends Error {
  override readonly name = "SharedBotError";
}

/**
 * Throws `SharedBotError` when a channel of the config file has the bot of a stored channel that the file does not name. The
 * provider and the token would then match two channels. Only reads. Source: BOT-04.
 */
export async function refuseSharedBots(store: Store, channels: readonly DeclaredChannel[]): Promise<void> {
  const declared = channels.map(({ settings }) => settings);
  if (declared.every(({ bot }) => bot === null)) return;
  const declaredIds = new Set(declared.map(({ id }) => id));
  for (const { settings: stored } of await storedChannels(store)) {
    if (declaredIds.has(stored.id)) continue;
    const other = declared.find(({ bot }) => isSamePair(bot, stored.bot));
    if (other !== undefined) throw new SharedBotError(sentenceOf(other, stored));
  }
}

const isSamePair = (one: BotSettings | null, other: BotSettings | null): boolean =>
  one !== null && one.providerId === other?.providerId && one.token === other.token;

const sentenceOf = ({ id, bot }: Declared, stored: ChannelSettings): string =>
  `Channel ${id} of the config file has the bot of channel ${stored.id} (${stored.name}), which the file does not name: ` +
  `the same token of provider ${bot?.providerId}. Expected another token, or the bot disconnected from ${stored.id}.`;
