import { validValue } from "../make/valid-value.ts";
import type { Random } from "../random.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import type { Operation } from "./operations.ts";
import { rightAddress } from "./right-address.ts";
import { rightBodies, rightFields } from "./right-bodies.ts";

/** A request that the operation should carry out, and the value of its JSON body. */
export interface RightRequest {
  readonly request: WireRequest;
  readonly value: unknown;
}

/** Returns whose session the request uses, or null. A request that ends its own session uses a session that no other request needs. */
function callerOf({ name, doc }: Operation): string | null {
  if (/^(DELETE \/api\/sessions?$|POST \/api\/session\/password)/.test(name)) return "eve";
  switch (doc?.access) {
    case "agent":
      return "kim";
    case "administrator":
      return "ada";
    case "visitor":
      return "visitor";
    default:
      return null;
  }
}

export function rightRequest(operation: Operation, random: Random): RightRequest {
  const caller = callerOf(operation);
  const headers: (readonly [string, string])[] = caller === null ? [] : [["Authorization", `Bearer {{${caller}}}`]];
  const { request, isIdempotent } = operation.doc ?? {};
  if (isIdempotent === true && random.isChance(0.3)) headers.push(["Idempotency-Key", `key-${random.integer(1, 50)}`]);
  const target = rightAddress(operation, random);
  const { method } = operation;
  if (method === "OPTIONS")
    headers.push(["Origin", "https://shop.example.com"], ["Access-Control-Request-Method", "POST"]);
  if (request === undefined) return { request: { method, target, headers, body: null }, value: undefined };
  const own = rightBodies[operation.name];
  if (request.contentType !== undefined && request.contentType !== "application/json") {
    headers.push(["Content-Type", own === undefined ? "text/plain" : "image/png"]);
    return { request: { method, target, headers, body: String(own?.(random) ?? "words") }, value: undefined };
  }
  const value = own?.(random) ?? validValue(request.schema, random, rightFields);
  headers.push(["Content-Type", "application/json"]);
  const body = Buffer.from(JSON.stringify(value)).toString("latin1");
  return { request: { method, target, headers, body }, value };
}
