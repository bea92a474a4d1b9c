import type { HttpResponse } from "uWebSockets.js";
import type { Clock, Wake } from "../../ports/clock.ts";

/** The place of an owner in a deadline list. It is in at most one list at a time. */
export class DeadlinePlace<Owner> {
  readonly owner: Owner;
  deadlineMs = 0;
  list: DeadlineList<Owner> | null = null;
  previous: DeadlinePlace<Owner> | null = null;
  next: DeadlinePlace<Owner> | null = null;

  constructor(owner: Owner) {
    this.owner = owner;
  }
}

/**
 * Owners with equal waiting times, in the order of arrival, which is the order of their deadlines. It is a linked list and not a `Map`, because
 * the old table of a `Map` that has grown points at the new one. In the old generation such a table keeps its former entries alive until the
 * next full collection. With thousands of owners a second, these are nearly all owners.
 */
export class DeadlineList<Owner> {
  #first: DeadlinePlace<Owner> | null = null;
  #last: DeadlinePlace<Owner> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Puts the place at the end of this list; it leaves the one it was in. */
  add(place: DeadlinePlace<Owner>, deadlineMs: number): void {
    place.list?.remove(place);
    place.deadlineMs = deadlineMs;
    place.list = this;
    place.previous = this.#last;
    if (this.#last === null) this.#first = place;
    else this.#last.next = place;
    this.#last = place;
    this.#size += 1;
  }

  /** Returns whether the place was in this list. */
  remove(place: DeadlinePlace<Owner>): boolean {
    if (place.list !== this) return false;
    const { previous, next } = place;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    // A removed place must keep no other place alive.
    place.list = null;
    place.previous = null;
    place.next = null;
    this.#size -= 1;
    return true;
  }

  /** The first owner when its deadline has passed, else `null`. */
  overdue(nowMs: number): Owner | null {
    const first = this.#first;
    return first === null || first.deadlineMs > nowMs ? null : first.owner;
  }

  /** Visits every owner in order; `visit` may remove its argument. */
  forEach(visit: (owner: Owner) => void): void {
    for (let place = this.#first; place !== null; ) {
      const { owner, next } = place;
      visit(owner);
      place = next;
    }
  }
}

/**
 * Restarts the idle timer that uWebSockets.js keeps for a connection. Only `resume` does this. It breaks reading on a connection that was not
 * paused, so `pause` is called first.
 */
export function restartIdleTimer(response: HttpResponse): void {
  response.pause();
  response.resume();
}

/** The interval of deadline checks: well inside the tolerance of 300 ms, with one timer for all requests. */
const tickMs = 150;
/**
 * uWebSockets.js ends a body after 8 to 12 s unless its timer is restarted. Source: HTTP_IDLE_TIMEOUT_S
 * in uWebSockets, counted in steps of 4 s.
 */
const keepReceivingMs = 3_000;

/** The part of a pending request that its deadlines need. */
export interface WatchedExchange {
  /** Only the watch uses this place. */
  readonly place: DeadlinePlace<WatchedExchange>;
  /** Whether a transfer waits for its client, not for this side's disk. */
  readonly isClientsTurn: boolean;
  /** LIM-04: the request did not arrive in time. */
  cutOff(): void;
  /** Restarts the idle timer of uWebSockets.js. */
  keepReceiving(): void;
  /** ERR-13: the answer did not come in time. */
  giveUp(): void;
}

/** The timeouts of a large transfer. They replace the timeouts of other requests. */
export interface TransferTimes {
  /** Timeout without a byte while the server waits for the client. */
  readonly idleMs: number;
  readonly wholeMs: number;
  /** The minimum pace: each byte extends the deadline by its time at this pace. No minimum by default. */
  readonly bytesPerSecondMin?: number;
  /** The longest extension ahead of the present; `idleMs` by default. */
  readonly aheadMs?: number;
  /** While others wait for a place, `idleMs` without a byte end the transfer, whatever its bytes extended. Absent: never. */
  readonly isScarce?: () => boolean;
}

const never = (): boolean => false;

interface Transfer {
  readonly endsAtMs: number;
  readonly aheadMs: number;
  /** The extension for each byte; without a minimum pace only `aheadMs` bounds it. */
  readonly msPerByte: number;
  readonly idleMs: number;
  readonly isScarce: () => boolean;
  boughtUntilMs: number;
  idleUntilMs: number;
}

interface WatchTimes {
  readonly requestTimeoutMs: number;
  readonly answerTimeoutMs: number;
}

/**
 * Contains every pending request. The lists of incoming and of complete requests are in order of deadline, because their timeouts
 * are constant. There are only a few transfers.
 */
export class ExchangeWatch {
  readonly #clock: Clock;
  readonly #times: WatchTimes;
  readonly #receiving = new DeadlineList<WatchedExchange>();
  readonly #answering = new DeadlineList<WatchedExchange>();
  readonly #transfers = new Map<WatchedExchange, Transfer>();
  #wake: Wake | null = null;
  #keptReceivingAtMs = 0;
  #onEmpty: (() => void) | null = null;

