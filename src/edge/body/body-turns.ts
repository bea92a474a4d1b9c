import type { Limits } from "../../config/limits.ts";
import { fingerprintOf } from "../../core/fingerprint.ts";
import type { Result } from "../../core/result.ts";
import type { BodyParser, ParsedBody } from "../../ports/body-parser.ts";
import type { HttpExchange } from "../http/http-exchange.ts";

/** A request whose body is processed in its turn. */
export interface InTurn<Parsed> {
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
