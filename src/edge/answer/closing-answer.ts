import type { HttpResponse } from "uWebSockets.js";
import { DeadlinePlace } from "../http/deadline-list.ts";
import type { ExchangeHost } from "../http/exchange-host.ts";
import type { WatchedExchange } from "../http/exchange-watch.ts";
import { restartIdleTimer } from "../http/idle-timer.ts";
import type { ReadyAnswer } from "./send-answer.ts";
import { sendClosing } from "./send-answer.ts";

/** A body that nobody wants, and that still comes. */
interface UnreadBody {
  /** Calls back when it has come, or more of it than is worth waiting for. */
  whenRead(onRead: () => void): void;
}

interface LastAnswer {
  readonly answer: ReadyAnswer;
  /** As whom the client is counted. */
  readonly group: string;
  /** What is still to come of the request; `null` when nothing is. */
  readonly rest: UnreadBody | null;
}

/**
 * Sends the last answer of a connection. The server underneath goes on reading requests from what has come already while one of them
 * is answered, and forgets then that it was to close. So the answer waits for the next turn of the loop: a request behind it
 * closes the connection at once, and nothing is read after the answer.
 */
export class ClosingAnswer implements WatchedExchange {
  readonly place: DeadlinePlace<WatchedExchange> = new DeadlinePlace(this);
  readonly isClientsTurn = true;
  readonly #host: ExchangeHost;
  readonly #response: HttpResponse;
  readonly #last: LastAnswer;
  #isOver = false;

  constructor(host: ExchangeHost, response: HttpResponse, last: LastAnswer) {
    this.#host = host;
    this.#response = response;
    this.#last = last;
    response.onAborted(() => this.#end());
    host.watch.addReceiving(this, host.clock.nowMs());
    if (last.rest === null) this.#sendNextTurn();
    else last.rest.whenRead(() => this.#sendNextTurn());
  }

  #sendNextTurn(): void {
    if (this.#isOver) return;
    this.#response.pause();
    setImmediate(() => {
      if (this.#isOver) return;
      this.#end();
      const { answer, group } = this.#last;
      this.#response.cork(() => sendClosing(this.#host, this.#response, answer, () => group));
    });
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#host.watch.remove(this);
  }

  cutOff(): void {
    if (this.#isOver) return;
    this.#host.traffic.cutOffRequests += 1;
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
