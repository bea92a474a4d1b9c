import { createServer } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { Test } from "tap";
import t from "tap";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { listenOnLoopback } from "../../../src/demo/cast/peer.ts";
import { openOutbound, toAttempt } from "../attempts.ts";
import type { Behaviour } from "../peer.ts";
import { openPeer, replyOk } from "../peer.ts";
import { passTurns } from "../timed-outbound.ts";

/** Requests leave from the test's thread, and from another one, whose clock is the machine's. */
const openBoth = (t: Test) => [openOutbound(t), openOutbound(t, { hasThread: true })] as const;
const attemptAt = (host: string, changes: Partial<ChannelSettings> = {}) => ({
  ...toAttempt(`http://${host}/chat`, changes),
  timeoutMs: 60_000,
});

const ok = '{"result":"ok"}';
const okHead = `HTTP/1.1 200 OK\r\nContent-Length: ${ok.length}\r\n`;
const okAnswer = `${okHead}\r\n${ok}`;
const positive = { httpStatus: 200, failure: null };
const failed = (kind: string, message: string, httpStatus: number | null = null) => ({
  httpStatus,
  failure: { kind, message },
});
const notHttp = failed("unexpected_answer", "The customer system's answer is not valid HTTP.");

const send =
  (...parts: readonly (string | Uint8Array)[]): Behaviour =>
  (socket) =>
    void socket.write(Buffer.concat(parts.map((part) => Buffer.from(part))));

/** Each byte comes in a segment of its own. */
const drip =
  (answer: string): Behaviour =>
  (socket) => {
    socket.setNoDelay(true);
    const bytes = [...Buffer.from(answer)];
    const next = (): void => {
      const byte = bytes.shift();
      if (byte === undefined || socket.destroyed) return;
      socket.write(Uint8Array.of(byte), () => setImmediate(next));
    };
    next();
  };

const interim = (status: string): string => `HTTP/1.1 ${status}\r\nLink: </style.css>; rel=preload\r\n\r\n`;

const answers: Readonly<Record<string, readonly [Behaviour, object]>> = {
  "100 Continue that nobody asked for": [send("HTTP/1.1 100 Continue\r\n\r\n", okAnswer), positive],
  "many interim answers of all kinds": [
    send(
      ...["100 Continue", "102 Processing", "103 Early Hints", "199 Odd"].map(interim),
      interim("100 Continue").repeat(100),
      okAnswer,
    ),
    positive,
  ],
  "interim answers byte by byte": [
    drip(`${interim("100 Continue")}${interim("103 Early Hints")}${okAnswer}`),
    positive,
  ],
  "101 that nobody asked for": [send("HTTP/1.1 101 Switching Protocols\r\n\r\n", okAnswer), notHttp],
  "101 with an upgrade": [
    send("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", okAnswer),
    failed("connection", "The customer system closed the connection before it had answered."),
  ],
  ...Object.fromEntries(
    ["000", "001", "099"].map((status) => [`status ${status}`, [send(`HTTP/1.1 ${status} Z\r\n\r\n`), notHttp]]),
  ),
  "a status of two digits": [send("HTTP/1.1 99 Z\r\n\r\n"), notHttp],
  "status 999": [
    send("HTTP/1.1 999 Z\r\nContent-Length: 0\r\n\r\n"),
    failed("http_status", "The customer system answered HTTP 999.", 999),
  ],
  "204 with a length and no body": [send("HTTP/1.1 204 No Content\r\nContent-Length: 15\r\n\r\n"), { httpStatus: 204 }],
  "204 in chunks without an end": [
    send("HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n"),
    { httpStatus: 204 },
  ],
  "204 with a length and a body": [
    send("HTTP/1.1 204 No Content\r\nContent-Length: 15\r\n\r\n", ok),
    { httpStatus: 204 },
  ],
  "304 with a length and no body": [
    send("HTTP/1.1 304 Not Modified\r\nContent-Length: 15\r\n\r\n"),
    failed("http_status", "The customer system answered with a redirect (HTTP 304), which is not followed.", 304),
  ],
  "an endless status line": [endlessly("HTTP/1.1 200 ", "O"), notHttp],
  "an endless head": [endlessly("HTTP/1.1 200 OK\r\n", "X: y\r\n"), notHttp],
  "endless interim answers": [endlessly("", interim("103 Early Hints")), notHttp],
  "endless 100 Continue": [endlessly("", "HTTP/1.1 100 Continue\r\n\r\n"), notHttp],
  "an interim answer without end": [endlessly("HTTP/1.1 100 Continue\r\n", "X: y\r\n"), notHttp],
  "endless extensions of a chunk": [
    endlessly("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;", "x"),
    { httpStatus: 200, failure: { kind: "unexpected_answer" } },
  ],
};

