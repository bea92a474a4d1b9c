import type { HttpResponse } from "uWebSockets.js";
import type { ExchangeHost } from "../http/exchange-host.ts";
import type { WatchedExchange } from "../http/exchange-watch.ts";
import { DeadlinePlace, restartIdleTimer } from "../http/exchange-watch.ts";
import type { ReadyAnswer } from "./send-answer.ts";
import { sendClosing } from "./send-answer.ts";

/** An unwanted body that still arrives. */
interface UnreadBody {
  /** Calls back when it is complete, or when too much of it has arrived. */
  whenRead(onRead: () => void): void;
}

interface LastAnswer {
  readonly answer: ReadyAnswer;
  /** The address group in which the client is counted. */
  readonly group: string;
  /** The rest of the request's body; `null` when nothing is left. */
  readonly rest: UnreadBody | null;
}

/**
 * Sends the last answer of a connection. While uWebSockets.js answers a request, it keeps parsing requests from bytes that arrived already,
 * and then forgets that the connection must close. So the answer waits for the next turn of the event loop. A further request
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

/** The unread rest of a body. It is discarded as it arrives, up to a bound. */
export class BodyRest implements UnreadBody {
  #isRead = false;
  #onRead: (() => void) | null = null;

  /** Must be called before the request handler returns. */
  constructor(response: HttpResponse, bytesMax: number) {
    let bytes = 0;
    response.onData((chunk, isLast) => {
      bytes += chunk.byteLength;
      if (this.#isRead || (!isLast && bytes <= bytesMax)) return;
      this.#isRead = true;
      this.#onRead?.();
    });
  }

  /** Calls back when the rest is complete, or when more than the bound has arrived. */
  whenRead(onRead: () => void): void {
    if (this.#isRead) onRead();
    else this.#onRead = onRead;
  }
}
