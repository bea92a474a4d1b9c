import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import type { ErrorCode } from "../../core/errors.ts";
import { ERROR_MESSAGE, ERROR_STATUS } from "../../core/errors.ts";
import type { Failure, Result } from "../../core/result.ts";
import { assert, fail, ok } from "../../core/result.ts";
import { storeFailureOf } from "../../core/rows/store-failure.ts";
import type { Answer } from "../answer/answer.ts";
import type { AnswerSource, AnswerStreamOutcome } from "../answer/answer-stream.ts";
import { AnswerStream } from "../answer/answer-stream.ts";
import { BodyRest, ClosingAnswer } from "../answer/closing-answer.ts";
import type { HeaderList } from "../answer/failure-answer.ts";
import { failureBodyOf, failureHeadersOf, JSON_TYPE } from "../answer/failure-answer.ts";
import type { Packing } from "../answer/packing.ts";
import { isWorthPacking, packVaried } from "../answer/packing.ts";
import type { ReadyAnswer } from "../answer/send-answer.ts";
import { isBodiless, sendAmbiguousBodyAnswer, sendClosing, sendKept, writeHead } from "../answer/send-answer.ts";
import {
  AMBIGUOUS_BODY,
  CHUNKED_BODY,
  discardBytesMax,
  NO_BODY,
  payloadTooLarge,
  readBody,
  readBodyFraming,
} from "../body/body-reader.ts";
import type { BodySink, OnPiece } from "../body/body-stream.ts";
import { BodyStream, streamDiscardBytesMax } from "../body/body-stream.ts";
import type { RouteTraffic } from "../telemetry/exchange-log.ts";
import {
  countAnswer,
  noteAnswer,
  noteAskedClose,
  noteCutOff,
  noteDefect,
  noteSecondAnswer,
  noteUnbounded,
} from "../telemetry/exchange-log.ts";
import type { ExchangeHost } from "./exchange-host.ts";
import type { TransferTimes, WatchedExchange } from "./exchange-watch.ts";
import { DeadlinePlace, restartIdleTimer } from "./exchange-watch.ts";
import { IncomingRequest } from "./incoming-request.ts";

const noHeaders: HeaderList = [];
const lineBreak = /[\r\n]/;
const listedClose = /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i;
const closing: HeaderList = ["Connection", "close"];
/** For a year, browsers ask this host over TLS only. Source: RFC 6797, section 6.1. */
const strictTransport: HeaderList = ["Strict-Transport-Security", "max-age=31536000"];
/**
 * One request and its answer: copied, bounded, abortable, answered exactly once, corked. `header`, `query`, `path`,
 * `remoteAddress` and `onBody` work only before the handler returns. After an abort or an answer nothing is written.
 */
export class HttpExchange extends IncomingRequest implements WatchedExchange {
  readonly place: DeadlinePlace<WatchedExchange> = new DeadlinePlace(this);
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly traceparent: string;
  /** The subject of the request, for the log; never a secret. */
  subject: string | null = null;
  /** The masked path of a request without a route, for the log. */
  maskedPath: string | null = null;
  /** Further headers of every answer from now on. Must not be taken from a request unchecked. */
  answerHeaders: HeaderList = noHeaders;
  /** The compression of a large JSON answer: null for none, undefined where the address never compresses. */
  packing: Packing | null | undefined;

  readonly #host: ExchangeHost;
  readonly #framing: number;
  #isCorked = true;
  #isReading = false;
  /** A transfer piece by piece, in either direction. */
  #transfer: BodyStream | AnswerStream | null = null;
  #unreadBytesMax: number;
  #isBodyTaken = false;
  /** The unread rest of a chunked body. */
  #rest: BodyRest | BodyStream | null = null;
  #mustClose = false;
  /** uWebSockets.js closes the connection by itself, but does not say so. */
  readonly #isClosing: boolean;
  /** A second answer is a defect unless the first came from a deadline. */
  #wasGivenUp = false;
  #abortListener: (() => void) | null = null;

