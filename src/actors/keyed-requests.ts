import { ERROR_MESSAGE } from "../core/errors.ts";
import type { Failure } from "../core/result.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import { nameOfMark, otherBody, readMark } from "./idempotency.ts";
import type { IdempotencyMark } from "./pending.ts";

/** A request that carries an idempotency key. One of its three methods is called, once, at once or later. */
export interface KeyedRequest {
  /**
   * Nothing is kept for the key: the request is to be carried out, its mark in the same commit. `ended` must be
   * called, whatever happens: whether the mark is durable now. Only its first call counts.
   */
  carryOut(ended: (isKept: boolean) => void): void;
  /** The same request was carried out before. */
  repeat(): void;
  /** The key stands for another body, or too many wait for its answer. */
  refuse(failure: Failure): void;
}

/** Requests with a key, so that equal ones have one effect. Source: DEL-29, DEL-30. */
export interface KeyedRequests {
  /**
   * Looks the key up. A repeat of a request under way waits for its end: when that one fails, the one that waits
   * longest is carried out in its place.
   */
  meet(mark: IdempotencyMark, request: KeyedRequest): void;
}

interface UnderWay {
  readonly fingerprint: string;
  readonly waiting: KeyedRequest[];
}

export interface KeyedRequestsParts {
  readonly store: Pick<Store, "read">;
  readonly clock: Clock;
  /** Repeats that wait for one request; one more is refused with `overloaded`. */
  readonly waitingMax: number;
}

export function createKeyedRequests({ store, clock, waitingMax }: KeyedRequestsParts): KeyedRequests {
  const underWay = new Map<string, UnderWay>();

  function meet(mark: IdempotencyMark, request: KeyedRequest): void {
    const name = nameOfMark(mark);
    // First: the row of a commit that is not durable yet can be read, but must not be answered for.
    const first = underWay.get(name);
    if (first !== undefined) {
      if (first.fingerprint !== mark.fingerprint) request.refuse(otherBody);
      else if (first.waiting.length >= waitingMax) request.refuse(overloaded);
      else first.waiting.push(request);
      return;
    }
    const met = readMark(mark, store, clock.nowMs());
    if (met === undefined) carryOut(name, mark, request);
    else if (met.fingerprint === mark.fingerprint) request.repeat();
    else request.refuse(otherBody);
  }

  function carryOut(name: string, mark: IdempotencyMark, request: KeyedRequest): void {
    const waiting: KeyedRequest[] = [];
    underWay.set(name, { fingerprint: mark.fingerprint, waiting });
    let hasEnded = false;
    request.carryOut((isKept) => {
      if (hasEnded) return;
      hasEnded = true;
      underWay.delete(name);
      for (const one of waiting) {
        if (isKept) one.repeat();
        else meet(mark, one);
      }
    });
  }

  return { meet };
}

const overloaded: Failure = { code: "overloaded", message: ERROR_MESSAGE.overloaded };
