import type { ClientRequest, IncomingMessage } from "node:http";
import { request, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "../../ports/clock.ts";
import { failureBodyOf, JSON_TYPE } from "../answer/failure-answer.ts";
import { answerHead, requestHead, upgradedHead } from "./forwarded-head.ts";
import { hopLine } from "./hop-key.ts";

const restMs = 3_000;

/** The connection to uWebSockets.js. */
export interface Hop {
  /** The socket where it listens, only for this process. */
  readonly socketPath: string;
  /** The key by which it recognizes this process. */
  readonly key: string;
  readonly clock: Clock;
}

/** Forwards the request and its answer piece by piece. When one side closes, the other is closed. */
export function forwardRequest(hop: Hop, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // One request for each connection: neither side may send the next request into a connection that is being closed.
  outgoing.shouldKeepAlive = false;
  const asking = ask(hop, incoming, false);
  if (asking === null) {
    answerPlainly(outgoing, 400);
    return;
  }
  asking.on("response", (answer) => passBack(hop, incoming, answer, outgoing));
  asking.on("error", () => answerPlainly(outgoing, 502));
  outgoing.on("close", () => asking.destroy());
  // A head can be answered before its body arrives.
  asking.flushHeaders();
  incoming.pipe(asking);
}

/** As `forwardRequest`, for a request to upgrade the connection. */
export function forwardUpgrade(hop: Hop, incoming: IncomingMessage, socket: Socket, sentAhead: Buffer): void {
  socket.setTimeout(0).on("error", () => socket.destroy());
  const outgoing = new ServerResponse(incoming);
  outgoing.assignSocket(socket);
  outgoing.shouldKeepAlive = false;
  outgoing.on("finish", () => socket.end());
  // The end of a body would be unknown, so only a GET is upgraded.
  const asking = incoming.method === "GET" ? ask(hop, incoming, true) : null;
  if (asking === null) {
    answerPlainly(outgoing, 400);
    return;
  }
  asking.on("upgrade", (answer, inner, sentBack) => {
    outgoing.detachSocket(socket);
    socket.write(`${statusLine(answer)}${fields(upgradedHead(answer))}\r\n`);
    socket.write(sentBack);
    inner.write(sentAhead);
    join(socket, inner);
  });
  asking.on("response", (answer) => passBack(hop, incoming, answer, outgoing));
  asking.on("error", () => answerPlainly(outgoing, 502));
  socket.on("close", () => asking.destroy());
  asking.end();
}

/** Null when the request cannot be forwarded. */
function ask(hop: Hop, incoming: IncomingMessage, isUpgrade: boolean): ClientRequest | null {
  const { method = "GET", url = "/", socket } = incoming;
  const headers = requestHead(incoming, hopLine(hop.key, socket.remoteAddress ?? ""), isUpgrade);
  try {
    return request({ socketPath: hop.socketPath, agent: false, method, path: originForm(url), headers });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** uWebSockets.js does not read the absolute form. Source: RFC 9112, section 3.2.2. */
function originForm(target: string): string {
  const found = /^https?:\/\/[^/?#]*(.*)$/is.exec(target);
  if (found === null) return target;
  const [, rest = ""] = found;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function passBack(hop: Hop, incoming: IncomingMessage, answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? "", [...answerHead(answer)]);
  answer.pipe(outgoing, { end: false });
  // Only a closed connection shows that an answer is incomplete.
  answer.on("close", () => answer.complete || outgoing.destroy());
  answer.on("end", () => {
    if (incoming.complete) outgoing.end();
    else endAfterRest(hop, incoming, outgoing);
  });
}

/** A client that is closed while it still sends can lose the answer, so its bytes are read and discarded for a while. */
function endAfterRest({ clock }: Hop, incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.unpipe();
  incoming.resume();
  const patience = clock.wakeAt(clock.nowMs() + restMs, () => outgoing.end());
  incoming.once("end", () => outgoing.end());
  outgoing.once("close", () => patience.cancel());
}

function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    // Bytes sent before the end are still forwarded.
    from.pipe(to);
    from.on("error", () => to.destroy()).on("close", () => to.end());
  }
}

const statusLine = ({ statusCode = 502, statusMessage = "" }: IncomingMessage): string =>
  `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`;

function fields(lines: readonly string[]): string {
  let text = "";
  for (let at = 0; at + 1 < lines.length; at += 2) text += `${lines[at]}: ${lines[at + 1]}\r\n`;
  return text;
}

const messages = {
  400: { code: "invalid_request", message: "The request line or a header cannot be read." },
  502: { code: "overloaded", message: "The service gave no answer." },
} as const;

/** Answers here when no response arrived. Closes the connection when an answer has already started. */
function answerPlainly(outgoing: ServerResponse, status: keyof typeof messages): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(status, { "Content-Type": JSON_TYPE }).end(failureBodyOf(messages[status]));
}