  constructor(host: ExchangeHost, route: RouteTraffic, response: HttpResponse, request: HttpRequest, method: string) {
    super(route, response, request, method, host);
    this.#host = host;
    this.requestId = host.nextRequestId();
    this.startedAtMs = host.clock.nowMs();
    this.traceparent = host.spans === null ? "" : request.getHeader("traceparent");
    this.#unreadBytesMax = discardBytesMax(host.limits.bodyBytesMax);
    this.#framing = readBodyFraming(request, method !== "get" && method !== "head");
    const connection = request.getHeader("connection");
    // It looks at the length of the header alone, and does not know lists.
    this.#isClosing = connection.length === "close".length;
    // uWebSockets.js accepts any two bytes as the end of a chunked body and parses trailers as requests.
    this.#mustClose = this.#framing === CHUNKED_BODY || (!this.#isClosing && listedClose.test(connection));
  }

  /** False after an answer, or after the client disconnected: further work is useless then. */
  get isOpen(): boolean {
    return this.response !== null;
  }

  get hasAmbiguousBody(): boolean {
    return this.#framing === AMBIGUOUS_BODY;
  }

  /**
   * Collects the body and calls back once, with the complete body or with `payload_too_large` (at once if the declared length is
   * too large). Never calls back after an abort. The bytes may be a view of a larger buffer and belong to the caller. Call it
   * before the handler returns.
   */
  onBody(bytesMax: number, onBody: (body: Result<Uint8Array>) => void): void {
    this.live("onBody");
    const response = this.response;
    assert(response !== null && !this.#isReading, "onBody was called after the answer or twice");
    const known = this.#knownBody(bytesMax);
    if (known !== null) {
      onBody(known);
      return;
    }
    this.#isReading = true;
    this.#isBodyTaken = true;
    readBody(response, bytesMax, (body, isWholeRead) => {
      if (this.response === null) return;
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

  /** What the head says about the body: there is none, or it is refused. `null` when it must be read. */
  #knownBody(bytesMax: number): Result<Uint8Array> | null {
    if (this.#framing === NO_BODY) return ok(new Uint8Array(0));
    const coding = this.header("content-encoding");
    if (coding !== "" && coding.toLowerCase() !== "identity")
      return fail("unsupported_media_type", ERROR_MESSAGE.unsupported_media_type);
    return this.#framing > bytesMax ? payloadTooLarge(bytesMax) : null;
  }

  /** Declares that large bodies are usual here: the client must receive the answer even when its body is refused unread. */
  expectLargeBody(bytesMax: number): void {
    this.#unreadBytesMax = streamDiscardBytesMax(bytesMax);
  }

  /**
   * Passes the body to the sink piece by piece and pauses the client when the sink is slow. Resolves with the number of bytes,
   * with `payload_too_large` (at once if the declared length is too large), or with `null` if the client disconnected or took too
   * long. Rejects with the exception of the sink. Call it before the handler returns.
   */
  receive(bytesMax: number, times: TransferTimes, sink: BodySink, onPiece?: OnPiece): Promise<Result<number> | null> {
    this.live("receive");
    const response = this.response;
    assert(response !== null && !this.#isReading, "receive was called after the answer or a second time");
    const known = this.#knownBody(bytesMax);
    if (known !== null) return Promise.resolve(known.ok ? ok(0) : known);
    const { watch, pool } = this.#host;
    this.#isBodyTaken = true;
    watch.addTransfer(this, times);
    const stream = new BodyStream(response, {
      bytesMax,
      pool,
      sink,
      onPiece,
      onProgress: (bytes) => watch.noteProgress(this, bytes),
      onEnd: () => {
        this.#transfer = null;
        watch.addAnswering(this);
      },
    });
    this.#transfer = stream;
    return stream.ended;
  }

  /** Stops receiving the body. The client must receive the answer even while it still sends. */
  stopReceiving(): void {
    const stream = this.#transfer;
    if (!(stream instanceof BodyStream)) return;
    stream.stop();
    if (this.#framing === CHUNKED_BODY) this.#rest = stream;
  }

  /**
   * Waits for work whose result the client must learn. Until it ends no timer answers, because the work would go on after the
   * answer. The work must be bounded.
   */
  async untimed<Value>(work: Promise<Value>): Promise<Value> {
    // The deadlines start when the handler has returned.
    await null;
    if (this.response !== null) this.#host.watch.addUntimed(this);
    try {
      return await work;
    } finally {
      if (this.response !== null) this.#host.watch.addAnswering(this);
    }
  }

  /** The listener is called if the client disconnects before the answer. */
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
    const { contentType = JSON_TYPE, body } = answer;
    if (this.packing === undefined || contentType !== JSON_TYPE || body === undefined || !isWorthPacking(body))
      this.#finish(status, null, contentType, headers, body);
    else
      packVaried(body, this.packing, (packed, varied) =>
        this.#finish(status, null, JSON_TYPE, [...headers, ...varied], packed),
      );
  }

  /** Whether the answer may be a 304. It has no body, and the rate of such answers is limited by address. Counts one. */
  mayAnswerNotModified(): boolean {
    return this.response !== null && this.#hasRoomFor(this.response);
  }

  /**
   * Answers with at least one byte and reads the source at the client's pace; answers a HEAD without the body. Resolves when the
   * source is no longer needed: everything is sent, the client disconnected or timed out, or the source failed. Call it after the
   * handler has returned.
   */
  answerStream(
    status: number,
    head: { readonly contentType: string; readonly headers: HeaderList },
    source: AnswerSource,
    times: TransferTimes,
  ): Promise<void> {
    const response = this.response;
    assert(this.request === null, "answerStream was called before the handler returned");
    if (response === null || this.method === "head") {
      this.#finish(status, null, head.contentType, head.headers, "", source.bytes ?? 0);
      return Promise.resolve();
    }
    const { watch, limits } = this.#host;
    watch.addTransfer(this, { ...times, aheadMs: limits.takeAheadMs });
    const closes = this.#mustClose;
    if (closes) response.pause();
    const stream = new AnswerStream(response, {
      source,
      writeHead: () => {
        writeHead(response, this.requestId, status, head.contentType, this.#withCommon(head.headers));
        if (closes || this.#isClosing || this.#host.isDraining()) response.writeHeader("Connection", "close");
      },
      onProgress: (bytes) => watch.noteProgress(this, bytes),
      onEnd: (outcome) => this.#endStream(response, status, outcome),
    });
    this.#transfer = stream;
    stream.start();
    return stream.ended;
  }

  /** Answers with the body of ERR-01 and the status of the code; adds `headers` to those of the status. */
  answerFailure(failure: Failure, headers: HeaderList = noHeaders): void {
    const own = failureHeadersOf(failure);
    const all = headers.length === 0 ? own : [...own, ...headers];
    this.#finish(ERROR_STATUS[failure.code], failure.code, JSON_TYPE, all, failureBodyOf(failure));
  }

  /** Answers with one of the codes whose message is constant. */
  answerCode(code: keyof typeof ERROR_MESSAGE, retryAfterSeconds?: number): void {
    const message = ERROR_MESSAGE[code];
    this.answerFailure(retryAfterSeconds === undefined ? { code, message } : { code, message, retryAfterSeconds });
  }

  /** ERR-10: logs an exception in full. The answer contains no detail, except that the store accepts no writes at present. */
  answerDefect(error: unknown): void {
    noteDefect(this.#host, this, error);
    if (this.response === null) return;
    const failure = storeFailureOf(error);
    if (failure === null) this.answerCode("internal_error");
    else this.answerFailure(failure);
  }

  /** Answers 400 and closes at once, because the start of the next request is unknown. Closes a HEAD without an answer. */
  refuseAmbiguousBody(): void {
    const response = this.response;
    if (response === null) return;
    this.response = null;
    if (this.method === "head") response.close();
    else if (sendAmbiguousBodyAnswer(this.#host, response, this.requestId))
      noteAnswer(this.#host, this, 400, "invalid_request");
  }

  /** Closes the connection of a client with too many requests in one turn of the event loop; returns whether it did. */
  closeFlood(): boolean {
    const response = this.response;
    assert(response !== null, "closeFlood was called after the answer");
    if (this.#host.turns.takeRequest(() => this.groupOf(response))) return false;
    this.response = null;
    this.#host.traffic.floods += 1;
    response.close();
    return true;
  }

  /** Called by the router after the handler returned: the request is no longer readable and the deadlines run. */
  leaveHandler(): void {
    if (this.#host.believesProxies) this.keepAddress();
    this.request = null;
    this.#isCorked = false;
    const response = this.response;
    if (response === null) return;
    if (this.#framing === CHUNKED_BODY && !this.#isBodyTaken) this.#rest = new BodyRest(response, this.#unreadBytesMax);
    response.onAborted(() => {
      if (this.response === null) return;
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
    const response = this.response;
    if (response === null) return;
    noteCutOff(this.#host, this);
    this.#abandon();
    response.close();
  }

  /** Closes the connection without an answer, as a message asked a test channel. Source: CH-62. */
  closeAsAsked(): void {
    const response = this.response;
    if (response === null) return;
    noteAskedClose(this.#host, this);
    this.#abandon();
    response.close();
  }

  keepReceiving(): void {
    if (this.#transfer !== null) this.#transfer.keepReceiving();
    else if (this.response !== null) restartIdleTimer(this.response);
  }

  giveUp(): void {
    this.#host.traffic.timedOutRequests += 1;
    this.answerCode("timeout");
    this.#wasGivenUp = true;
  }

  /** Returns the raw response for a socket upgrade; the exchange is then over. */
  releaseForUpgrade(): { readonly response: HttpResponse; readonly request: HttpRequest } {
    const request = this.live("releaseForUpgrade");
    const response = this.response;
    assert(response !== null, "an answered request cannot be upgraded");
    this.response = null;
    countAnswer(this.route, 101);
    return { response, request };
  }

  #abandon(): void {
    this.response = null;
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
    unmadeBytes?: number,
  ): void {
    const response = this.response;
    if (response === null) {
      if (!this.#wasGivenUp) noteSecondAnswer(this.#host, this, status);
      return;
    }
    this.response = null;
    const { requestId, method } = this;
    const all = this.#withCommon(this.#isClosing ? [...headers, ...closing] : headers);
    const type = body === undefined ? null : contentType;
    const sent = body ?? "";
    const answer: ReadyAnswer = { requestId, method, status, contentType: type, headers: all, body: sent, unmadeBytes };
    if (status !== 304 && isBodiless(method, status, answer.body.length) && !this.#hasRoomFor(response)) {
      this.#host.watch.remove(this);
      noteUnbounded(this.#host, this);
      response.close();
      return;
    }
    if (this.#mustClose) this.#sendLast(response, answer);
    else if (this.#isCorked) this.#send(response, answer);
    else response.cork(() => this.#send(response, answer));
    if (this.request === null) this.#host.watch.remove(this);
    noteAnswer(this.#host, this, status, code);
  }

  #withCommon(headers: HeaderList): HeaderList {
    const common = this.#host.isSecure() ? [...strictTransport, ...this.answerHeaders] : this.answerHeaders;
    return common.length === 0 ? headers : [...common, ...headers];
  }

  #send(response: HttpResponse, answer: ReadyAnswer): void {
    const group = (): string => this.groupOf(response);
    // An unread body is discarded as it arrives, so that the connection stays open. For a very large body, the connection is
    // closed instead.
    const closes = this.#host.isDraining() || this.#framing > this.#unreadBytesMax;
    if (closes) sendClosing(this.#host, response, answer, group);
    else sendKept(this.#host, response, answer, group);
  }

  #sendLast(response: HttpResponse, answer: ReadyAnswer): void {
    const isUnread = this.request !== null && this.#framing === CHUNKED_BODY && !this.#isBodyTaken;
    const rest = isUnread ? new BodyRest(response, this.#unreadBytesMax) : this.#rest;
    new ClosingAnswer(this.#host, response, { answer, group: this.groupOf(response), rest });
  }

  /** Only a closed connection can show the client that a body is incomplete. */
  #endStream(response: HttpResponse, status: number, outcome: AnswerStreamOutcome): void {
    this.#transfer = null;
    if (outcome.isSent || outcome.isBegun) {
      this.response = null;
      this.#host.watch.remove(this);
    }
    if (outcome.isSent) noteAnswer(this.#host, this, status, null);
    else this.answerDefect(outcome.error);
    if (!outcome.isSent && outcome.isBegun) response.close();
  }

  #hasRoomFor(response: HttpResponse): boolean {
    return this.#host.unboundedRate.take(this.groupOf(response)) === 0;
  }
}
