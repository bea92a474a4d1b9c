import { createHash } from "node:crypto";
import type { AccessToken, SharedTokens, TokenOwner } from "../../ports/bot-access.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TokenNeed, TokenOutcome } from "./token-outcome.ts";
import { refuseLate } from "./token-outcome.ts";

/** While another process fetches the token, this process checks for it at this interval. */
const lookEveryMs = 50;
/** Storing the token also takes a part of the lease. */
const storeMs = 2_000;

export interface SharedFetch {
  readonly need: TokenNeed;
  /** The id of the token that the bot refused, `""` for none. */
  readonly refusedId: string;
  /** Makes one token request. */
  fetch(): Promise<TokenOutcome<AccessToken>>;
}

/** Makes one token request for all processes. Returns the token of another process, or fetches it while the others wait. Rejects with a StoreError. */
export async function fetchForAll(
  { need, refusedId, fetch }: SharedFetch,
  { shared, clock }: { readonly shared: SharedTokens; readonly clock: Clock },
): Promise<TokenOutcome<AccessToken>> {
  const owner: TokenOwner = { channelId: need.channelId, credentials: hashOf(need) };
  const look = async (): Promise<TokenOutcome<AccessToken> | null> => {
    const token = await shared.read(owner);
    const isOfUse = token !== null && token.id !== refusedId && clock.nowMs() < token.freshUntilMs;
    return isOfUse ? { token, refusal: null } : null;
  };
  while (clock.nowMs() < need.untilMs) {
    const known = await look();
    if (known !== null) return known;
    if (await shared.lease(owner, need.timeoutMs + storeMs)) {
      try {
        // Another process may have stored a token after the check and before the lease.
        const come = await look();
        if (come !== null) return come;
        const outcome = await fetch();
        if (outcome.token !== null) await shared.keep(owner, outcome.token);
        return outcome;
      } finally {
        await shared.release(owner);
      }
    }
    await new Promise<void>((resolve) => void clock.wakeAt(clock.nowMs() + lookEveryMs, resolve));
  }
  return refuseLate(need);
}

const hashOf = ({ oauth: { tokenUrl, clientId, clientSecret } }: TokenNeed): string =>
  createHash("sha256")
    .update(JSON.stringify([tokenUrl, clientId, clientSecret]))
    .digest("base64url");
