import type { JWTVerifyOptions, JWTVerifyResult } from "jose";
import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import { identitySecretsAt } from "../../codec/signatures/signing-secrets.ts";
import { isTooLong, readClaims } from "../../codec/visitor/proved-facts.ts";
import type { Clock } from "../../ports/clock.ts";
import type { IdentityTokens, TokenCheck } from "../../ports/identity-tokens.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { createKeySets } from "./key-sets.ts";

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