  constructor(clock: Clock, times: WatchTimes) {
    this.#clock = clock;
    this.#times = times;
  }

  get inHand(): number {
    return this.#receiving.size + this.#answering.size + this.#transfers.size;
  }

  /** The body has not arrived yet. */
  addReceiving(exchange: WatchedExchange, startedAtMs: number): void {
    this.#receiving.add(exchange.place, startedAtMs + this.#times.requestTimeoutMs);
    this.#arm();
  }

  /** The request is complete and has no answer yet. */
  addAnswering(exchange: WatchedExchange): void {
    if (this.#transfers.size > 0) this.#transfers.delete(exchange);
    this.#answering.add(exchange.place, this.#clock.nowMs() + this.#times.answerTimeoutMs);
    this.#arm();
  }

  /** A large transfer starts: its own timeouts replace the other deadlines until `addAnswering` or `remove`. */
  addTransfer(exchange: WatchedExchange, times: TransferTimes): void {
    const { idleMs, wholeMs, bytesPerSecondMin = 0, aheadMs = idleMs, isScarce = never } = times;
    exchange.place.list?.remove(exchange.place);
    const nowMs = this.#clock.nowMs();
    const [endsAtMs, idleUntilMs] = [nowMs + wholeMs, nowMs + idleMs];
    const pace = { aheadMs, msPerByte: 1000 / bytesPerSecondMin, idleMs, isScarce };
    this.#transfers.set(exchange, { endsAtMs, ...pace, boughtUntilMs: idleUntilMs, idleUntilMs });
    this.#arm();
  }

  /** The answer waits for work that has its own bounds, until `addAnswering` or `remove`. */
  addUntimed(exchange: WatchedExchange): void {
    this.addTransfer(exchange, { idleMs: Number.POSITIVE_INFINITY, wholeMs: Number.POSITIVE_INFINITY });
  }

  /** Bytes of the transfer were moved. */
  noteProgress(exchange: WatchedExchange, bytes: number): void {
    const transfer = this.#transfers.get(exchange);
    if (transfer === undefined) return;
    if (bytes === 0) return;
    const bought = transfer.boughtUntilMs + bytes * transfer.msPerByte;
    const nowMs = this.#clock.nowMs();
    transfer.boughtUntilMs = Math.min(bought, nowMs + transfer.aheadMs);
    transfer.idleUntilMs = nowMs + transfer.idleMs;
  }

  remove(exchange: WatchedExchange): void {
    const { place } = exchange;
    if (place.list === null) this.#transfers.delete(exchange);
    else place.list.remove(place);
    if (this.#onEmpty !== null && this.inHand === 0) this.#onEmpty();
  }

  /** Resolves as soon as no request is pending, or at `untilMs`. */
  whenEmpty(untilMs: number): Promise<void> {
    if (this.inHand === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = (): void => {
        wake.cancel();
        this.#onEmpty = null;
        resolve();
      };
      const wake = this.#clock.wakeAt(untilMs, finish);
      this.#onEmpty = finish;
    });
  }

  stop(): void {
    this.#wake?.cancel();
    this.#wake = null;
  }

  #arm(): void {
    if (this.#wake !== null) return;
    this.#wake = this.#clock.wakeAt(this.#clock.nowMs() + tickMs, () => this.#tick());
  }

  #tick(): void {
    this.#wake = null;
    const nowMs = this.#clock.nowMs();
    this.#end(this.#receiving, nowMs, (exchange) => exchange.cutOff());
    this.#end(this.#answering, nowMs, (exchange) => exchange.giveUp());
    for (const [exchange, transfer] of this.#transfers) {
      // While this side is slow, no client reaches its timeout.
      if (!exchange.isClientsTurn) {
        transfer.idleUntilMs = nowMs + transfer.idleMs;
        transfer.boughtUntilMs = Math.max(transfer.boughtUntilMs, transfer.idleUntilMs);
      }
      const isHolding = nowMs >= transfer.idleUntilMs && transfer.isScarce();
      if (nowMs < transfer.endsAtMs && nowMs < transfer.boughtUntilMs && !isHolding) continue;
      this.remove(exchange);
      exchange.cutOff();
    }
    if (nowMs - this.#keptReceivingAtMs >= keepReceivingMs) {
      this.#keptReceivingAtMs = nowMs;
      this.#receiving.forEach((exchange) => exchange.keepReceiving());
      for (const exchange of this.#transfers.keys()) exchange.keepReceiving();
    }
    if (this.inHand > 0) this.#arm();
  }

  /** Ends the exchanges whose deadline has passed. */
  #end(list: DeadlineList<WatchedExchange>, nowMs: number, end: (exchange: WatchedExchange) => void): void {
    for (let late = list.overdue(nowMs); late !== null; late = list.overdue(nowMs)) {
      this.remove(late);
      end(late);
    }
  }
}
