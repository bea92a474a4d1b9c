import type { ActorKey } from "../../machines/ids.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import type { Failure } from "../core/result.ts";
import type { Clock } from "../ports/clock.ts";
import type { IdempotencyRow, RowReader, StoredRows } from "../ports/store.ts";
import type { Draft } from "./draft.ts";
import type { IdempotencyMark, TurnOutcome } from "./pending.ts";

/** Source: DEL-29. */
const markKeptMs = 24 * 60 * 60 * 1_000;

interface MarkedCommit {
  readonly draft: Draft;
  readonly rows: RowReader;
}

const nameOfMark = (mark: IdempotencyMark): string => `${mark.scope}\n${mark.key}`;

/** Source: DEL-30. */
const otherBody: Failure = {
  code: "invalid_request",
  message: "The Idempotency-Key was used before with another body; use a new key for a new request.",
};

/** The row that was kept for a key, unless it has expired. */
const livingMark = (row: IdempotencyRow | undefined, nowMs: number): IdempotencyRow | undefined =>
  row !== undefined && row.expiresAtMs > nowMs ? row : undefined;

/** The outcome of a request whose key was used before; `null` for its first use. Source: DEL-29, DEL-30. */
export function findMark(mark: IdempotencyMark, commit: MarkedCommit): TurnOutcome | null {
  const earlier =
    commit.draft.marks.get(nameOfMark(mark)) ??
    livingMark(commit.rows.read("idempotency", [mark.scope, mark.key]), commit.draft.atMs);
  if (earlier === undefined) return null;
  if (earlier.fingerprint !== mark.fingerprint) return { ok: false, failure: otherBody, canRetry: false };
  return {
    ok: true,
    actor: earlier.actor,
    state: "",
    context: null,
    result: null,
    answer: Number(earlier.answer),
    isRepeat: true,
    tellIds: [],
  };
}

/** Stores the key in the same commit as its turn; `actor` is `null` when nothing had to happen. */
export function storeMark(mark: IdempotencyMark, actor: ActorKey | null, answer: number, commit: MarkedCommit): void {
  const row: IdempotencyRow = {
    fingerprint: mark.fingerprint,
    actor,
    answer: String(answer),
    expiresAtMs: commit.draft.atMs + markKeptMs,
  };
  commit.draft.writeMark(nameOfMark(mark), { table: "idempotency", key: [mark.scope, mark.key], row });
}

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
  run(mark: IdempotencyMark, request: KeyedRequest): Promise<void>;
}

interface Keyed {
  readonly mark: IdempotencyMark;
  readonly request: KeyedRequest;
}

/** `isRead`: nothing is stored for the key, and the request is running. Before that the result for other requests is unknown. */
interface UnderWay {
  readonly mark: IdempotencyMark;
  isRead: boolean;
  waiting: Keyed[];
}

/** At most `waitingMax` requests wait for one; one more is refused with `overloaded`. */
export function createKeyedRequests(store: StoredRows, clock: Clock, waitingMax: number): KeyedRequests {
  const underWay = new Map<string, UnderWay>();

  async function run(mark: IdempotencyMark, request: KeyedRequest): Promise<void> {
    const name = nameOfMark(mark);
    // Look here first: the row of a commit that is not durable yet can be read, but must not be used for an answer.
    const first = underWay.get(name);
    if (first !== undefined) return join(first, { mark, request });
    const own: UnderWay = { mark, isRead: false, waiting: [] };
    underWay.set(name, own);
    try {
      const keyed = livingMark(await store.read("idempotency", [mark.scope, mark.key]), clock.nowMs());
      if (keyed === undefined) return await carryOut(name, own, request);
      underWay.delete(name);
      for (const one of [{ mark, request }, ...own.waiting]) tell(keyed, one);
    } catch (error) {
      end(name, own);
      request.fail(error);
    }
  }

  function tell({ fingerprint }: IdempotencyRow, { mark, request }: Keyed): void {
    if (fingerprint === mark.fingerprint) request.repeat();
    else request.refuse(otherBody);
  }

  function join(first: UnderWay, keyed: Keyed): void {
    if (first.isRead && first.mark.fingerprint !== keyed.mark.fingerprint) keyed.request.refuse(otherBody);
    else if (first.waiting.length >= waitingMax) keyed.request.refuse(overloaded);
    else first.waiting.push(keyed);
  }

  function carryOut(name: string, own: UnderWay, request: KeyedRequest): void | Promise<void> {
    own.isRead = true;
    const earlier = own.waiting;
    own.waiting = [];
    for (const keyed of earlier) join(own, keyed);
    return request.carryOut((isKept) => {
      if (!isKept) return end(name, own);
      if (underWay.get(name) !== own) return;
      underWay.delete(name);
      for (const keyed of own.waiting) keyed.request.repeat();
    });
  }

  /** The waiting requests look the key up themselves. */
  function end(name: string, own: UnderWay): void {
    if (underWay.get(name) !== own) return;
    underWay.delete(name);
    for (const { mark, request } of own.waiting) void run(mark, request);
  }

  return { run };
}

const overloaded: Failure = { code: "overloaded", message: ERROR_MESSAGE.overloaded };