/** Writes until the service closes the connection. */
function endlessly(start: string, part: string): Behaviour {
  return (socket) => {
    const more = part.repeat(Math.ceil(16_384 / part.length));
    const pour = (): void => {
      while (!socket.destroyed && socket.write(more));
    };
    socket.on("drain", pour);
    socket.write(start);
    pour();
  };
}

t.test(
  "[DEL-07, DEL-13] odd answers: interim ones are ignored, a status below 100 is none, and 204 has no body",
  async (t) => {
    const both = openBoth(t);
    for (const [name, [behave, outcome]] of Object.entries(answers)) {
      const peer = await openPeer(t, behave);
      for (const outbound of both) t.match(await outbound.attempt(attemptAt(peer.host)), outcome, name);
      t.equal(peer.requests.length, 2, name);
    }
  },
);

t.test("a connection is used again after interim answers, not after a 204 that announced a body", async (t) => {
  const peer = await openPeer(t, (socket, request) => {
    if (request.includes("/a")) return send(interim("100 Continue"), okAnswer)(socket, request);
    send("HTTP/1.1 204 No Content\r\nContent-Length: 15\r\n\r\n", okAnswer)(socket, request);
  });
  const outbound = openOutbound(t);
  const ask = async (path: string) => {
    // A connection is free in a later turn of the event loop.
    await passTurns();
    return outbound.attempt(toAttempt(`http://${peer.host}${path}`, { strictAnswers: true }));
  };
  for (let count = 0; count < 3; count += 1) t.match(await ask("/a"), positive);
  t.equal(peer.connections.total, 1);
  await ask("/b");
  t.match(await ask("/a"), positive, "what followed the 204 is nobody's answer");
  t.equal(peer.connections.total, 2);
});

t.test("an interim answer may come while the request is still sent", async (t) => {
  let received = "";
  const peer = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on("data", (bytes) => {
      const isFirst = received === "";
      received += bytes.toString("latin1");
      if (isFirst) socket.write("HTTP/1.1 100 Con");
      if (received.endsWith("0\r\n\r\n")) setImmediate(() => socket.write(`tinue\r\n\r\n${okAnswer}`));
    });
    socket.on("error", () => socket.destroy());
  });
  const port = await listenOnLoopback(t, peer);
  const attempt = toAttempt(`http://127.0.0.1:${port}/chat`, { chunked: true, strictAnswers: true });
  t.match(await openOutbound(t).attempt(attempt), positive);
});

