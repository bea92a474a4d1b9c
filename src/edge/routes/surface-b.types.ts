import type { BotSettings } from "../../../machines/channel/channel.types.ts";
import type { RefusedPost } from "../../domain/bot/refused-posts.ts";
import type { ChannelEntry } from "../../domain/directory.ts";
import type { BotAccess } from "../../ports/bot-access.ts";
import type { BadPathGuard } from "../limits/bad-path-guard.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";

/** All bots by provider and token. Read on each request, so each lookup must be in memory. */
export interface BotDirectory {
  /** Both can be any text. The time of the call does not reveal how much of a token is right. Source: AUTH-07. */
  findBot(providerId: string, token: string): ChannelEntry | undefined;
}

/** A channel, and the bot that posts to it. */
export interface BotEntry extends Pick<ChannelEntry, "settings" | "status"> {
  readonly bot: BotSettings;
}

/** The dependencies for the checks of a bot's request. */
export interface SurfaceB {
  readonly bots: BotDirectory;
  readonly access: BotAccess;
  /** Wrong tokens are slowed in the same way as wrong random strings. Source: AUTH-02, AUTH-07. */
  readonly badPaths: BadPathGuard;
  /** LIM-01: one bucket for each token. */
  readonly botRate: RateLimiter;
  /** Notes a mistake of a bot for administrators and for the chat's agents. */
  readonly noteRefused: (refused: RefusedPost) => void;
}
