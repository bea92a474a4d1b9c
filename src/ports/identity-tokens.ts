import type { IdentitySettings } from "../../machines/channel/channel.types.ts";
import type { ProvedFacts } from "../../machines/chat/client.types.ts";
import type { ChannelId } from "../../machines/ids.ts";

/**
 * The outcome of a check. `by` is the secret, or the address of the keys, that verified the token. `reason` is a sentence for the page;
 * `cause` is a further one, for the owner of the channel alone.
 */
export type TokenCheck =
  | { readonly proved: ProvedFacts; readonly by: string; readonly refusal: null }
  | { readonly proved: null; readonly refusal: { readonly reason: string; readonly cause: string | null } };

/** Verifies the tokens by which web sites prove who their visitors are. Source: WJ-48, WJ-50. */
export interface IdentityTokens {
  /** Every outcome is a value: the promise does not reject. It may wait for the keys of the channel, for 3 s at most. */
  verify(token: string, channelId: ChannelId, identity: IdentitySettings): Promise<TokenCheck>;
  /** Ends every request for keys. */
  close(): Promise<void>;
}
