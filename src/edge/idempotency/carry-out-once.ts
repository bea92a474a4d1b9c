import type { KeyedRequest, KeyedRequests } from "../../actors/idempotency.ts";
import type { IdempotencyMark } from "../../actors/pending.ts";
import type { HttpExchange } from "../http/http-exchange.ts";

/**
 * Carries out a request with a new key or without a key; lets `request` answer every other request. An exception is answered 500
 * and starts a waiting repeat. A returned promise resolves when the sender's next request may start.
 * Source: DEL-29, DEL-30.
 */
export function carryOutOnce(
  keyed: KeyedRequests,
  exchange: HttpExchange,
  mark: IdempotencyMark | undefined,
  request: Omit<KeyedRequest, "fail">,
): void | Promise<void> {
  if (mark === undefined) return request.carryOut(ignored);
  return keyed.run(mark, {
    carryOut: (ended) => request.carryOut(ended),
    repeat: () => request.repeat(),
    refuse: (failure) => request.refuse(failure),
    fail: (error) => exchange.answerDefect(error),
  });
}

const ignored = (): void => undefined;
