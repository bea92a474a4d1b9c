import type { Socket } from "node:net";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, constants as zlib } from "node:zlib";
import type { Dispatcher } from "undici";
import type { Pacer } from "../../core/bounds/pacer.ts";
import type { Clock, Wake } from "../../ports/clock.ts";

/** More codings than this are of no use to anybody. */
const codingsMax = 3;
/** A part of a packed answer is unpacked as far as it goes. */
const partly = { finishFlush: zlib.Z_SYNC_FLUSH };

/**
 * Returns the first `bytesMax` bytes of an answer without the codings of its `Content-Encoding`. Bytes that are not what the header says stay
 * as they came, because some servers set the header alone.
 */
async function unpackAnswer(answer: Buffer, contentEncoding: string, bytesMax: number): Promise<Buffer> {
  const codings = contentEncoding.toLowerCase().split(",", codingsMax);
  let bytes = answer;
  for (const coding of codings.reverse()) bytes = (await unpackOnce(bytes, coding.trim(), bytesMax)) ?? bytes;
  return bytes;
}

async function unpackOnce(bytes: Buffer, coding: string, bytesMax: number): Promise<Buffer | null> {
  const unpacking = createUnpacking(coding, bytes);
  if (unpacking === null) return null;
  const parts: Buffer[] = [];
  let length = 0;
  unpacking.end(bytes);
  try {
    // Leaving the loop early ends the work.
    for await (const part of unpacking) {
      parts.push(part);
      length += part.length;
      if (length >= bytesMax) break;
    }
  } catch {
    if (length === 0) return null;
  }
  return Buffer.concat(parts).subarray(0, bytesMax);
}

