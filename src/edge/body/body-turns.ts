import type { Limits } from "../../config/limits.ts";
import { fingerprintOf } from "../../core/fingerprint.ts";
import type { Result } from "../../core/result.ts";
import type { BodyParser, ParsedBody } from "../../ports/body-parser.ts";
import type { HttpExchange } from "../http/http-exchange.ts";

export interface BodyTurnsParts<Parsed> {
  /** `body` is valid only until this function returns. */
  parse(body: Uint8Array): Result<Parsed>;
  /** Parses bodies over `inlineBodyBytesMax`. */
  readonly bodyParser: BodyParser<Parsed>;
  readonly limits: Pick<Limits, "inlineBodyBytesMax" | "workerQueueMax">;
}

/** A complete body and its request. */
export interface ReadBody {
  readonly exchange: HttpExchange;
  /** Bodies of one queue are processed in the order in which they were complete, even if a worker parses some of them. */
  readonly queue: string;
  readonly body: Result<Uint8Array>;
  readonly wantsFingerprint: boolean;
}

/** Parses small bodies at once and large bodies in a worker. */
export interface BodyTurns<Parsed> {
  /**
   * Calls `take` once, in the body's turn, unless a failure was answered. An exception is answered 500. If `take` returns a promise,
   * the next body of the queue waits for it.
   */
  parse(read: ReadBody, take: (parsed: ParsedBody<Parsed>) => void | Promise<void>): void;
}

/** A body over the limit was never accepted, so it matches no stored fingerprint. */
const noFingerprint = "";

export function createBodyTurns<Parsed>(parts: BodyTurnsParts<Parsed>): BodyTurns<Parsed> {
  const { bodyParser, limits } = parts;
  const queues = createTicketQueues(limits.workerQueueMax);

  function parseHere({ body, wantsFingerprint }: ReadBody): ParsedBody<Parsed> {
    if (!body.ok) return { parsed: body, fingerprint: noFingerprint };
    const fingerprint = wantsFingerprint ? fingerprintOf(body.value) : null;
    return { parsed: parts.parse(body.value), fingerprint };
  }

  return {
    parse(read, take) {
      const { exchange, queue, body, wantsFingerprint } = read;
      const isBig = body.ok && body.value.byteLength > limits.inlineBodyBytesMax;
      if (!isBig && !queues.isBusy(queue)) {
        const later = take(parseHere(read));
        if (later !== undefined) queues.occupy(queue, settled(exchange, later));
        return;
      }
      const ticket = queues.take(queue);
      if (ticket === null) exchange.answerCode("overloaded");
      else if (!isBig) ticket.ready(() => orDefect(exchange, () => take(parseHere(read))));
      else {
        bodyParser.parse(body.value, wantsFingerprint).then(
          (result) =>
            ticket.ready(() => {
              if (result.ok) return orDefect(exchange, () => take(result.value));
              exchange.answerFailure(result.failure);
            }),
          (defect: unknown) => ticket.ready(() => exchange.answerDefect(defect)),
        );
      }
    },
  };
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

/** A place in a queue. */
interface Ticket {
  /** Must be called once. Runs the work after that of every earlier ticket. The work must not throw, and its promise must not reject. */
  ready(work: () => void | Promise<void>): void;
}

/** Keeps the work of one key in order when some of it takes longer to prepare. */
interface TicketQueues {
  /** Later tickets wait until `work` has resolved. Only while the queue is not busy. */
  occupy(key: string, work: Promise<void>): void;
  /** Whether earlier work of `key` is not done. The caller must then take a ticket too. */
  isBusy(key: string): boolean;
  /** The next ticket of `key`; null when too many wait. */
  take(key: string): Ticket | null;
}

interface Place {
  work: (() => void | Promise<void>) | null;
}

function createTicketQueues(waitingMax: number): TicketQueues {
  const queues = new Map<string, Place[]>();

  function advance(key: string, places: Place[]): void {
    for (let first = places[0]; first?.work; first = places[0]) {
      const { work } = first;
      // Work that arrives while it runs finds the place occupied.
      first.work = null;
      const later = work();
      if (later !== undefined) {
        hold(key, places, later);
        return;
      }
      places.shift();
    }
    if (places.length === 0) queues.delete(key);
  }

  /** Occupies the first place until its work has ended. */
  function hold(key: string, places: Place[], work: Promise<void>): void {
    void work.then(() => {
      places.shift();
      advance(key, places);
    });
  }

  return {
    occupy(key, work) {
      const places: Place[] = [{ work: null }];
      queues.set(key, places);
      hold(key, places, work);
    },
    isBusy: (key) => queues.has(key),
    take(key) {
      const places = queues.get(key) ?? [];
      if (places.length >= waitingMax) return null;
      const place: Place = { work: null };
      places.push(place);
      queues.set(key, places);
      return {
        ready(work) {
          place.work = work;
          advance(key, places);
        },
      };
    },
  };
}
