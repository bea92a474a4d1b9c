import type { Dispatcher } from "undici";
import type { Pacer } from "../../core/bounds/pacer.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import { readRetryAfter } from "../webhook/retry-after.ts";

/** The time was over before the whole answer had come. */
export class ExchangeTimeoutError extends Error {
  override readonly name = "ExchangeTimeoutError";
}

/** Nobody wanted the request any more when its turn came: it was not sent. */
export class RequestDroppedError extends Error {
  override readonly name = "RequestDroppedError";
}

/** Ends a connection whose answer is longer than anybody reads. */
class AnswerCutError extends Error {
  override readonly name = "AnswerCutError";
}

export interface ExchangeOptions {
  readonly clock: Clock;
  /** Many give up in one moment where an endpoint hangs; nobody else is to wait for all of them. */
  readonly pace: Pacer;
  /** Unix milliseconds: waiting for a connection, connecting, sending and reading are over by then. */
  readonly untilMs: number;
  /** Of the answer; a longer one is cut off together with its connection. Source: DEL-16. */
  readonly answerBytesMax: number;
  /** Asked when the request is about to be written. */
  readonly isWanted?: (() => boolean) | undefined;
}

export interface ExchangeResult {
  /** `null` when no answer began. */
  readonly httpStatus: number | null;
  /** How long the answer asks to be left alone; 0 when it does not. Source: RFC 9110, 10.2.3. */
  readonly retryAfterMs: number;
  /** As much of the answer as came and is read. */
  readonly answer: Buffer;
  /** Why there is no whole answer; `null` when there is. */
  readonly error: unknown;
}

/** One request over one connection, never repeated, no redirect followed. Every end is a value: it does not reject. */
export function runExchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  options: ExchangeOptions,
): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    dispatcher.dispatch(request, new Exchange(options, resolve));
  });
}

/** Many give up at once where an endpoint hangs, and the stack is the dearest part of an error. */
export const timedOut = new ExchangeTimeoutError();
const dropped = new RequestDroppedError();

/** Between the moment a request is handed over and the one it is written lies connecting, which is given up by then. */
const beginsWithinMs = 3_000;

class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #resolve: (result: ExchangeResult) => void;
  readonly #alarm: Wake;
  readonly #handedOverAtMs: number;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #httpStatus: number | null = null;
  #retryAfterMs = 0;
  #length = 0;
  #isOver = false;
  /** Its time is over: it is not written any more. */
  #isExpired = false;

  constructor(options: ExchangeOptions, resolve: (result: ExchangeResult) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#handedOverAtMs = options.clock.nowMs();
    this.#alarm = options.clock.wakeAt(options.untilMs, () => this.#expire());
  }

  /** A connection is free: the request is written now, unless it was given up while it waited. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    const { isWanted, clock, untilMs } = this.#options;
    // A process that stood still may come here before its alarm rings; and others may have taken over what it was about to send.
    const lastMs = Math.min(untilMs, this.#handedOverAtMs + beginsWithinMs);
    if (clock.nowMs() >= lastMs) this.#isExpired = true;
    if (this.#isOver || this.#isExpired) controller.abort(dropped);
    else if (isWanted !== undefined && !isWanted()) this.#giveUp(dropped);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    httpStatus: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // 1xx announce that an answer is still to come.
    if (httpStatus < 200) return;
    this.#httpStatus = httpStatus;
    const sent = headers["retry-after"];
    const retryAfter = Array.isArray(sent) ? sent[0] : sent;
    if (retryAfter !== undefined) this.#retryAfterMs = readRetryAfter(retryAfter, this.#options.clock.nowMs());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#options.answerBytesMax) return;
    this.#end(null);
    controller.abort(new AnswerCutError());
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(this.#isExpired ? timedOut : error);
  }

  #expire(): void {
    this.#isExpired = true;
    this.#options.pace(() => this.#giveUp(timedOut));
  }

  #giveUp(error: Error): void {
    if (this.#isOver) return;
    this.#end(error);
    this.#controller?.abort(error);
  }

  #end(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#alarm.cancel();
    const [only] = this.#chunks;
    const whole = this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks);
    const answer = whole.subarray(0, this.#options.answerBytesMax);
    this.#resolve({ httpStatus: this.#httpStatus, retryAfterMs: this.#retryAfterMs, answer, error });
  }
}
