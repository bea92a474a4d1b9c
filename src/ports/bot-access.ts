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

/** What was obtained by one token request; two are two, even if the endpoint gave the same text. */
export interface AccessToken {
  readonly id: string;
  /** A secret. */
  readonly text: string;
  /** Not used for a new request from then on. */
  readonly freshUntilMs: number;
}

/** A bot, and a hash of the credentials with which a token is obtained for it. */
export interface TokenOwner {
  readonly channelId: ChannelId;
  readonly credentials: string;
}

/** Where the processes on one store keep the access tokens that all of them use. */
export interface SharedTokens {
  /** The one obtained last with these credentials, by whichever process. Rejects with a StoreError. */
  read(owner: TokenOwner): Promise<AccessToken | null>;
  /** Durable when it resolves. Rejects with a StoreError. */
  keep(owner: TokenOwner, token: AccessToken): Promise<void>;
  /** Whether this process may ask for one now, so long: nobody else does before it releases. */
  lease(owner: TokenOwner, durationMs: number): Promise<boolean>;
  release(owner: TokenOwner): Promise<void>;
}
