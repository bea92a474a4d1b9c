import type { HttpResponse } from "uWebSockets.js";
import { DeadlinePlace } from "../http/deadline-list.ts";
import type { ExchangeWatch, WatchedExchange } from "../http/exchange-watch.ts";
import { restartIdleTimer } from "../http/idle-timer.ts";

/** A body that nobody wants, and that still comes. */
export interface UnreadBody {
  /** Calls back when it has come, or more of it than is worth waiting for. */
  whenRead(onRead: () => void): void;
}

export interface ClosingAnswerOptions {
  readonly watch: ExchangeWatch;
  readonly startedAtMs: number;
  /** What is still to come of the request; `null` when nothing is. */
  readonly rest: UnreadBody | null;
  /** Writes the answer, corked. */
  send(): void;
  /** The request was not complete in time. */
  onCutOff(): void;
}

/**
 * Sends the last answer of a connection. The server underneath goes on reading requests from what has come already while one of them
 * is answered, and forgets then that it was to close. So the answer waits for the next turn of the loop: a request behind it
 * closes the connection at once, and nothing is read after the answer.
 */
export class ClosingAnswer implements WatchedExchange {
  readonly place: DeadlinePlace<WatchedExchange> = new DeadlinePlace(this);
  readonly isClientsTurn = true;
  readonly #response: HttpResponse;
  readonly #options: ClosingAnswerOptions;
  #isOver = false;

  constructor(response: HttpResponse, options: ClosingAnswerOptions) {
    this.#response = response;
    this.#options = options;
    response.onAborted(() => this.#end());
    options.watch.addReceiving(this, options.startedAtMs);
    if (options.rest === null) this.#sendNextTurn();
    else options.rest.whenRead(() => this.#sendNextTurn());
  }

  #sendNextTurn(): void {
    if (this.#isOver) return;
    this.#response.pause();
    setImmediate(() => {
      if (this.#isOver) return;
      this.#end();
      this.#response.cork(() => this.#options.send());
    });
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.watch.remove(this);
  }

  cutOff(): void {
    if (this.#isOver) return;
    this.#options.onCutOff();
    this.#end();
    this.#response.close();
  }

  keepReceiving(): void {
    restartIdleTimer(this.#response);
  }

  giveUp(): void {
    this.cutOff();
  }
}

/** What nobody reads of a body: thrown away as it comes, up to a bound. */
export class BodyRest implements UnreadBody {
  #isRead = false;
  #onRead: (() => void) | null = null;

  /** To be called before the request handler returns. */
  constructor(response: HttpResponse, bytesMax: number) {
    let bytes = 0;
    response.onData((chunk, isLast) => {
      bytes += chunk.byteLength;
      if (this.#isRead || (!isLast && bytes <= bytesMax)) return;
      this.#isRead = true;
      this.#onRead?.();
    });
  }

  /** Calls back when it has come, or more of it than the bound. */
  whenRead(onRead: () => void): void {
    if (this.#isRead) onRead();
    else this.#onRead = onRead;
  }
}
