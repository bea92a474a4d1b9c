import type { JSONWebKeySet, JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult } from "jose";
import { createLocalJWKSet, decodeProtectedHeader, errors, jwtVerify } from "jose";
import type { ChannelId } from "../../../machines/ids.ts";
import { parseJson } from "../../codec/json/json.ts";
import { fieldOf } from "../../codec/json/json-values.ts";
import { identitySecretsAt } from "../../codec/signatures/signing-secrets.ts";
import { isTooLong, readClaims } from "../../codec/visitor/proved-facts.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { createPacer } from "../../core/bounds/pacer.ts";
import type { Clock } from "../../ports/clock.ts";
import type { IdentityTokens, TokenCheck } from "../../ports/identity-tokens.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { parseHttpUrl } from "../address/address-guard.ts";
import { ownHeaders } from "../request/ask.ts";
import { createEndpointPools } from "../request/endpoint-pools.ts";
import { runExchange } from "../request/exchange.ts";
import type { Asked } from "../request/explain-error.ts";
import { explainError, explainStatus, OutboundClosedError } from "../request/explain-error.ts";

/** The clocks of two servers may differ by this much. */
const clockToleranceSeconds = 30;
const publicKeyAlgorithms: readonly unknown[] = ["RS256", "ES256"];

/**
 * The algorithm decides what a token is verified with, before anything in the token is trusted: HS256 only with the secret, RS256 and
 * ES256 only with public keys. So nobody can sign by HS256 with a public key as secret. Source: WJ-48, WJ-50, RFC 8725, 3.1.
 */
export function createIdentityTokens(guard: AddressGuard, clock: Clock): IdentityTokens {
  const keySets = createKeySets(guard, clock);
  return {
    async verify(token, channelId, identity) {
      const alg = algorithmOf(token);
      if (alg === null) return refuse(noToken);
      const options: JWTVerifyOptions = {
        algorithms: [alg],
        audience: channelId,
        requiredClaims: ["exp"],
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(clock.nowMs()),
      };
      if (alg === "HS256" && identity.secret !== null) {
        return checkWithSecrets(token, identitySecretsAt(identity, clock.nowMs()), options);
      }
      const { jwksUrl } = identity;
      if (jwksUrl === null || !publicKeyAlgorithms.includes(alg)) return refuse(otherAlgorithm);
      const keys = await keySets.keysOf(channelId, jwksUrl, "any");
      if (keys.find === null) return refuse(noKeysNow, keys.why);
      const { find } = keys;
      const checked = await checkWith(jwksUrl, () => jwtVerify(token, find, options));
      if (checked.refusal?.reason !== unknownKey) return checked;
      // The key may be newer than the keys that are known.
      const { find: renewed } = await keySets.keysOf(channelId, jwksUrl, "missing");
      return renewed === null || renewed === find
        ? checked
        : checkWith(jwksUrl, () => jwtVerify(token, renewed, options));
    },
    close: () => keySets.close(),
  };
}

/** `null` for what is no JSON Web Token, or too long for one. */
function algorithmOf(token: string): string | null {
  if (isTooLong(token)) return null;
  try {
    return decodeProtectedHeader(token).alg ?? null;
  } catch {
    return null;
  }
}

/** The outcome is that of the last secret, unless an earlier one made the signature. */
async function checkWithSecrets(
  token: string,
  [secret = "", ...others]: readonly string[],
  options: JWTVerifyOptions,
): Promise<TokenCheck> {
  const checked = await checkWith(secret, () => jwtVerify(token, new TextEncoder().encode(secret), options));
  const isOfOther = others.length > 0 && checked.refusal?.reason === wrongSignature;
  return isOfOther ? checkWithSecrets(token, others, options) : checked;
}

async function checkWith(by: string, verified: () => Promise<JWTVerifyResult>): Promise<TokenCheck> {
  try {
    const { payload } = await verified();
    const facts = readClaims(payload);
    return facts.ok ? { proved: facts.value, by, refusal: null } : refuse(facts.failure.message);
  } catch (error) {
    return refuse(reasonOf(error));
  }
}

const refuse = (reason: string, cause: string | null = null): TokenCheck => ({
  proved: null,
  refusal: { reason, cause },
});

const noToken = "The token is not a JSON Web Token of at most 4096 characters.";
const otherAlgorithm = "The token is signed by an algorithm that this widget does not accept.";
const wrongSignature = "The signature of the token is not valid.";
const unknownKey = "No key of this widget fits the token.";
const noKeysNow = "The keys of this widget cannot be read now.";

