import type { ChannelId } from "../../machines/ids.ts";

/** Knows the access tokens that we send to bots, for their providers send them back. */
export interface BotAccess {
  /**
   * Whether an `Authorization` header carries an access token that was obtained for the bot of this channel and has not
   * expired: the current one or an earlier one, also one of a process before. To be asked only where access tokens are
   * configured (`bot.oauth`); it neither waits nor throws. Source: AUTH-10.
   */
  accepts(channelId: ChannelId, authorization: string | undefined): boolean;
}

/** The access tokens that were obtained for bots, for whoever obtains them. */
export interface KnownTokens extends BotAccess {
  /** Resolves when the token is durable: only then may a request carry it. Rejects with a StoreError. */
  keep(channelId: ChannelId, accessToken: string, expiresAtMs: number): Promise<void>;
}