/** Source: RFC 9110, 8.4.1. */
function createUnpacking(coding: string, bytes: Buffer) {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return createGunzip(partly);
    case "deflate":
      // Some servers leave out the frame of zlib.
      return isZlib(bytes) ? createInflate(partly) : createInflateRaw(partly);
    case "br":
      return createBrotliDecompress({ finishFlush: zlib.BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}

const isZlib = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/** The request timed out before the response was complete. */
export class ExchangeTimeoutError extends Error {
  override readonly name = "ExchangeTimeoutError";
}

/** No connection was made. The system may give up an address long before the attempt ends. */
export class NoConnectionError extends Error {
  override readonly name = "NoConnectionError";
  readonly afterMs: number;

  constructor(afterMs: number, cause: Error) {
    super(`No connection after ${afterMs} ms`, { cause });
    this.afterMs = afterMs;
  }
}

/** The caller withdrew the request before it was sent. */
export class RequestDroppedError extends Error {
  override readonly name = "RequestDroppedError";
}

/** The server answered with a status that is none, or speaks another protocol. */
export class BadStatusError extends Error {
  override readonly name = "BadStatusError";
}

/** Ends a connection whose response is longer than the limit, or has a body that nobody reads. */
class AnswerCutError extends Error {
  override readonly name = "AnswerCutError";
}

/** A request with a body that is sent at once. */
export interface OutboundRequest {
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: string[];
  readonly body: Uint8Array;
  /** Sent in chunked transfer encoding. */
  readonly isChunked?: boolean;
  /** Sent over a connection that is used once. */
  readonly reset?: boolean;
}

export interface Answer<Reason = unknown> {
  /** `null` when no response began. */
  readonly httpStatus: number | null;
  /** The value of `Retry-After`, "" without one. */
  readonly retryAfter: string;
  /** The text of the response body, of the part that came and is within the limit. */
  readonly text: string;
  /** The reason why the response is incomplete, `null` when it is complete. */
  readonly error: Reason;
}

export const unanswered = { httpStatus: null, retryAfter: "", text: "" } as const;

export interface ExchangeOptions {
  readonly clock: Clock;
  /** Many requests time out in one moment when an endpoint hangs. They end one by one, so that no other work waits for all of them. */
  readonly pace: Pacer;
  /** The deadline in Unix milliseconds for all of it: the wait for a connection, connecting, sending and reading. */
  readonly untilMs: number;
  /** When the request was handed over, if it was in another thread. */
  readonly handedOverAtMs?: number;
  /** The limit for the response. A longer response is cut off and its connection closed. Source: DEL-16. */
  readonly answerBytesMax: number;
  /** Called just before the request is written. */
  readonly isWanted?: (() => boolean) | undefined;
  /** Whether the body of a response with this status is read; absent: always. */
  readonly isRead?: (httpStatus: number) => boolean;
}

export interface Received {
  /** `null` when no response began. */
  readonly httpStatus: number | null;
  /** Names in lower case. */
  readonly headers: ReceivedHeaders;
  /** The part of the response body that came and is within the limit, unpacked. */
  readonly body: Buffer;
  /** The reason why the response is incomplete, `null` when it is complete. */
  readonly error: unknown;
}

type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;
const noHeaders: ReceivedHeaders = {};

/** The first value of a header, "" without one. */
export function headerOf(headers: ReceivedHeaders, name: string): string {
  const value = headers[name] ?? "";
  return typeof value === "string" ? value : (value[0] ?? "");
}

/** Makes one request over one connection. It never retries and follows no redirect. Every outcome is a value: the promise does not reject. */
export async function runExchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  options: ExchangeOptions,
): Promise<Received> {
  const received = await new Promise<Received>((resolve) => {
    dispatcher.dispatch(request, new Exchange(options, resolve));
  });
  const coding = received.headers["content-encoding"];
  if (coding === undefined) return received;
  return { ...received, body: await unpackAnswer(received.body, String(coding), options.answerBytesMax) };
}

/** Has no stack, because many requests time out at once and the stack is the most expensive part of an error. */
export const timedOut = new ExchangeTimeoutError();
const dropped = new RequestDroppedError();

/** undici connects between taking and writing a request, and gives up connecting after this time. */
const beginsWithinMs = 3_000;

export const steadyMs = (clock: Clock): number => clock.steadyMs?.() ?? clock.nowMs();

class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #resolve: (received: Received) => void;
  readonly #alarm: Wake;
  readonly #handedOverAtMs: number;
  /** In the time that nobody can set. */
  readonly #lateAfterMs: number;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #httpStatus: number | null = null;
  #headers = noHeaders;
  #length = 0;
  #isOver = false;
  /** The request timed out, so it must not be written any more. */
  #isExpired = false;

  constructor(options: ExchangeOptions, resolve: (received: Received) => void) {
    this.#options = options;
    this.#resolve = resolve;
    const nowMs = options.clock.nowMs();
    this.#handedOverAtMs = options.handedOverAtMs ?? nowMs;
    this.#lateAfterMs = steadyMs(options.clock) + options.untilMs - nowMs;
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

  onResponseStart(controller: Dispatcher.DispatchController, httpStatus: number, headers: ReceivedHeaders): void {
    if (this.#isOver) return;
    // Interim responses do not come this far.
    if (httpStatus < 200) {
      this.#giveUp(new BadStatusError());
      return;
    }
    this.#httpStatus = httpStatus;
    this.#headers = headers;
    // These two have no body, whatever the headers say. Source: RFC 9112, 6.3.
    const hasBody = httpStatus !== 204 && httpStatus !== 304;
    if (hasBody && this.#options.isRead?.(httpStatus) !== false) return;
    this.#end(null);
    if (headerOf(headers, "content-length") === "" && headerOf(headers, "transfer-encoding") === "") return;
    controller.abort(new AnswerCutError());
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
    const body = whole.subarray(0, this.#options.answerBytesMax);
    // After a freeze, the answer is read before the timer fires. It counts as late, because others may have repeated the request. A clock
    // that was set forward meanwhile makes no answer late.
    const isLate = this.#isExpired || steadyMs(this.#options.clock) > this.#lateAfterMs;
    this.#resolve({
      httpStatus: this.#httpStatus,
      headers: this.#headers,
      body,
      error: error ?? (isLate ? timedOut : null),
    });
  }
}

/** The server sends more bytes around its answer than any answer needs. */
export class EndlessAnswerError extends Error {
  override readonly name = "EndlessAnswerError";
}

/** For all heads of an answer: the interim ones and its own. */
const headBytesMax = 64 * 1024;
/** In the smallest chunks, a byte of a body takes six. */
const wireBytesPerByteMax = 8;

/** 101 is no interim answer: the connection would speak another protocol. */
const interimStart = /^HTTP\/1\.[01] 1(?!01)\d\d/;
const startLength = "HTTP/1.1 100".length;
const headEnd = "\r\n\r\n";
const none = Buffer.alloc(0);
const letterH = 0x48;
const digitOne = 0x31;
const statusAt = "HTTP/1.1 ".length;

/**
 * Removes interim answers from the bytes that a client's socket reads, and bounds the bytes of each answer. undici ends a connection with a
 * 100 that nobody asked for, and reads heads without end. Only one request at a time may use the socket. Source: RFC 9110, 15.2.
 */
export function keepFinalAnswers(socket: Socket, answerBytesMax: number): void {
  const push = socket.push.bind(socket);
  let part: "start" | "interim" | "head" | "body" = "start";
  /** At the start, the bytes that are not enough to judge. In a head, its last bytes, which can begin its end. */
  let before: Buffer = none;
  let bytesLeft = 0;
  let writtenUntilThen = -1;

  /** The bytes of the final answer. */
  const takeHeads = (bytes: Buffer): Buffer => {
    for (let rest = bytes; ; ) {
      if (part === "start") {
        rest = before.length === 0 ? rest : Buffer.concat([before, rest]);
        before = none;
        if (rest.length === 0 || (rest.length < startLength && rest[0] === letterH)) {
          before = rest;
          return none;
        }
        const mayBeInterim = rest[statusAt] === digitOne;
        part = mayBeInterim && interimStart.test(rest.toString("latin1", 0, startLength)) ? "interim" : "head";
      }
      const seen = before.length === 0 ? rest : Buffer.concat([before, rest]);
      const end = seen.indexOf(headEnd);
      if (end < 0) before = Buffer.from(seen.subarray(1 - headEnd.length));
      else before = none;
      if (part === "head") {
        if (end >= 0) {
          part = "body";
          bytesLeft += answerBytesMax * wireBytesPerByteMax;
        }
        return rest;
      }
      if (end < 0) return none;
      part = "start";
      rest = seen.subarray(end + headEnd.length);
    }
  };

  socket.push = (bytes: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (bytes === null) {
      if (part === "start" && before.length > 0) push(before);
      return push(null);
    }
    if (socket.bytesWritten !== writtenUntilThen) {
      writtenUntilThen = socket.bytesWritten;
      bytesLeft = headBytesMax;
      // An interim answer can come between two parts of a request.
      if (part === "head" || part === "body") {
        part = "start";
        before = none;
      }
    }
    bytesLeft -= bytes.length;
    const final = part === "body" ? bytes : takeHeads(bytes);
    if (bytesLeft >= 0) return final.length === 0 || push(final, encoding);
    socket.destroy(new EndlessAnswerError());
    return false;
  };
}
