import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import { assert, Defect } from "../core/assert.ts";
import type { ErrorCode } from "../core/errors.ts";
import { ERROR_MESSAGE, ERROR_STATUS } from "../core/errors.ts";
import type { Failure, Result } from "../core/result.ts";
import { ok } from "../core/result.ts";
import type { Answer } from "./answer.ts";
import type { AnswerSource, AnswerStreamOutcome } from "./answer-stream.ts";
import { AnswerStream } from "./answer-stream.ts";
import { AMBIGUOUS_BODY, CHUNKED_BODY, NO_BODY, readBodyFraming } from "./body-framing.ts";
import { discardBytesMax, payloadTooLarge, readBody } from "./body-reader.ts";
import type { BodySink, OnPiece } from "./body-stream.ts";
import { BodyStream, streamDiscardBytesMax } from "./body-stream.ts";
import type { ExchangeHost } from "./exchange-host.ts";
import { levelOf, logAnswer } from "./exchange-log.ts";
import type { TransferTimes, WatchedExchange } from "./exchange-watch.ts";
import type { HeaderList } from "./failure-answer.ts";
import { ambiguousBodyAnswer, failureBodyOf, failureHeadersOf, JSON_TYPE } from "./failure-answer.ts";
import { linesOf } from "./header-lines.ts";
import type { RouteTraffic } from "./traffic.ts";
import { countAnswer } from "./traffic.ts";
import { writeHead } from "./write-head.ts";

const noHeaders: HeaderList = [];
const lineBreak = /[\r\n]/;
/**
 * One request and its answer: copied, bounded, abortable, answered exactly once, corked. `header`, `query`, `path`,
 * `remoteAddress` and `onBody` work only before the handler returns. After an abort or an answer nothing is written.
 */
export class HttpExchange implements WatchedExchange {
  readonly requestId: string;
  /** Lower case. */
  readonly method: string;
  readonly startedAtMs: number;
  /** Which thing the request is about, for the log; never a secret. */
  subject: string | null = null;
  /** The masked path of a request without a route, for the log. */
  maskedPath: string | null = null;
  /** Of every answer from now on, beside its own. Must not be taken from a request unchecked. */
  answerHeaders: HeaderList = noHeaders;

  readonly #host: ExchangeHost;
  readonly #route: RouteTraffic;
  #response: HttpResponse | null;
  #request: HttpRequest | null;
  readonly #framing: number;
  #isCorked = true;
  #isReading = false;
  /** Bytes that come or go piece by piece. */
  #transfer: BodyStream | AnswerStream | null = null;
  #unreadBytesMax: number;
  #mustClose = false;
  /** A second answer is a defect unless the first came from a deadline. */
  #wasGivenUp = false;
  #abortListener: (() => void) | null = null;

  constructor(host: ExchangeHost, route: RouteTraffic, response: HttpResponse, request: HttpRequest, method: string) {
    this.#host = host;
    this.#route = route;
    this.#response = response;
    this.#request = request;
    this.method = method;
    this.requestId = host.nextRequestId();
    this.startedAtMs = host.clock.nowMs();
    this.#unreadBytesMax = discardBytesMax(host.limits.bodyBytesMax);
    this.#framing = readBodyFraming(request, method !== "get" && method !== "head");
  }

  /** False once it was answered or given up by the client: work for it is in vain. */
  get isOpen(): boolean {
    return this.#response !== null;
  }

  get hasAmbiguousBody(): boolean {
    return this.#framing === AMBIGUOUS_BODY;
  }

  /** A request header by its lower-case name, `""` when absent. Before the handler returns only. */
  header(name: string): string {
    return this.#live("header").getHeader(name);
  }

