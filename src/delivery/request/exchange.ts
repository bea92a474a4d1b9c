import type { Dispatcher } from "undici";
import type { Pacer } from "../../core/bounds/pacer.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import { readRetryAfter } from "../webhook/retry-after.ts";

/** The request timed out before the response was complete. */
export class ExchangeTimeoutError extends Error {
  override readonly name = "ExchangeTimeoutError";
}

/** The caller withdrew the request before it was sent. */
export class RequestDroppedError extends Error {
  override readonly name = "RequestDroppedError";
}

/** Ends a connection whose response is longer than the limit. */
class AnswerCutError extends Error {
  override readonly name = "AnswerCutError";
}

export interface ExchangeOptions {
  readonly clock: Clock;
  /** Many requests time out in one moment when an endpoint hangs. They end one by one, so that no other work waits for all of them. */
  readonly pace: Pacer;
  /** The deadline in Unix milliseconds for all of it: the wait for a connection, connecting, sending and reading. */
  readonly untilMs: number;
  /** The limit for the response. A longer response is cut off and its connection closed. Source: DEL-16. */
  readonly answerBytesMax: number;
  /** Called just before the request is written. */
  readonly isWanted?: (() => boolean) | undefined;
}

export interface ExchangeResult {
  /** `null` when no response began. */
  readonly httpStatus: number | null;
  /** The value of `Retry-After` in milliseconds, 0 without one. Source: RFC 9110, 10.2.3. */
  readonly retryAfterMs: number;
  /** The part of the response body that came and is within the limit. */
  readonly answer: Buffer;
  /** The reason why the response is incomplete, `null` when it is complete. */
  readonly error: unknown;
}

/** Makes one request over one connection. It never retries and follows no redirect. Every outcome is a value: the promise does not reject. */
export function runExchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  options: ExchangeOptions,
): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    dispatcher.dispatch(request, new Exchange(options, resolve));
  });
}

/** Has no stack, because many requests time out at once and the stack is the most expensive part of an error. */
export const timedOut = new ExchangeTimeoutError();
const dropped = new RequestDroppedError();

/** undici connects between taking and writing a request, and gives up connecting after this time. */
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
  /** The request timed out, so it must not be written any more. */
  #isExpired = false;

  constructor(options: ExchangeOptions, resolve: (result: ExchangeResult) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#handedOverAtMs = options.clock.nowMs();
    this.#alarm = options.clock.wakeAt(options.untilMs, () => this.#expire());
  }

  /** A connection is free. The request is written now, unless it was given up while it waited. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    const { isWanted, clock, untilMs } = this.#options;
    // A process that was frozen can arrive here before its timer fires. Another process may have taken over the request by then.
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
    // A 1xx status announces that the response is still to come.
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
