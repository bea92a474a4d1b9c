import type { KeyedRequest, KeyedRequests } from "../../actors/keyed-requests.ts";
import type { IdempotencyMark } from "../../actors/pending.ts";
import type { HttpExchange } from "../http/http-exchange.ts";

/**
 * Carries out a request whose key was not met before, or that has none; lets `request` answer every other. What carrying out
 * throws is answered 500 and sets a repeat that waits going. Source: DEL-29, DEL-30.
 */
export function carryOutOnce(
  keyed: KeyedRequests,
  exchange: HttpExchange,
  mark: IdempotencyMark | undefined,
  request: KeyedRequest,
): void {
  if (mark === undefined) {
    request.carryOut(ignored);
    return;
  }
  keyed.meet(mark, {
    carryOut(ended) {
      try {
        request.carryOut(ended);
      } catch (error) {
        exchange.answerDefect(error);
        ended(false);
      }
    },
    repeat: () => request.repeat(),
    refuse: (failure) => request.refuse(failure),
  });
}

const ignored = (): void => undefined;
