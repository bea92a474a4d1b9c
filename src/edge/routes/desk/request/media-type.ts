import { parseMimeType } from "../../../../codec/text/mime-type.ts";
import { describeValue } from "../../../../codec/text/text.ts";
import type { Failure } from "../../../../core/result.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";

const jsonType = /^application\/(json|[!#$&^_.+\w-]+\+json)[ \t]*(;|$)/i;

/**
 * `invalid_request` for a body that does not say it is JSON, null for one that does. Pages of others cannot send JSON without asking
 * first. Before the handler returns only. Source: AUTH-15, Fetch, 2.2.2 (CORS-safelisted request-header).
 */
export function refuseOtherThanJson(exchange: HttpExchange): Failure | null {
  const given = exchange.header("content-type");
  if (exchange.headerCount("content-type") === 1 && jsonType.test(given)) return null;
  const got = given === "" ? "none" : describeValue(given);
  return { code: "invalid_request", message: `Header Content-Type must be application/json, got ${got}.` };
}

/** What a form can send, and a script without asking first. Source: HTML, 4.10.21.6; Fetch, 2.2.2. */
const formTypes: readonly string[] = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];

/** Whether a page of somebody else could send such a body without asking first. Before the handler returns only. */
export function isSentByForms(exchange: HttpExchange): boolean {
  return formTypes.includes(parseMimeType(exchange.header("content-type")));
}
