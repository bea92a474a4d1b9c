import type { OauthSettings } from "../../machines/channel/channel.types.ts";
import type { ChannelId } from "../../machines/ids.ts";

/** The bot of a channel, and the settings with which its tokens are obtained. */
export interface OauthBot {
  readonly channelId: ChannelId;
  readonly oauth: OauthSettings;
}

/** Knows the access tokens that we send to bots, because the bots' providers send them back. */
export interface BotAccess {
  /**
   * Whether an `Authorization` header carries an access token that was obtained for the bot with these settings and has not
   * expired. Earlier tokens count too, also those of an earlier process. It neither waits nor throws. Source: AUTH-10.
   */
  accepts(bot: OauthBot, authorization: string | undefined): boolean;
}

/** The access tokens that were obtained for bots, for the code that obtains them. */
export interface KnownTokens extends BotAccess {
  /** Resolves when the token is durable: only then may a request carry it. Rejects with a StoreError. */
  keep(bot: OauthBot, accessToken: string, expiresAtMs: number): Promise<void>;
}

/** The token of one request. Two requests give two tokens, even if the endpoint returned the same text. */
export interface AccessToken {
  readonly id: string;
  /** A secret. */
  readonly text: string;
  /** New requests do not use it after this time. */
  readonly freshUntilMs: number;
}

/** A bot, and a hash of the credentials that obtain its token. */
export interface TokenOwner {
  readonly channelId: ChannelId;
  readonly credentials: string;
}

/** Access tokens that all processes on one store share. */
export interface SharedTokens {
  /** The latest token that any process obtained with these credentials. Rejects with a StoreError. */
  read(owner: TokenOwner): Promise<AccessToken | null>;
  /** Durable when it resolves. Rejects with a StoreError. */
  keep(owner: TokenOwner, token: AccessToken): Promise<void>;
  /** Whether this process may ask for a token now. While it holds the lease, no other process does. */
  lease(owner: TokenOwner, durationMs: number): Promise<boolean>;
  release(owner: TokenOwner): Promise<void>;
}