/** A sentence about the token that shows nothing of its content. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "The token has expired.";
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (claim === "aud") return "The token is for another audience than this widget.";
    if (claim === "nbf" && reason === "check_failed") return "The token is not valid yet.";
    if (claim === "exp" && reason === "missing") return "The token must have the claim exp.";
    return `The claim ${claim} of the token is not valid.`;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return wrongSignature;
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) return unknownKey;
  return noToken;
}

/** The public keys of channels, read from their addresses. Source: WJ-50. */
interface KeySets {
  /**
   * Returns the keys of the channel, or the sentence that says why there are none. Asks the address when the keys are old, or when
   * `seeks` says that a key is missing; never more than once in 30 s. Does not reject.
   */
  keysOf(channelId: ChannelId, address: string, seeks: "any" | "missing"): Promise<Keys>;
  close(): Promise<void>;
}

type Keys = { readonly find: JWTVerifyGetKey; readonly why: null } | { readonly find: null; readonly why: string };

interface Holder {
  readonly address: string;
  keys: Keys;
  /** When the present keys were read. */
  readAtMs: number;
  askedAtMs: number;
  pending: Promise<void> | null;
}

/** The number of channels whose keys are cached. Keys of other channels are read again. */
const holdersMax = 1_000;
const keysMax = 100;
const answerBytesMax = 64 * 1024;
const connectionsMax = 1;
const timeoutMs = 3_000;
const freshMs = 10 * 60_000;
/** While the address does not answer, its last keys count for this long. */
const keptMs = 24 * 60 * 60_000;
const askAgainMs = 30_000;

const server: Asked = "server of the keys";
const unusable = `The ${server} must answer a JSON Web Key Set of at most ${keysMax} keys.`;
const headers = [...ownHeaders, "Accept", "application/json"];
const pace = createPacer();

function createKeySets(guard: AddressGuard, clock: Clock): KeySets {
  const pools = createEndpointPools(guard, { connectionsMax, answerBytesMax, connectTimeoutMs: timeoutMs });
  const holders = createLastUsed<ChannelId, Holder>(holdersMax);

  const ask = async (channelId: ChannelId, url: URL | null): Promise<Keys> => {
    const refused = url === null ? null : guard.checkTarget(url.href);
    if (url === null || refused !== null) return noKeys(refused?.message ?? unusable);
    const taken = pools.take(url.origin, channelId);
    try {
      const request = { method: "GET", path: url.pathname + url.search, headers } as const;
      const untilMs = clock.nowMs() + timeoutMs;
      const { httpStatus, body, error } = await runExchange(taken.pool, request, {
        clock,
        pace,
        untilMs,
        answerBytesMax,
      });
      if (error !== null || httpStatus === null) return noKeys(whyNot(error));
      return httpStatus === 200 ? readKeys(body) : noKeys(explainStatus(httpStatus, server));
    } catch (error) {
      return noKeys(whyNot(error));
    } finally {
      pools.giveBack(taken);
    }
  };
  const renew = async (channelId: ChannelId, holder: Holder): Promise<void> => {
    holder.askedAtMs = clock.nowMs();
    const keys = await ask(channelId, parseHttpUrl(holder.address));
    holder.pending = null;
    const nowMs = clock.nowMs();
    if (keys.find === null && nowMs - holder.readAtMs < keptMs) return;
    holder.keys = keys;
    if (keys.find !== null) holder.readAtMs = nowMs;
  };
  return {
    async keysOf(channelId, address, seeks) {
      const known = holders.get(channelId);
      const never = Number.NEGATIVE_INFINITY;
      const holder =
        known?.address === address
          ? known
          : { address, keys: noKeys(unusable), readAtMs: never, askedAtMs: never, pending: null };
      if (holder !== known) holders.set(channelId, holder);
      const nowMs = clock.nowMs();
      const isDue = seeks === "missing" || nowMs - holder.readAtMs >= freshMs;
      if (!isDue) return holder.keys;
      if (holder.pending === null && nowMs - holder.askedAtMs >= askAgainMs) holder.pending = renew(channelId, holder);
      await holder.pending;
      return holder.keys;
    },
    close: () => pools.destroy(new OutboundClosedError()),
  };
}

const noKeys = (why: string): Keys => ({ find: null, why });

const whyNot = (error: unknown): string =>
  explainError(error, timeoutMs, server)?.message ??
  `The ${server} could not be asked because of an error in the service.`;

function readKeys(body: Buffer): Keys {
  try {
    const set = parseJson(body.toString());
    const keys = fieldOf(set, "keys");
    if (!Array.isArray(keys) || keys.length > keysMax) return noKeys(unusable);
    return { find: createLocalJWKSet(set as JSONWebKeySet), why: null };
  } catch {
    return noKeys(unusable);
  }
}
