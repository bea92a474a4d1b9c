import type { GrantedToken } from "../../codec/b-bot/oauth-token.ts";
import { encodeTokenRequest, parseGrantedToken } from "../../codec/b-bot/oauth-token.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { RefusedTargetError } from "../address/address-guard.ts";
import { parseHttpUrl, toBasic } from "../address/endpoint-url.ts";
import type { Asker } from "../request/ask.ts";
import { ownHeaders } from "../request/ask.ts";
import { startOfAnswer } from "../request/attempt-trace.ts";
import type { EndpointPools } from "../request/endpoint-pools.ts";
import { explainStatus, isSuccess } from "../request/explain-error.ts";
import { hideSecrets } from "../request/hide-secrets.ts";
import type { TokenNeed, TokenOutcome } from "./token-outcome.ts";
import { refuseAnswer, refuseError, tokenEndpoint } from "./token-outcome.ts";

export interface TokenRequestParts {
  readonly asker: Asker;
  readonly guard: AddressGuard;
  readonly pools: EndpointPools;
}

const unusable = `The ${tokenEndpoint} answered without a usable Bearer access token.`;

/**
 * Requests an access token, with the client's credentials in the body. It follows no redirect. Every outcome is a
 * value: the promise does not reject. Source: AUTH-05, AUTH-06, AUTH-08, RFC 6749, 4.4.
 */
export async function requestToken(need: TokenNeed, parts: TokenRequestParts): Promise<TokenOutcome<GrantedToken>> {
  const { oauth, channelId, untilMs } = need;
  const url = parseHttpUrl(oauth.tokenUrl);
  const path = url === null ? "" : url.pathname + url.search;
  const {
    httpStatus,
    answer: text,
    error,
  } = await parts.asker.ask({
    pools: parts.pools,
    target: { endpoint: url, refusal: refusalOf(url, parts.guard), owner: channelId },
    toRequest: () => ({ method: "POST", path, headers: headersFor(url), body: Buffer.from(encodeTokenRequest(oauth)) }),
    untilMs,
  });
  if (error !== null || httpStatus === null) return refuseError(need, httpStatus, error);
  if (!isSuccess(httpStatus)) {
    const shown = startOfAnswer(hideSecrets(text, [oauth.clientSecret, encodeTokenRequest(oauth)]));
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

function refusalOf(url: URL | null, guard: AddressGuard): RefusedTargetError | null {
  if (url === null) return new RefusedTargetError("The token URL of the bot must be an absolute https URL.");
  const refused = guard.checkTarget(url.origin);
  return refused === null ? null : new RefusedTargetError(refused.message);
}

function headersFor(url: URL | null): string[] {
  const basic = url === null ? null : toBasic(url);
  const always = [...ownHeaders, "Content-Type", "application/x-www-form-urlencoded"];
  return [...always, "Accept", "application/json", ...(basic === null ? [] : ["Authorization", basic])];
}
