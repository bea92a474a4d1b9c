import type { HttpResponse } from "uWebSockets.js";
import type { ExchangeHost } from "../http/exchange-host.ts";
import type { HeaderList } from "./failure-answer.ts";
import { ambiguousBodyAnswer, JSON_TYPE } from "./failure-answer.ts";
import { writeHead } from "./write-head.ts";

/** An answer with everything that goes on the wire. */
export interface ReadyAnswer {
  readonly requestId: string;
  /** Of the request, lower case. */
  readonly method: string;
  readonly status: number;
  /** `null` for an answer without a body. */
  readonly contentType: string | null;
  readonly headers: HeaderList;
  readonly body: string | Uint8Array;
  /** Of a HEAD alone: the length of a body that was not made for it. */
  readonly unmadeBytes: number | undefined;
}

/**
 * Whether the answer has no body. Of a body a full connection takes what it can; a head is kept for it by the server underneath, however
 * many wait already. So answers that are a head alone are bounded in number.
 */
export const isBodiless = (method: string, status: number, bodyLength: number): boolean =>
  bodyLength === 0 || method === "head" || status === 204 || status === 304;

/** The server underneath keeps what a connection does not take of its last answer: one small one. Larger ones stay with us. */
const closedAtOnceBytesMax = 1024;

/** Answers on a connection that lives on. The response must be corked, or within the handler of its request. */
export function sendKept(host: ExchangeHost, response: HttpResponse, answer: ReadyAnswer, group: () => string): void {
  const { method, status, body } = answer;
  writeHead(response, answer.requestId, status, answer.contentType, answer.headers);
  if (isBodiless(method, status, body.length)) endBodiless(response, answer);
  else sendBody(host, response, body, group, false);
}

/**
 * Answers, and lets the connection be closed: at once, or when it is idle. The response must be corked, and no other request be in the
 * hands of the parser.
 */
export function sendClosing(
  host: ExchangeHost,
  response: HttpResponse,
  answer: ReadyAnswer,
  group: () => string,
): void {
  const { method, status, body } = answer;
  writeHead(response, answer.requestId, status, answer.contentType, answer.headers);
  if (answer.unmadeBytes !== undefined) {
    // The length can be told of a connection that is closed when it is idle alone; until then it is not read.
    response.pause();
    response.writeHeader("Connection", "close");
    endBodiless(response, answer);
  } else if (isBodiless(method, status, body.length)) response.end("", true);
  else if (body.length <= closedAtOnceBytesMax) response.end(body, true);
  else {
    response.writeHeader("Connection", "close");
    sendBody(host, response, body, group, true);
  }
}

/**
 * The last answer of a connection whose next request nobody can find. It must be closed before the server underneath reads on, so it
 * is answered once in a turn of the loop and closed without an answer otherwise.
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
  // Any argument would end the process: this build takes it for a promise of a body.
  response.endWithoutBody();
}

/** Offers the body to the connection, in this turn of the loop or a later one, and keeps what it does not take. */
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