const packed = (coding: string, bytes: Uint8Array): Behaviour =>
  send(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n\r\n`, bytes);

t.test("[DEL-09, DEL-16] an answer is asked for as it is, and read when it is packed all the same", async (t) => {
  const codings: readonly (readonly [string, Uint8Array])[] = [
    ["gzip", gzipSync(ok)],
    ["GZIP", gzipSync(ok)],
    ["x-gzip", gzipSync(ok)],
    ["br", brotliCompressSync(ok)],
    ["deflate", deflateSync(ok)],
    ["deflate", deflateRawSync(ok)],
    ["gzip, identity, br", brotliCompressSync(gzipSync(ok))],
    ["identity", Buffer.from(ok)],
    ["gzip", Buffer.from(ok)],
    ["x-unknown", Buffer.from(ok)],
  ];
  const both = openBoth(t);
  for (const [coding, bytes] of codings) {
    const peer = await openPeer(t, packed(coding, bytes));
    const attempt = attemptAt(peer.host, { strictAnswers: true });
    for (const outbound of both)
      t.match(await outbound.attempt(attempt), { ...positive, trace: { answer: ok } }, coding);
    for (const request of peer.requests) t.match(request, "\r\nAccept-Encoding: identity\r\n");
  }
});

t.test("[DEL-16] the limit of an answer counts after it is unpacked", async (t) => {
  const no = '{"result":"no"}';
  const both = openBoth(t);
  const outcomeOf = async (bytes: Uint8Array, coding = "gzip") => {
    const peer = await openPeer(t, packed(coding, bytes));
    const [here, there] = await Promise.all(both.map((outbound) => outbound.attempt(attemptAt(peer.host))));
    t.equal(there?.failure?.kind, here?.failure?.kind);
    return here?.failure?.kind ?? "positive";
  };
  const within = " ".repeat(64 * 1024 - no.length) + no;
  t.equal(await outcomeOf(gzipSync(within)), "unexpected_answer");
  t.equal(await outcomeOf(gzipSync(` ${within}`)), "positive", "a later result does not count");
  t.equal(await outcomeOf(gzipSync(Buffer.alloc(256 * 1024 * 1024, 0x20))), "positive", "a bomb is not unpacked whole");
  t.equal(await outcomeOf(gzipSync(gzipSync(within)), "gzip, gzip"), "unexpected_answer");
});

t.test("[DEL-13] words in another charset reach the agent as words", async (t) => {
  const words = "Нет места";
  const windows1251 = Buffer.from([0xcd, 0xe5, 0xf2, 0x20, 0xec, 0xe5, 0xf1, 0xf2, 0xe0]);
  const error = (bytes: Uint8Array): Uint8Array =>
    Buffer.concat([Buffer.from('{"error":{"message":"'), bytes, Buffer.from('"}}')]);
  const utf16 = Buffer.from(`{"error":{"message":"${words}"}}`, "utf16le");
  const rows: readonly (readonly [type: string, body: Uint8Array])[] = [
    ["application/json; charset=windows-1251", error(windows1251)],
    ['application/json; Charset="WINDOWS-1251"; x=y', error(windows1251)],
    ["text/html;charset=cp1251", error(windows1251)],
    ["application/json; charset=utf-16le", utf16],
    ["application/json; charset=utf-8", error(Buffer.from(words))],
    ["application/json; charset=iso-8859-1", error(Buffer.from(words))],
    ["application/json; charset=no-such-charset", error(Buffer.from(words))],
    ["application/json", error(Buffer.from(words))],
  ];
  const both = openBoth(t);
  for (const [type, body] of rows) {
    const behave = send(`HTTP/1.1 500 No\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`, body);
    const peer = await openPeer(t, behave);
    for (const outbound of both) {
      const outcome = await outbound.attempt(attemptAt(peer.host));
      t.match(outcome, { failure: { kind: "error_answer", message: words } }, type);
      t.match(outcome.trace.answer, words, type);
    }
  }
});

t.test("an answer that is followed by another one is taken, and the next request has its own", async (t) => {
  const peer = await openPeer(t, (socket, request) =>
    peer.requests.length === 1 ? send(okAnswer, "HTTP/1.1 500 No\r\n\r\n")(socket, request) : replyOk(socket, request),
  );
  const outbound = openOutbound(t);
  for (let count = 0; count < 2; count += 1)
    t.match(await outbound.attempt(toAttempt(`http://${peer.host}/chat`)), positive);
});
