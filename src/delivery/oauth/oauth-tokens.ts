import { createHash, randomBytes } from "node:crypto";
import type { OauthSettings } from "../../../machines/channel/channel.types.ts";
import type { AttemptTrace } from "../../../machines/delivery/delivery.types.ts";
import type { ChannelId } from "../../../machines/ids.ts";
import type { AttemptFailure } from "../../../machines/tells.ts";
import type { GrantedToken } from "../../codec/b-bot/oauth-token.ts";
import { encodeTokenRequest, parseGrantedToken } from "../../codec/b-bot/oauth-token.ts";
import type { AccessToken, KnownTokens, OauthBot, SharedTokens, TokenOwner } from "../../ports/bot-access.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { maskAddress, parseHttpUrl, secretsOfTarget, toBasic } from "../address/address-guard.ts";
import type { Asker } from "../request/ask.ts";
import { ownHeaders } from "../request/ask.ts";
import type { EndpointPools } from "../request/endpoint-pools.ts";
import { ExchangeTimeoutError } from "../request/exchange.ts";
import type { Asked } from "../request/explain-error.ts";
import {
  explainError,
  explainStatus,
  hideSecrets,
  isSuccess,
  noTrace,
  startOfAnswer,
} from "../request/explain-error.ts";
import { refusalOf } from "../request/found-target.ts";

/** Access tokens for bots, with one token request at a time for each bot. Source: AUTH-08, AUTH-09, AUTH-11. */
export interface OauthTokens {
  /** Returns the token for a request that begins now. Every outcome is a value: the promise neither rejects nor waits beyond `untilMs`. */
  take(need: TokenNeed): Promise<TokenOutcome<AccessToken>>;
  /** Notes that the bot refused the token with a 401. The next caller fetches a new token for all. */
  drop(channelId: ChannelId, refused: AccessToken): void;
  /** Resolves when no token request is under way. */
  whenQuiet(): Promise<void>;
}

export interface OauthTokensParts {
  readonly asker: Asker;
  readonly guard: AddressGuard;
  readonly pools: EndpointPools;
  readonly clock: Clock;
  readonly log: Log;
  readonly known: KnownTokens;
  /** Shared by all processes on the store. Absent for a single process. */
  readonly shared?: SharedTokens | undefined;
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

/** While another process fetches the token, this process checks for it at this interval. */
const lookEveryMs = 50;
/** Storing the token also takes a part of the lease. */
const storeMs = 2_000;

interface SharedFetch {
  readonly need: TokenNeed;
  /** The id of the token that the bot refused, `""` for none. */
  readonly refusedId: string;
  /** Makes one token request. */
  fetch(): Promise<TokenOutcome<AccessToken>>;
}

/** Makes one token request for all processes. Returns the token of another process, or fetches it while the others wait. Rejects with a StoreError. */
async function fetchForAll(
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

const tokenEndpoint: Asked = "bot's token endpoint";
const unusable = `The ${tokenEndpoint} answered without a usable Bearer access token.`;

/**
 * Requests an access token, with the client's credentials in the body. It follows no redirect. Every outcome is a
 * value: the promise does not reject. Source: AUTH-05, AUTH-06, AUTH-08, RFC 6749, 4.4.
 */
async function requestToken(need: TokenNeed, parts: OauthTokensParts): Promise<TokenOutcome<GrantedToken>> {
  const { oauth, channelId, untilMs } = need;
  const url = parseHttpUrl(oauth.tokenUrl);
  const path = url === null ? "" : url.pathname + url.search;
  const {
    httpStatus,
    answer: text,
    error,
  } = await parts.asker.ask({
    pools: parts.pools,
    target: {
      endpoint: url,
      refusal: refusalOf(url, parts.guard, "The token URL of the bot must be an absolute https URL."),
      owner: channelId,
    },
    toRequest: () => ({ path, headers: headersFor(url), body: Buffer.from(encodeTokenRequest(oauth)) }),
    untilMs,
  });
  if (error !== null || httpStatus === null) return refuseError(need, httpStatus, error);
  if (!isSuccess(httpStatus)) {
    const inAddress = url === null ? [] : secretsOfTarget(url, channelId);
    const shown = startOfAnswer(hideSecrets(text, [oauth.clientSecret, encodeTokenRequest(oauth), ...inAddress]));
    return refuseAnswer(need, httpStatus, "http_status", {
      message: explainStatus(httpStatus, tokenEndpoint),
      answer: shown,
    });
  }
  const token = parseGrantedToken(text);
  if (token !== null) return { token, refusal: null };
  // The response is not stored, because it can hold a token even so.
  return refuseAnswer(need, httpStatus, "unexpected_answer", { message: unusable, answer: null });
}

function headersFor(url: URL | null): string[] {
  const basic = url === null ? null : toBasic(url);
  const always = [...ownHeaders, "Content-Type", "application/x-www-form-urlencoded"];
  return [...always, "Accept", "application/json", ...(basic === null ? [] : ["Authorization", basic])];
}

/** A request to the bot of a channel needs an access token. */
export interface TokenNeed extends OauthBot {
  /** The time limit of an attempt, for the sentence about it. */
  readonly timeoutMs: number;
  /** The end of the wait, in Unix milliseconds. */
  readonly untilMs: number;
}

type TokenOutcome<Token> =
  | { readonly token: Token; readonly refusal: null }
  | { readonly token: null; readonly refusal: TokenRefusal };

/** The outcome of an attempt without an access token. It holds no secret. Source: AUTH-11. */
export interface TokenRefusal {
  readonly httpStatus: number | null;
  readonly failure: AttemptFailure;
  readonly trace: AttemptTrace;
}

/** The address for the delivery log. Source: DEL-28. */
function tokenAddress({ oauth, channelId }: TokenNeed): string | null {
  const url = parseHttpUrl(oauth.tokenUrl);
  return url === null ? null : maskAddress(url, channelId);
}

/** The endpoint responded without a token. */
function refuseAnswer(
  need: TokenNeed,
  httpStatus: number,
  kind: AttemptFailure["kind"],
  said: { readonly message: string; readonly answer: string | null },
): TokenOutcome<never> {
  const { message, answer } = said;
  const trace = { address: tokenAddress(need), answer, note: null };
  return { token: null, refusal: { httpStatus, failure: { kind, code: kind, message }, trace } };
}

/** The response is incomplete, or a defect of the service lost it. */
function refuseError(need: TokenNeed, httpStatus: number | null, error: unknown): TokenOutcome<never> {
  const message = "No access token for the bot could be obtained because of an error in the service.";
  const failure = explainError(error, need.timeoutMs, tokenEndpoint) ?? defect(message);
  return { token: null, refusal: { httpStatus, failure, trace: { ...noTrace, address: tokenAddress(need) } } };
}

/** The attempt timed out before the token came. */
const refuseLate = (need: TokenNeed): TokenOutcome<never> => refuseError(need, null, new ExchangeTimeoutError());

const defect = (message: string): AttemptFailure => ({ kind: "connection", code: "connection", message });
