import type { Socket } from "node:net";

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
