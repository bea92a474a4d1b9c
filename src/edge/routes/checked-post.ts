import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { KeyedRequest, KeyedRequests } from "../../actors/idempotency.ts";
import type { IdempotencyMark } from "../../actors/pending.ts";
import type { TestFault } from "../../codec/test-fault.ts";
import type { Limits } from "../../config/limits.ts";
import { fingerprintOf } from "../../core/fingerprint.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { CustomerRequest } from "../../domain/chat/customer-inbox.ts";
import type { BodyParser, ParsedBody } from "../../ports/body-parser.ts";
import type { Answer } from "../answer/answer.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { TestFaults } from "./test-faults.ts";
import { isStoredFirst, spoilAnswer } from "./test-faults.ts";

/** Of an `Idempotency-Key`. */
export const keyPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * Returns the request's `Idempotency-Key`, undefined if absent; `invalid_request` for a malformed key. Source: DEL-29, ERR-17.
 */
export function readIdempotencyKey(exchange: HttpExchange): Result<string | undefined> {
  const count = exchange.headerCount("idempotency-key");
  if (count === 0) return ok(undefined);
  const key = exchange.header("idempotency-key");
  return count === 1 && keyPattern.test(key)
    ? ok(key)
    : fail("invalid_request", "Header Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters.");
}

/** What all posts to one address share. */
export interface PostLine<Parsed> {
  readonly turns: BodyTurns<Parsed>;
  /** Null for an address that takes no `Idempotency-Key`. */
  readonly keyedRequests: KeyedRequests | null;
  readonly limits: Limits;
  readonly accepted: Answer;
  /** Of messages to test channels. */
  readonly faults: TestFaults;
}

/** The channel of a post, as its checks know it. */
interface PostEntry {
  readonly settings: ChannelSettings;
}

/**
 * One posted message. Its methods are the checks of ERR-17, from top to bottom, after the route has let the request in: the address, the
 * method, the credentials and the rate of the channel or token. Messages of a channel are processed in the order in which their bodies were
 * complete, even if a worker parses some of them. Every failure is answered once; except perhaps after a 504, nothing was stored then.
 * Source: ERR-16, ERR-17.
 */
export abstract class CheckedPost<Entry extends PostEntry, Parsed, Message> implements InTurn<Parsed>, KeyedRequest {
  readonly exchange: HttpExchange;
  readonly entry: Entry;
  /** Of the body; empty while nobody needs it. */
  protected fingerprint = "";
  readonly #line: PostLine<Parsed>;
  #key: string | undefined;
  #mark: IdempotencyMark | undefined;
  #parsed: Result<Parsed> = unread;

  constructor(exchange: HttpExchange, entry: Entry, line: PostLine<Parsed>) {
    this.exchange = exchange;
    this.entry = entry;
    this.#line = line;
  }

  /** The key, what needs no body, then the compression and the size of the body. Call it before the handler returns. */
  run(): void {
    const { limits, turns } = this.#line;
    // A repeat of a message that was answered 200 is answered 200 again, also if the channel is disabled now.
    const refusal = this.#takeKey() ?? (this.#key === undefined ? this.refuseUnread() : null);
    if (refusal === null)
      this.exchange.onBody(limits.bodyBytesMax, (body) => {
        const refused = this.refuseBody(body);
        if (refused === null) turns.take(this, body);
        else this.refuse(refused);
      });
    else this.refuse(refusal);
  }

  #takeKey(): Failure | null {
    if (this.#line.keyedRequests === null) return null;
    const key = this.readKey();
    if (!key.ok) return key.failure;
    this.#key = key.value;
    return null;
  }

  get queue(): string {
    return this.entry.settings.id;
  }

  get needsFingerprint(): boolean {
    return this.#key !== undefined || this.entry.settings.isTest;
  }

