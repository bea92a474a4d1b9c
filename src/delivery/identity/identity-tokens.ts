import type { JWTVerifyOptions, JWTVerifyResult } from "jose";
import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import type { IdentitySettings } from "../../../machines/channel/channel.types.ts";
import { endOfPrevious } from "../../codec/signatures/signing-secrets.ts";
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
        const secrets = secretsOf(identity, clock.nowMs());
        return checkWith(() => verifyWithSecrets(token, secrets, options));
      }
      const { jwksUrl } = identity;
      if (jwksUrl === null || !publicKeyAlgorithms.includes(alg)) return refuse(otherAlgorithm);
      const keys = await keySets.keysOf(channelId, jwksUrl, "any");
      if (keys.find === null) return refuse(noKeysNow, keys.why);
      const { find } = keys;
      const checked = await checkWith(() => jwtVerify(token, find, options));
      if (checked.refusal?.reason !== unknownKey) return checked;
      // The key may be newer than the keys that are known.
      const { find: renewed } = await keySets.keysOf(channelId, jwksUrl, "missing");
      return renewed === null || renewed === find ? checked : checkWith(() => jwtVerify(token, renewed, options));
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

const secretsOf = (identity: IdentitySettings, nowMs: number): readonly string[] => {
  const previous = endOfPrevious(identity.previousSecret, nowMs) === null ? null : identity.previousSecret;
  return [identity.secret, previous?.secret].flatMap((secret) => secret ?? []);
};

/** Rejects with the error of the last secret. */
async function verifyWithSecrets(
  token: string,
  secrets: readonly string[],
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  const [secret = "", ...others] = secrets;
  try {
    return await jwtVerify(token, new TextEncoder().encode(secret), options);
  } catch (error) {
    if (others.length > 0 && error instanceof errors.JWSSignatureVerificationFailed)
      return verifyWithSecrets(token, others, options);
    throw error;
  }
}

async function checkWith(verified: () => Promise<JWTVerifyResult>): Promise<TokenCheck> {
  try {
    const { payload } = await verified();
    const facts = readClaims(payload);
    return facts.ok ? { proved: facts.value, refusal: null } : refuse(facts.failure.message);
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
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The signature of the token is not valid.";
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) return unknownKey;
  return noToken;
}
