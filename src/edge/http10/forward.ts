import type { ClientRequest, IncomingMessage } from "node:http";
import { request, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "../../ports/clock.ts";
import { failureBodyOf, JSON_TYPE } from "../answer/failure-answer.ts";
import { answerHead, requestHead, upgradedHead } from "./forwarded-head.ts";
import { hopLine } from "./hop-key.ts";

const restMs = 3_000;

/** The way to the server underneath. */
export interface Hop {
  /** Where it listens for this process alone. */
  readonly socketPath: string;
  /** By which it knows this process. */
  readonly key: string;
  readonly clock: Clock;
}

/** Hands the request on and its answer back, piece by piece; where one side goes, the other is let go. */
export function forwardRequest(hop: Hop, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // One request each: neither side may send the next one into a connection that is just being closed.
  outgoing.shouldKeepAlive = false;
  const asking = ask(hop, incoming, false);
  if (asking === null) {
    answerPlainly(outgoing, 400);
    return;
  }
  asking.on("response", (answer) => passBack(hop, incoming, answer, outgoing));
  asking.on("error", () => answerPlainly(outgoing, 502));
  outgoing.on("close", () => asking.destroy());
  // A head may be answered before any of its body has come.
  asking.flushHeaders();
  incoming.pipe(asking);
}

/** As `forwardRequest`, for what asks to speak something else than HTTP from then on. */
export function forwardUpgrade(hop: Hop, incoming: IncomingMessage, socket: Socket, sentAhead: Buffer): void {
  socket.setTimeout(0).on("error", () => socket.destroy());
  const outgoing = new ServerResponse(incoming);
  outgoing.assignSocket(socket);
  outgoing.shouldKeepAlive = false;
  outgoing.on("finish", () => socket.end());
  // Where its body ended could not be known.
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

/** Null where what came cannot be sent on. */
function ask(hop: Hop, incoming: IncomingMessage, isUpgrade: boolean): ClientRequest | null {
  const { method = "GET", url = "/", socket } = incoming;
  const headers = requestHead(incoming, hopLine(hop.key, socket.remoteAddress ?? ""), isUpgrade);
  try {
    return request({ socketPath: hop.socketPath, agent: false, method, path: url, headers });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function passBack(hop: Hop, incoming: IncomingMessage, answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? "", [...answerHead(answer)]);
  answer.pipe(outgoing, { end: false });
  // Half an answer can only be told by breaking off.
  answer.on("close", () => answer.complete || outgoing.destroy());
  answer.on("end", () => {
    if (incoming.complete) outgoing.end();
    else endAfterRest(hop, incoming, outgoing);
  });
}

/** Who is closed while it still sends may lose the answer: what still comes is read and thrown away, for a while. */
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
    // What was sent before the end is still passed on.
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

/** Nothing came back: what is to be said is said here. An answer that has begun is broken off. */
function answerPlainly(outgoing: ServerResponse, status: keyof typeof messages): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(status, { "Content-Type": JSON_TYPE }).end(failureBodyOf(messages[status]));
}