  /** In the turn of its body: a request with a key is carried out once. Source: DEL-29, DEL-30. */
  takeParsed({ parsed, fingerprint }: ParsedBody<Parsed>): void | Promise<void> {
    this.#parsed = parsed;
    this.fingerprint = fingerprint ?? "";
    const { keyedRequests } = this.#line;
    if (this.#key === undefined || keyedRequests === null) return this.carryOut(ignored);
    this.#mark = { scope: this.keyScope(), key: this.#key, fingerprint: this.fingerprint };
    return keyedRequests.run(this.#mark, this);
  }

  /** The fields, the chat, and the rate of the sender; then the commit. A returned promise resolves when the next message may follow. */
  carryOut(ended: (isKept: boolean) => void): void | Promise<void> {
    const checked = this.check(this.#parsed);
    if (checked instanceof Promise) return checked.then((later) => this.#transmit(later, ended));
    this.#transmit(checked, ended);
  }

  #transmit(checked: Result<Message>, ended: (isKept: boolean) => void): void {
    if (!checked.ok) {
      this.refuse(checked.failure);
      ended(false);
      return;
    }
    if (this.entry.settings.isTest) this.#transmitTest(checked.value, ended);
    else this.#store(checked.value, ended, null);
  }

  #store(message: Message, ended: (isKept: boolean) => void, fault: TestFault | null): void {
    const { requestId } = this.exchange;
    const request = this.#mark === undefined ? { requestId } : { requestId, idempotency: this.#mark };
    this.transmit(message, request, (received) => {
      if (!received.ok) this.refuse(received.failure);
      else if (fault === null) this.repeat();
      else spoilAnswer(this.exchange, fault);
      ended(received.ok);
    });
  }

  /** A message to a test channel, whose text may ask for a fault. Source: CH-62. */
  #transmitTest(message: Message, ended: (isKept: boolean) => void): void {
    const text = this.textOf(message);
    const fault = text === null ? noFault : this.#line.faults.take(text, `${this.keyScope()} ${this.fingerprint}`);
    if (fault.ok && (fault.value === null || isStoredFirst(fault.value))) {
      this.#store(message, ended, fault.value);
      return;
    }
    if (!fault.ok) this.refuse(fault.failure);
    else if (fault.value !== null) spoilAnswer(this.exchange, fault.value);
    ended(false);
  }

  repeat(): void {
    this.exchange.answer(200, this.#line.accepted);
  }

  fail(error: unknown): void {
    this.exchange.answerDefect(error);
  }

  /** The text of the message, in which a test channel looks for a fault; null for none. */
  protected abstract textOf(message: Message): string | null;

  /** The key that makes repeats of the request one request. Call it before the handler returns. */
  protected readKey(): Result<string | undefined> {
    return readIdempotencyKey(this.exchange);
  }

  /** What is refused because of its bytes, before it takes a place in its queue. */
  protected refuseBody(_body: Result<Uint8Array>): Failure | null {
    return null;
  }

  /** Keys of different scopes are different. */
  protected abstract keyScope(): string;
  /** What is refused before the body is read, if the request is no repeat. */
  protected abstract refuseUnread(): Failure | null;
  protected abstract check(parsed: Result<Parsed>): Result<Message> | Promise<Result<Message>>;
  /** Calls `done` once: after the durable commit, or with a failure. */
  protected abstract transmit(message: Message, request: CustomerRequest, done: (received: Result<void>) => void): void;
  abstract refuse(failure: Failure): void;
}

const unread: Result<never> = { ok: false, failure: { code: "internal_error", message: "The body was not read." } };
const ignored = (): void => undefined;
const noFault = ok(null);

/** A request whose body is processed in its turn. */
interface InTurn<Parsed> {
  readonly exchange: HttpExchange;
  /** Bodies of one queue are processed in the order in which they were complete, even if a worker parses some of them. */
  readonly queue: string;
  readonly needsFingerprint: boolean;
  /**
   * Called once, in the body's turn, unless a failure was answered. An exception is answered 500. If it returns a promise, the next body of
   * the queue waits for it.
   */
  takeParsed(body: ParsedBody<Parsed>): void | Promise<void>;
}

/** A place in a queue: its work, as soon as it is ready; null while it is prepared or runs. */
interface Place {
  work: (() => void | Promise<void>) | null;
}

/** A body over the limit was never accepted, so it matches no stored fingerprint. */
const noFingerprint = "";

/** Parses small bodies at once and large bodies in a worker. */
export class BodyTurns<Parsed> {
  readonly #parse: (body: Uint8Array) => Result<Parsed>;
  readonly #worker: BodyParser<Parsed> | null;
  readonly #limits: Limits;
  /** Only queues with a place that is not done. */
  readonly #queues = new Map<string, Place[]>();

  /** A body is lent to `parse` until it returns. `worker` parses bodies over `inlineBodyBytesMax`; null for none. */
  constructor(parse: (body: Uint8Array) => Result<Parsed>, worker: BodyParser<Parsed> | null, limits: Limits) {
    this.#parse = parse;
    this.#worker = worker;
    this.#limits = limits;
  }

  /** Processes a complete body after the earlier ones of its queue; answers `overloaded` when too many wait there. */
  take(request: InTurn<Parsed>, body: Result<Uint8Array>): void {
    const { exchange, queue } = request;
    const worker = body.ok && body.value.byteLength > this.#limits.inlineBodyBytesMax ? this.#worker : null;
    const waiting = this.#queues.get(queue)?.length ?? 0;
    if (worker === null && waiting === 0) {
      const later = this.#takeHere(request, body);
      if (later !== undefined) this.#hold(queue, this.#join(queue, { work: null }), settled(exchange, later));
    } else if (waiting >= this.#limits.workerQueueMax) exchange.answerCode("overloaded");
    else this.#wait(request, body, worker);
  }

  #wait(request: InTurn<Parsed>, body: Result<Uint8Array>, worker: BodyParser<Parsed> | null): void {
    const { exchange, queue } = request;
    const place: Place = { work: null };
    const places = this.#join(queue, place);
    const ready = (work: () => void | Promise<void>): void => {
      place.work = () => orDefect(exchange, work);
      this.#advance(queue, places);
    };
    if (worker === null || !body.ok) {
      ready(() => this.#takeHere(request, body));
      return;
    }
    worker.parse(body.value, request.needsFingerprint).then(
      (result) => ready(() => (result.ok ? request.takeParsed(result.value) : exchange.answerFailure(result.failure))),
      (defect: unknown) => ready(() => exchange.answerDefect(defect)),
    );
  }

  #takeHere(request: InTurn<Parsed>, body: Result<Uint8Array>): void | Promise<void> {
    if (!body.ok) return request.takeParsed({ parsed: body, fingerprint: noFingerprint });
    const fingerprint = request.needsFingerprint ? fingerprintOf(body.value) : null;
    return request.takeParsed({ parsed: this.#parse(body.value), fingerprint });
  }

  /** Adds a place at the end of a queue. */
  #join(queue: string, place: Place): Place[] {
    const places = this.#queues.get(queue) ?? [];
    places.push(place);
    this.#queues.set(queue, places);
    return places;
  }

  #advance(queue: string, places: Place[]): void {
    for (let first = places[0]; first?.work; first = places[0]) {
      const { work } = first;
      // A body that is complete while this work runs finds the place occupied.
      first.work = null;
      const later = work();
      if (later !== undefined) {
        this.#hold(queue, places, later);
        return;
      }
      places.shift();
    }
    if (places.length === 0) this.#queues.delete(queue);
  }

  /** Occupies the first place until its work has ended. */
  #hold(queue: string, places: Place[], work: Promise<void>): void {
    void work.then(() => {
      places.shift();
      this.#advance(queue, places);
    });
  }
}

/** A failure in one request's turn must not block later requests. */
function orDefect(exchange: HttpExchange, work: () => void | Promise<void>): void | Promise<void> {
  try {
    const later = work();
    return later === undefined ? undefined : settled(exchange, later);
  } catch (error) {
    exchange.answerDefect(error);
  }
}

const settled = (exchange: HttpExchange, work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => exchange.answerDefect(error));
