import { createHash } from "node:crypto";
import type { AccessToken, SharedTokens, TokenOwner } from "../../ports/bot-access.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TokenNeed, TokenOutcome } from "./token-outcome.ts";
import { refuseLate } from "./token-outcome.ts";

/** Who sees another process ask looks again so often whether the token has come. */
const lookEveryMs = 50;
/** Storing the token takes part of the lease, too. */
const storeMs = 2_000;

export interface SharedFetch {
  readonly need: TokenNeed;
  /** The id of a token that the bot refused; "" where it refused none. */
  readonly refusedId: string;
  /** One token request of this process. */
  fetch(): Promise<TokenOutcome<AccessToken>>;
}

/** One token request in all processes: what another one obtained, or what this one fetches while the others wait. Rejects with a StoreError. */
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
        // Between the look and the lease another process may have stored one.
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
