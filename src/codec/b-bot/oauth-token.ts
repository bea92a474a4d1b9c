import type { OauthSettings } from "../../../machines/channel/channel.types.ts";
import { isJsonObject, parseJson } from "../json/json.ts";
import type { TokenRequestBody } from "../sent-schemas.ts";

/** The token that a token endpoint granted. */
export interface GrantedToken {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

/**
 * Used if the endpoint gives no time, in seconds: 300 s of use, and some time for an answer that arrives later. Source: AUTH-09.
 */
const expiresInByDefault = 330;
/** Ten years, in seconds: a longer time is reduced to this value. */
const expiresInMax = 315_360_000;
const tokenLengthMax = 8_192;
/** A token of visible ASCII characters fits into a header as one word. Source: RFC 6749, A.12. */
const tokenForm = /^[!-~]+$/;

/** The body of a token request. Source: AUTH-08, RFC 6749, 4.4.2 and 2.3.1. */
export function encodeTokenRequest({ clientId, clientSecret }: OauthSettings): string {
  const form: TokenRequestBody = {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
  };
  return new URLSearchParams(form).toString();
}

/**
 * Parses the answer to a token request; `null` if it has no Bearer token that fits into a header. Source: AUTH-09, RFC 6749, 5.1.
 */
export function parseGrantedToken(text: string): GrantedToken | null {
  const answer = parse(text);
  if (!isJsonObject(answer)) return null;
  const accessToken = answer["access_token"];
  const type = answer["token_type"] ?? "Bearer";
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return null;
  if (typeof accessToken !== "string" || accessToken.length > tokenLengthMax) return null;
  return tokenForm.test(accessToken) ? { accessToken, expiresIn: toSeconds(answer["expires_in"]) } : null;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // An answer that is not JSON, such as an error page, has no token.
    return null;
  }
}

/** A number or its text. A value that is not a valid time is treated as absent. */
function toSeconds(value: unknown): number {
  const seconds = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof seconds !== "number" || !(seconds > 0)) return expiresInByDefault;
  return Math.min(seconds, expiresInMax);
}
