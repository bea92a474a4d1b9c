import { ERROR_MESSAGE } from "../core/errors.ts";
import type { Failure } from "../core/result.ts";
import type { Clock } from "../ports/clock.ts";
import type { IdempotencyRow, Store } from "../ports/store.ts";
import { livingMark, nameOfMark, otherBody } from "./idempotency.ts";
import type { IdempotencyMark } from "./pending.ts";

/** A request with an idempotency key. One of its four methods is called, once, now or later. */
export interface KeyedRequest {
  /**
   * Nothing is stored for the key: carry out the request, with its mark in the same commit. Always call `ended` with whether the
   * mark is durable now; only its first call counts. The next request of the same sender waits until a returned promise resolves;
   * it must not reject.
   */
  carryOut(ended: (isKept: boolean) => void): void | Promise<void>;
  /** The same request was carried out earlier. */
  repeat(): void;
  /** The key belongs to another body, or too many requests wait for its response. */
  refuse(failure: Failure): void;
  /** The row that is stored for the key cannot be read. */
  fail(error: unknown): void;
}

/** Requests with a key. Equal requests have one effect. Source: DEL-29, DEL-30. */
export interface KeyedRequests {
  /**
   * Looks the key up. A repeat of a running request waits for its end: when that request fails, the repeat that has waited
   * longest is carried out instead. Resolves when the request is carried out, answered or waits; never rejects.
   */
  meet(mark: IdempotencyMark, request: KeyedRequest): Promise<void>;
}

interface Met {
  readonly mark: IdempotencyMark;
  readonly request: KeyedRequest;
}

/** `isRead`: nothing is stored for the key, and the request is running. Before that the result for other requests is unknown. */
interface UnderWay {
  readonly mark: IdempotencyMark;
  isRead: boolean;
  waiting: Met[];
}

export interface KeyedRequestsParts {
  readonly store: Pick<Store, "read">;
  readonly clock: Clock;
  /** How many requests may wait for one; one more is refused with `overloaded`. */
  readonly waitingMax: number;
}

export function createKeyedRequests({ store, clock, waitingMax }: KeyedRequestsParts): KeyedRequests {
  const underWay = new Map<string, UnderWay>();

  async function meet(mark: IdempotencyMark, request: KeyedRequest): Promise<void> {
    const name = nameOfMark(mark);
    // Look here first: the row of a commit that is not durable yet can be read, but must not be used for an answer.
    const first = underWay.get(name);
    if (first !== undefined) return join(first, { mark, request });
    const own: UnderWay = { mark, isRead: false, waiting: [] };
    underWay.set(name, own);
    try {
      const met = livingMark(await store.read("idempotency", [mark.scope, mark.key]), clock.nowMs());
      if (met === undefined) return await carryOut(name, own, request);
      underWay.delete(name);
      for (const one of [{ mark, request }, ...own.waiting]) tell(met, one);
    } catch (error) {
      end(name, own);
      request.fail(error);
    }
  }

  function tell({ fingerprint }: IdempotencyRow, { mark, request }: Met): void {
    if (fingerprint === mark.fingerprint) request.repeat();
    else request.refuse(otherBody);
  }

  function join(first: UnderWay, met: Met): void {
    if (first.isRead && first.mark.fingerprint !== met.mark.fingerprint) met.request.refuse(otherBody);
    else if (first.waiting.length >= waitingMax) met.request.refuse(overloaded);
    else first.waiting.push(met);
  }

  function carryOut(name: string, own: UnderWay, request: KeyedRequest): void | Promise<void> {
    own.isRead = true;
    const earlier = own.waiting;
    own.waiting = [];
    for (const met of earlier) join(own, met);
    return request.carryOut((isKept) => {
      if (!isKept) return end(name, own);
      if (underWay.get(name) !== own) return;
      underWay.delete(name);
      for (const met of own.waiting) met.request.repeat();
    });
  }

  /** The waiting requests look the key up themselves. */
  function end(name: string, own: UnderWay): void {
    if (underWay.get(name) !== own) return;
    underWay.delete(name);
    for (const { mark, request } of own.waiting) void meet(mark, request);
  }

  return { meet };
}

const overloaded: Failure = { code: "overloaded", message: ERROR_MESSAGE.overloaded };
