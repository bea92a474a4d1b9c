import type { AttemptTrace } from "../../../machines/delivery/delivery.types.ts";
import type { AttemptFailure } from "../../../machines/tells.ts";
import type { OauthBot } from "../../ports/bot-access.ts";
import { parseHttpUrl } from "../address/endpoint-url.ts";
import { maskAddress } from "../address/masked-address.ts";
import { noTrace } from "../request/attempt-trace.ts";
import { ExchangeTimeoutError } from "../request/exchange.ts";
import type { Asked } from "../request/explain-error.ts";
import { explainError } from "../request/explain-error.ts";

/** A request to the bot of a channel needs an access token. */
export interface TokenNeed extends OauthBot {
  /** The time limit of an attempt, for the sentence about it. */
  readonly timeoutMs: number;
  /** The end of the wait, in Unix milliseconds. */
  readonly untilMs: number;
}

export type TokenOutcome<Token> =
  | { readonly token: Token; readonly refusal: null }
  | { readonly token: null; readonly refusal: TokenRefusal };

/** The outcome of an attempt without an access token. It holds no secret. Source: AUTH-11. */
export interface TokenRefusal {
  readonly httpStatus: number | null;
  readonly failure: AttemptFailure;
  readonly trace: AttemptTrace;
}

export const tokenEndpoint: Asked = "bot's token endpoint";

/** The address for the delivery log. Source: DEL-28. */
function tokenAddress({ oauth, channelId }: TokenNeed): string | null {
  const url = parseHttpUrl(oauth.tokenUrl);
  return url === null ? null : maskAddress(url, channelId);
}

/** The endpoint responded without a token. */
export function refuseAnswer(
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
export function refuseError(need: TokenNeed, httpStatus: number | null, error: unknown): TokenOutcome<never> {
  const message = "No access token for the bot could be obtained because of an error in the service.";
  const failure = explainError(error, need.timeoutMs, tokenEndpoint) ?? defect(message);
  return { token: null, refusal: { httpStatus, failure, trace: { ...noTrace, address: tokenAddress(need) } } };
}

/** The attempt timed out before the token came. */
export const refuseLate = (need: TokenNeed): TokenOutcome<never> => refuseError(need, null, new ExchangeTimeoutError());

const defect = (message: string): AttemptFailure => ({ kind: "connection", code: "connection", message });
