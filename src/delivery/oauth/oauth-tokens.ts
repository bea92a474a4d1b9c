import { randomBytes } from "node:crypto";
import type { OauthSettings } from "../../../machines/channel/channel.types.ts";
import type { ChannelId } from "../../../machines/ids.ts";
import type { AccessToken, KnownTokens, SharedTokens } from "../../ports/bot-access.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { fetchForAll } from "./shared-fetch.ts";
import type { TokenNeed, TokenOutcome } from "./token-outcome.ts";
import { refuseError, refuseLate } from "./token-outcome.ts";
import type { TokenRequestParts } from "./token-request.ts";
import { requestToken } from "./token-request.ts";

/** Access tokens for bots, with one token request at a time for each bot. Source: AUTH-08, AUTH-09, AUTH-11. */
export interface OauthTokens {
  /** Returns the token for a request that begins now. Every outcome is a value: the promise neither rejects nor waits beyond `untilMs`. */
  take(need: TokenNeed): Promise<TokenOutcome<AccessToken>>;
  /** Notes that the bot refused the token with a 401. The next caller fetches a new token for all. */
  drop(channelId: ChannelId, refused: AccessToken): void;
  /** Resolves when no token request is under way. */
  whenQuiet(): Promise<void>;
}

export interface OauthTokensParts extends TokenRequestParts {
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "error">;
  readonly known: KnownTokens;
  /** Shared by all processes on the store. Absent for a single process. */
  readonly shared?: SharedTokens;
}

/** The token of one bot, valid while the credentials stay the same. */
interface Holder {
  readonly oauth: OauthSettings;
  current: AccessToken | null;
  /** The id of the last token that the bot refused. */
  refusedId: string;
  pending: Promise<TokenOutcome<AccessToken>> | null;
}

/** The number of bots whose token is cached. Tokens of other bots are fetched again. */
const holdersMax = 10_000;
/** Source: AUTH-09. */
const marginMs = 30_000;
const shortLifeMs = 60_000;

export function createOauthTokens(parts: OauthTokensParts): OauthTokens {
  const { clock } = parts;
  const holders = new Map<ChannelId, Holder>();
  const underWay = new Set<Promise<unknown>>();

  const holderOf = ({ channelId, oauth }: TokenNeed): Holder => {
    const known = holders.get(channelId);
    const isSame = known !== undefined && hasSameCredentials(known.oauth, oauth);
    const holder = isSame ? known : { oauth, current: null, refusedId: "", pending: null };
    // The most recently used entry is the last one.
    holders.delete(channelId);
    holders.set(channelId, holder);
    const [longestUnused] = holders.keys();
    if (holders.size > holdersMax && longestUnused !== undefined) holders.delete(longestUnused);
    return holder;
  };
  const fetchFor = (holder: Holder, need: TokenNeed): Promise<TokenOutcome<AccessToken>> => {
    // Others wait for this request too, so it gets the time of a complete attempt, even if its first caller has less left.
    const pending = begin({ ...need, untilMs: clock.nowMs() + need.timeoutMs }, holder.refusedId, parts).then(
      (outcome) => {
        holder.pending = null;
        holder.current = outcome.token;
        underWay.delete(pending);
        return outcome;
      },
    );
    holder.pending = pending;
    underWay.add(pending);
    return pending;
  };
  return {
    async take(need) {
      const holder = holderOf(need);
      const { current, pending } = holder;
      if (pending !== null) return within(pending, need, clock);
      if (current !== null && clock.nowMs() < current.freshUntilMs) return { token: current, refusal: null };
      return within(fetchFor(holder, need), need, clock);
    },
    drop(channelId, refused) {
      const holder = holders.get(channelId);
      if (holder?.current !== refused) return;
      holder.current = null;
      holder.refusedId = refused.id;
    },
    whenQuiet: async () => {
      await Promise.all(underWay);
    },
  };
}

const hasSameCredentials = (one: OauthSettings, other: OauthSettings): boolean =>
  one.tokenUrl === other.tokenUrl && one.clientId === other.clientId && one.clientSecret === other.clientSecret;

async function begin(need: TokenNeed, refusedId: string, parts: OauthTokensParts): Promise<TokenOutcome<AccessToken>> {
  const { shared, clock, log } = parts;
  const fetch = (): Promise<TokenOutcome<AccessToken>> => obtain(need, parts);
  if (shared === undefined) return fetch();
  try {
    return await fetchForAll({ need, refusedId, fetch }, { shared, clock });
  } catch (error) {
    log.error({ channelId: need.channelId, err: error }, "An access token could not be shared and is not used");
    return refuseError(need, null, null);
  }
}

/** Stores the token before its first use, because the provider may send it back. Source: AUTH-10. */
async function obtain(need: TokenNeed, parts: OauthTokensParts): Promise<TokenOutcome<AccessToken>> {
  const { clock, log, known } = parts;
  const { channelId } = need;
  const { token, refusal } = await requestToken(need, parts);
  if (token === null) return { token, refusal };
  const nowMs = clock.nowMs();
  const lifeMs = token.expiresIn * 1000;
  try {
    await known.keep(need, token.accessToken, nowMs + lifeMs);
  } catch (error) {
    log.error({ channelId, err: error }, "An access token could not be stored and is not used");
    return refuseError(need, null, null);
  }
  log.info({ channelId, expiresInS: token.expiresIn }, "Obtained an access token for the bot");
  const freshMs = lifeMs <= shortLifeMs ? lifeMs / 2 : lifeMs - marginMs;
  const id = randomBytes(8).toString("hex");
  return { token: { id, text: token.accessToken, freshUntilMs: nowMs + freshMs }, refusal: null };
}

/** A caller waits no longer than its own attempt lasts. The token can still arrive for the next caller. Source: AUTH-11. */
function within(
  pending: Promise<TokenOutcome<AccessToken>>,
  need: TokenNeed,
  clock: Clock,
): Promise<TokenOutcome<AccessToken>> {
  return new Promise((resolve) => {
    const wake = clock.wakeAt(need.untilMs, () => resolve(refuseLate(need)));
    void pending.then((outcome) => {
      wake.cancel();
      resolve(outcome);
    });
  });
}
