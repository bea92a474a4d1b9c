import type { HttpResponse } from "uWebSockets.js";
import type { ExchangeHost } from "../http/exchange-host.ts";
import type { HeaderList } from "./failure-answer.ts";
import { ambiguousBodyAnswer, JSON_TYPE, statusLineOf } from "./failure-answer.ts";

/** A complete answer. */
export interface ReadyAnswer {
  readonly requestId: string;
  /** The request's method, lower case. */
  readonly method: string;
  readonly status: number;
  /** `null` for an answer without a body. */
  readonly contentType: string | null;
  readonly headers: HeaderList;
  readonly body: string | Uint8Array;
  /** Only for HEAD: the length of a body that was not built. */
  readonly unmadeBytes: number | undefined;
}

/**
 * Whether the answer has no body. A full connection accepts a body only in part, but uWebSockets.js stores any number of waiting heads
 * for it. So answers without a body are limited in number.
 */
export const isBodiless = (method: string, status: number, bodyLength: number): boolean =>
  bodyLength === 0 || method === "head" || status === 204 || status === 304;

/** uWebSockets.js stores the unsent bytes of one small last answer. This process stores larger ones. */
const closedAtOnceBytesMax = 1024;

/** Answers on a connection that stays open. The response must be corked, or in the handler of its request. */
export function sendKept(host: ExchangeHost, response: HttpResponse, answer: ReadyAnswer, group: () => string): void {
  const { method, status, body } = answer;
  writeHead(response, answer.requestId, status, answer.contentType, answer.headers);
  if (isBodiless(method, status, body.length)) endBodiless(response, answer);
  else sendBody(host, response, body, group, false);
}

/**
 * Answers and closes the connection, at once or when it is idle. The response must be corked, and the parser must not process
 * another request.
 */
export function sendClosing(
  host: ExchangeHost,
  response: HttpResponse,
  answer: ReadyAnswer,
  group: () => string,
): void {
  const { method, status, body } = answer;
  const isSaid = answer.headers.includes("Connection");
  writeHead(response, answer.requestId, status, answer.contentType, answer.headers);
  if (answer.unmadeBytes !== undefined) {
    // Only a connection that closes when it is idle allows a declared length; it is paused until then.
    response.pause();
    if (!isSaid) response.writeHeader("Connection", "close");
    endBodiless(response, answer);
  } else if (isBodiless(method, status, body.length)) response.end("", true);
  else if (body.length <= closedAtOnceBytesMax) response.end(body, true);
  else {
    if (!isSaid) response.writeHeader("Connection", "close");
    sendBody(host, response, body, group, true);
  }
}

/**
 * The last answer of a connection on which the start of the next request is unknown. It must close before uWebSockets.js reads more. So one
 * connection gets an answer in each turn of the event loop; the others are closed without one.
 */
export function sendAmbiguousBodyAnswer(host: ExchangeHost, response: HttpResponse, requestId: string): boolean {
  if (!host.mayAnswerAmbiguous()) {
    response.close();
    return false;
  }
  response.pause();
  writeHead(response, requestId, 400, JSON_TYPE, []);
  response.end(ambiguousBodyAnswer, true);
  return true;
}

function endBodiless(response: HttpResponse, { method, status, body, unmadeBytes }: ReadyAnswer): void {
  if (method !== "head" && status !== 204 && status !== 304) {
    response.end("");
    return;
  }
  if (method === "head") response.writeHeader("Content-Length", String(unmadeBytes ?? Buffer.byteLength(body)));
  // Any argument would end the process: this build interprets it as the length of a body.
  response.endWithoutBody();
}

/** Sends the body, in this turn of the event loop or a later one, and stores the unsent bytes. */
function sendBody(
  host: ExchangeHost,
  response: HttpResponse,
  body: string | Uint8Array,
  group: () => string,
  closes: boolean,
): void {
  const bytes = Buffer.byteLength(body);
  const isNow = host.turns.takeBody(bytes);
  if (isNow) {
    const [, isDone] = response.tryEnd(body, bytes);
    if (isDone) return;
  }
  const rest = { body: typeof body === "string" ? Buffer.from(body) : body, group: group(), closes };
  if (isNow) host.held.hold(response, rest);
  else {
    const back = host.held.holdBack(response, rest);
    host.turns.later(bytes, () => back.begin());
  }
}

/** Status line and headers; `contentType` is `null` for an answer without a body. The response must be corked. */
export function writeHead(
  response: HttpResponse,
  requestId: string,
  status: number,
  contentType: string | null,
  headers: HeaderList,
): void {
  if (status !== 200) response.writeStatus(statusLineOf(status));
  let lines = requestId;
  if (contentType !== null) lines += `\r\nContent-Type: ${contentType}`;
  for (let at = 0; at + 1 < headers.length; at += 2) lines += `\r\n${headers[at]}: ${headers[at + 1]}`;
  // One call writes all headers, because each call out of JavaScript costs as much as the headers themselves.
  response.writeHeader("X-Request-Id", lines);
}
