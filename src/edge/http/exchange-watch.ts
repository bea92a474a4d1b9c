import type { Clock, Wake } from "../../ports/clock.ts";
import type { DeadlinePlace } from "./deadline-list.ts";
import { DeadlineList } from "./deadline-list.ts";

/** How often deadlines are looked at: well inside the tolerance of 300 ms, and one timer for all requests. */
const tickMs = 150;
/**
 * The server underneath cuts a body off after 8 to 12 s unless it is told to wait on. Source: HTTP_IDLE_TIMEOUT_S
 * in uWebSockets, counted in steps of 4 s.
 */
const keepReceivingMs = 3_000;

/** A request in hand, as far as its deadlines are concerned. */
export interface WatchedExchange {
  /** Its own, for the watch alone. */
  readonly place: DeadlinePlace<WatchedExchange>;
  /** Whether a transfer waits for its client, not for this side's disk. */
  readonly isClientsTurn: boolean;
  /** LIM-04: the request did not come in time. */
  cutOff(): void;
  /** Holds the server's own idle timer off. */
  keepReceiving(): void;
  /** ERR-13: the answer did not come in time. */
  giveUp(): void;
}

/** What a transfer of many bytes may take, in place of the times of other requests. */
export interface TransferTimes {
  /** Without a byte, while it is the client's turn. */
  readonly idleMs: number;
  readonly wholeMs: number;
  /** Each byte buys its time at this pace, and no transfer lasts longer than it has bought; no floor when absent. */
  readonly bytesPerSecondMin?: number;
  /** Time that can be bought ahead; `idleMs` when absent. */
  readonly aheadMs?: number;
}

interface Transfer {
  readonly endsAtMs: number;
  readonly aheadMs: number;
  /** What a byte buys: for ever, as far as `aheadMs` allows, where there is no floor. */
  readonly msPerByte: number;
  readonly idleMs: number;
  boughtUntilMs: number;
}

interface WatchTimes {
  readonly requestTimeoutMs: number;
  readonly answerTimeoutMs: number;
}

/**
 * Knows every request that is not answered yet. The lists of those that come and those that are answered are in order of deadline,
 * because their time spans are constant; transfers are few.
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

  /** The body is still to come. */
  addReceiving(exchange: WatchedExchange, startedAtMs: number): void {
    this.#receiving.add(exchange.place, startedAtMs + this.#times.requestTimeoutMs);
    this.#arm();
  }

  /** The request is complete, the answer is still to come. */
  addAnswering(exchange: WatchedExchange): void {
    if (this.#transfers.size > 0) this.#transfers.delete(exchange);
    this.#answering.add(exchange.place, this.#clock.nowMs() + this.#times.answerTimeoutMs);
    this.#arm();
  }

  /** Many bytes come, or go: no other deadline counts until `addAnswering` or `remove`. */
  addTransfer(exchange: WatchedExchange, times: TransferTimes): void {
    const { idleMs, wholeMs, bytesPerSecondMin = 0, aheadMs = idleMs } = times;
    exchange.place.list?.remove(exchange.place);
    const nowMs = this.#clock.nowMs();
    const [endsAtMs, boughtUntilMs] = [nowMs + wholeMs, nowMs + idleMs];
    this.#transfers.set(exchange, { endsAtMs, aheadMs, msPerByte: 1000 / bytesPerSecondMin, idleMs, boughtUntilMs });
    this.#arm();
  }

  /** Bytes of the transfer were moved. */
  noteProgress(exchange: WatchedExchange, bytes: number): void {
    const transfer = this.#transfers.get(exchange);
    if (transfer === undefined) return;
    if (bytes === 0) return;
    const bought = transfer.boughtUntilMs + bytes * transfer.msPerByte;
    transfer.boughtUntilMs = Math.min(bought, this.#clock.nowMs() + transfer.aheadMs);
  }

  remove(exchange: WatchedExchange): void {
    const { place } = exchange;
    if (place.list === null) this.#transfers.delete(exchange);
    else place.list.remove(place);
    if (this.#onEmpty !== null && this.inHand === 0) this.#onEmpty();
  }

  /** Resolves as soon as nothing is in hand, or at `untilMs`. */
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
      // While this side is slow no client runs out of time.
      if (!exchange.isClientsTurn) transfer.boughtUntilMs = Math.max(transfer.boughtUntilMs, nowMs + transfer.idleMs);
      if (nowMs < transfer.endsAtMs && nowMs < transfer.boughtUntilMs) continue;
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

  /** Lets go of those whose deadline has come. */
  #end(list: DeadlineList<WatchedExchange>, nowMs: number, end: (exchange: WatchedExchange) => void): void {
    for (let late = list.overdue(nowMs); late !== null; late = list.overdue(nowMs)) {
      this.remove(late);
      end(late);
    }
  }
}
