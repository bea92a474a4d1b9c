import { parseMimeType } from "../../../../codec/text/mime-type.ts";
import { describeValue } from "../../../../codec/text/text.ts";
import type { Failure } from "../../../../core/result.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";

const jsonType = /^application\/(json|[!#$&^_.+\w-]+\+json)[ \t]*(;|$)/i;

/**
 * Returns `invalid_request` if the body is not declared as JSON, else null. A page of another origin cannot send JSON without a
 * CORS preflight. Call it before the handler returns. Source: AUTH-15, Fetch, 2.2.2 (CORS-safelisted request-header).
 */
export function refuseOtherThanJson(exchange: HttpExchange): Failure | null {
  const given = exchange.header("content-type");
  if (exchange.headerCount("content-type") === 1 && jsonType.test(given)) return null;
  const got = given === "" ? "none" : describeValue(given);
  return { code: "invalid_request", message: `Header Content-Type must be application/json, got ${got}.` };
}

/** Types that a form can send, and a script without a CORS preflight. Source: HTML, 4.10.21.6; Fetch, 2.2.2. */
const formTypes: readonly string[] = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];

/** Whether a page of another origin could send this body without a CORS preflight. Call it before the handler returns. */
export function isSentByForms(exchange: HttpExchange): boolean {
  return formTypes.includes(parseMimeType(exchange.header("content-type")));
}