  /** How often the header was sent, empty or not. Before the handler returns only. */
  headerCount(name: string): number {
    return linesOf(this.#live("headerCount"), name).length;
  }

  /** A decoded query parameter. Before the handler returns only. */
  query(name: string): string | undefined {
    return this.#live("query").getQuery(name);
  }

  /** The path as sent, secrets included. Before the handler returns only. */
  path(): string {
    return this.#live("path").getUrl();
  }

  /** Whose request it is: the peer's address as text, or that of whom a trusted proxy speaks for. Before the handler returns only. */
  remoteAddress(): string {
    const request = this.#live("remoteAddress");
    assert(this.#response !== null, "remoteAddress was asked for after the answer");
    const peer = Buffer.from(this.#response.getRemoteAddressAsText()).toString("latin1");
    return this.#host.clientAddress(peer, () => linesOf(request, "x-forwarded-for"));
  }

  /**
   * Collects the body and calls back once: the whole body, or `payload_too_large` (at once when the declared length says
   * so). Never calls back after an abort. The bytes may be a view of a larger buffer and belong to the caller.
   * Before the handler returns only.
   */
  onBody(bytesMax: number, onBody: (body: Result<Uint8Array>) => void): void {
    this.#live("onBody");
    const response = this.#response;
    assert(response !== null && !this.#isReading, "onBody was called after the answer or twice");
    if (this.#framing === NO_BODY || this.#framing > bytesMax) {
      onBody(this.#framing === NO_BODY ? ok(new Uint8Array(0)) : payloadTooLarge(bytesMax));
      return;
    }
    this.#isReading = true;
    readBody(response, bytesMax, (body, isWholeRead) => {
      if (this.#response === null) return;
      this.#isReading = false;
      this.#mustClose ||= !isWholeRead;
      this.#isCorked = true;
      this.#host.watch.addAnswering(this);
      try {
        onBody(body);
      } catch (error) {
        this.answerDefect(error);
      }
      this.#isCorked = false;
    });
  }

  /** A large body is usual here: also when it is refused unread, its client is to see the answer. */
  expectLargeBody(bytesMax: number): void {
    this.#unreadBytesMax = streamDiscardBytesMax(bytesMax);
  }

  /**
   * Hands the body to the sink piece by piece; the client is held back meanwhile. Resolves with the number of bytes, or
   * `payload_too_large` (at once when the declared length says so), or `null` when the client went away or took too long. Rejects
   * with what the sink threw. Before the handler returns only.
   */
  receive(bytesMax: number, times: TransferTimes, sink: BodySink, onPiece?: OnPiece): Promise<Result<number> | null> {
    this.#live("receive");
    const response = this.#response;
    assert(response !== null && !this.#isReading, "receive was called after the answer or a second time");
    if (this.#framing === NO_BODY) return Promise.resolve(ok(0));
    if (this.#framing > bytesMax) return Promise.resolve(payloadTooLarge(bytesMax));
    const { watch, pool } = this.#host;
    watch.addTransfer(this, times);
    const stream = new BodyStream(response, {
      bytesMax,
      pool,
      sink,
      onPiece,
      onProgress: () => watch.noteProgress(this),
      onEnd: (isWholeRead) => {
        this.#transfer = null;
        this.#mustClose ||= !isWholeRead && this.#framing === CHUNKED_BODY;
        watch.addAnswering(this);
      },
    });
    this.#transfer = stream;
    return stream.ended;
  }

  /** Gives the answer this long, for it waits for somebody outside. After the handler returned only. */
  waitOutside(ms: number): void {
    assert(this.#request === null, "waitOutside was called before the handler returned");
    if (this.#response !== null) this.#host.watch.addTransfer(this, { idleMs: ms, wholeMs: ms });
  }

  /** Called when the client goes away before the answer. */
  onAborted(listener: () => void): void {
    this.#abortListener = listener;
  }

  /**
   * Answers, once. Does nothing after an abort or after the deadline's 504. A second answer is a defect: it is logged
   * and not sent.
   */
  answer(status: number, answer: Answer = {}): void {
    const headers = answer.headers ?? noHeaders;
    for (const part of headers) assert(!lineBreak.test(part), "Expected header names and values of one line each");
    this.#finish(status, null, answer.contentType ?? JSON_TYPE, headers, answer.body);
  }

  /**
   * Answers with at least one byte that is read as the client takes it; a HEAD with the head alone. Resolves when the source is needed no more: all is sent, the
   * client went away or took too long, or the source failed. After the handler returned only.
   */
  answerStream(
    status: number,
    head: { readonly contentType: string; readonly headers: HeaderList },
    source: AnswerSource,
    times: TransferTimes,
  ): Promise<void> {
    const response = this.#response;
    assert(this.#request === null, "answerStream was called before the handler returned");
    if (response === null) {
      this.#reportSecondAnswer(status);
      return Promise.resolve();
    }
    const { watch } = this.#host;
    watch.addTransfer(this, times);
    const stream = new AnswerStream(response, {
      source,
      isHeadOnly: this.method === "head",
      writeHead: () => {
        writeHead(response, this.requestId, status, head.contentType, [...this.answerHeaders, ...head.headers]);
        if (this.#host.isDraining()) response.writeHeader("Connection", "close");
      },
      onProgress: () => watch.noteProgress(this),
      onEnd: (outcome) => this.#endStream(response, status, outcome),
    });
    this.#transfer = stream;
    stream.start();
    return stream.ended;
  }

  /** Answers with the body of ERR-01 and the status of the code; `headers` go beside those the status demands. */
  answerFailure(failure: Failure, headers: HeaderList = noHeaders): void {
    const own = failureHeadersOf(failure);
    const all = headers.length === 0 ? own : [...own, ...headers];
    this.#finish(ERROR_STATUS[failure.code], failure.code, JSON_TYPE, all, failureBodyOf(failure));
  }

  /** Answers with one of the codes whose sentence never varies. */
  answerCode(code: keyof typeof ERROR_MESSAGE, retryAfterSeconds?: number): void {
    const message = ERROR_MESSAGE[code];
    this.answerFailure(retryAfterSeconds === undefined ? { code, message } : { code, message, retryAfterSeconds });
  }

  /** ERR-10: an exception is logged whole and told to nobody. */
  answerDefect(error: unknown): void {
    const { requestId, method } = this;
    this.#host.log.error({ requestId, method, route: this.#route.pattern, err: error }, "request handler failed");
    if (this.#response !== null) this.answerCode("internal_error");
  }

  /** Answers 400 and closes at once, because nobody can say where the next request starts. A HEAD is closed unanswered. */
  refuseAmbiguousBody(): void {
    this.#mustClose = true;
    const response = this.#response;
    if (this.method === "head" && response !== null) {
      this.#response = null;
      response.close();
      return;
    }
    this.#finish(400, "invalid_request", JSON_TYPE, noHeaders, ambiguousBodyAnswer);
  }

  /** Called by the router when the handler returned: from here on the request is gone and the deadlines run. */
  leaveHandler(): void {
    this.#request = null;
    this.#isCorked = false;
    const response = this.#response;
    if (response === null) return;
    response.onAborted(() => {
      if (this.#response === null) return;
      this.#host.traffic.abortedRequests += 1;
      this.#abandon();
    });
    if (this.#isReading) this.#host.watch.addReceiving(this, this.startedAtMs);
    else if (this.#transfer === null) this.#host.watch.addAnswering(this);
  }

  get isClientsTurn(): boolean {
    return this.#transfer?.isClientsTurn ?? true;
  }

  cutOff(): void {
    const response = this.#response;
    if (response === null) return;
    const { requestId, method } = this;
    this.#host.traffic.cutOffRequests += 1;
    this.#host.log.warn({ requestId, method, route: this.#route.pattern }, "request cut off: not complete in time");
    this.#abandon();
    response.close();
  }

  keepReceiving(): void {
    if (this.#transfer !== null) {
      this.#transfer.keepReceiving();
      return;
    }
    // Resuming sets the timer anew, but deafens a connection that was not paused.
    this.#response?.pause();
    this.#response?.resume();
  }

  giveUp(): void {
    this.#host.traffic.timedOutRequests += 1;
    this.answerCode("timeout");
    this.#wasGivenUp = true;
  }

  /** Hands the raw response over to a socket upgrade; the exchange is over. */
  releaseForUpgrade(): { readonly response: HttpResponse; readonly request: HttpRequest } {
    const request = this.#live("releaseForUpgrade");
    const response = this.#response;
    assert(response !== null, "an answered request was to be upgraded");
    this.#response = null;
    countAnswer(this.#route, 101);
    return { response, request };
  }

  #live(what: string): HttpRequest {
    if (this.#request === null)
      throw new Defect(`${what} was called after the handler of ${this.#route.pattern} returned`);
    return this.#request;
  }

  #abandon(): void {
    this.#response = null;
    this.#wasGivenUp = true;
    this.#host.watch.remove(this);
    try {
      this.#transfer?.abort();
      this.#abortListener?.();
    } catch (error) {
      this.answerDefect(error);
    }
  }

  #finish(
    status: number,
    code: ErrorCode | null,
    contentType: string,
    headers: HeaderList,
    body: string | Uint8Array | undefined,
  ): void {
    const response = this.#response;
    if (response === null) {
      this.#reportSecondAnswer(status);
      return;
    }
    this.#response = null;
    if (this.#request === null) this.#host.watch.remove(this);
    if (this.#isCorked) this.#write(response, status, contentType, headers, body);
    else response.cork(() => this.#write(response, status, contentType, headers, body));
    this.#noteAnswer(status, code);
  }

  /** A body that breaks off can only be told by closing the connection. */
  #endStream(response: HttpResponse, status: number, outcome: AnswerStreamOutcome): void {
    this.#transfer = null;
    if (outcome.isSent || outcome.isBegun) {
      this.#response = null;
      this.#host.watch.remove(this);
    }
    if (outcome.isSent) this.#noteAnswer(status, null);
    else this.answerDefect(outcome.error);
    if (!outcome.isSent && outcome.isBegun) response.close();
  }

  #noteAnswer(status: number, code: ErrorCode | null): void {
    countAnswer(this.#route, status);
    const level = levelOf(this.method, status);
    if (!this.#host.answerLog.isLevelEnabled(level)) return;
    const durationMs = this.#host.clock.nowMs() - this.startedAtMs;
    logAnswer(this.#host.answerLog, level, this, { route: this.#route.pattern, status, code, durationMs });
  }

  #reportSecondAnswer(status: number): void {
    if (this.#wasGivenUp) return;
    const { requestId, method } = this;
    this.#host.log.error(
      { requestId, method, route: this.#route.pattern, status },
      "request answered twice: second answer dropped",
    );
  }

  #write(
    response: HttpResponse,
    status: number,
    contentType: string,
    headers: HeaderList,
    body: string | Uint8Array | undefined,
  ): void {
    const all = this.answerHeaders.length === 0 ? headers : [...this.answerHeaders, ...headers];
    writeHead(response, this.requestId, status, body === undefined ? null : contentType, all);
    const isBodiless = this.method === "head" || status === 204 || status === 304;
    if (isBodiless && !this.#mustClose) {
      if (this.#host.isDraining()) response.writeHeader("Connection", "close");
      if (this.method === "head") response.writeHeader("Content-Length", String(Buffer.byteLength(body ?? "")));
      // Any argument would end the process: this build takes it for a promise of a body.
      response.endWithoutBody();
    } else response.end(isBodiless ? "" : (body ?? ""), this.#closesConnection());
  }

  /** A body nobody will read is thrown away as it comes, so that the connection lives; a huge one is not worth it. */
  #closesConnection(): boolean {
    if (this.#mustClose || this.#host.isDraining()) return true;
    return this.#framing !== CHUNKED_BODY && this.#framing > this.#unreadBytesMax;
  }
}
