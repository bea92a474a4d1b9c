import t from "tap";
import type { FailureKind } from "../../../machines/tells.ts";
import { userAgent } from "../../../src/core/version.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import type { LogLine } from "../attempts.ts";
import { openOutbound, sentBody, timeoutMs, toAttempt, toNotice } from "../attempts.ts";
import type { Behaviour } from "../peer.ts";
import { openPeer, reply, replyOk } from "../peer.ts";
import { until } from "../through-service.ts";
import { passTurns } from "../timed-outbound.ts";

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
const positive = { httpStatus: 200, failure: null };
const failed = (kind: FailureKind, message: string, httpStatus: number | null = null) => ({
  httpStatus,
  failure: { kind, code: kind, message },
});
const closedEarly = (httpStatus: number | null) =>
  failed("connection", "The customer system closed the connection before it had answered.", httpStatus);
const timedOut = (httpStatus: number | null) =>
  failed("timeout", `The customer system did not answer within ${timeoutMs / 1000} s.`, httpStatus);

t.test("[CH-41] a connection serves attempts one after another, with the same bytes", async (t) => {
  const peer = await openPeer(t, replyOk);
  const outbound = openOutbound(t);
  for (let count = 0; count < 10; count += 1) await outbound.attempt(toAttempt(`http://${peer.host}/chat`));
  t.ok(peer.connections.total <= 2, "a connection is free again a moment after its answer");
  t.equal(peer.requests.length, 10);
  t.equal(new Set(peer.requests).size, 1);
});

t.test("[CH-62] a test channel sends a message as often as its text asks, until an answer is no success", async (t) => {
  const asked = { type: "text", text: '{"repeat":3}', media: null } as const;
  for (const { isTest, answer, requests } of [
    { isTest: true, answer: replyOk, requests: 3 },
    { isTest: true, answer: reply("500 Internal Server Error", ""), requests: 1 },
    { isTest: false, answer: replyOk, requests: 1 },
  ]) {
    const peer = await openPeer(t, answer);
    await openOutbound(t).attempt({ ...toAttempt(`http://${peer.host}/chat`, { isTest }), content: asked });
    t.equal(peer.requests.length, requests);
    t.equal(new Set(peer.requests).size, 1);
  }
});

t.test(
  "[CH-62] the repeats of a message share the time of its attempt, and one without an answer decides nothing",
  async (t) => {
    const clock = createManualClock();
    const peer = await openPeer(t, (socket, request) => {
      clock.advance(timeoutMs * 0.6);
      replyOk(socket, request);
    });
    const content = { type: "text", text: '{"repeat":5}', media: null } as const;
    const attempt = { ...toAttempt(`http://${peer.host}/chat`, { isTest: true }), content };
    t.match(await openOutbound(t, { clock }).attempt(attempt), positive);
    t.equal(peer.requests.length, 2);
  },
);

const media = {
  type: "photo",
  text: "Grüße",
  media: { file: "https://chat.example/f/1.jpg", file_name: "1.jpg", file_size: 7, width: 2, height: 1 },
} as const;
const mediaBody =
  '{"sender":{"name":"Irina Vale"},"recipient":{"id":"cust-7781"},"message":{"type":"photo","id":"5d1c8f0e-6f3b-4c1e-9a57-0b7f1d2e4a11","file":"https://chat.example/f/1.jpg","file_name":"1.jpg","file_size":7,"width":2,"height":1,"text":"Grüße"}}';
const noticeBody = '{"sender":{"name":"Irina Vale"},"recipient":{"id":"cust-7781"},"message":{"type":"typein"}}';
const photo = "https://chat.example/a.png";

t.test(
  "[AUTH-03, CH-38, CH-42, CH-51, DEL-26, DEL-27, VER-01] the bytes of text, media and typing, with and without a user",
  async (t) => {
    for (const chunked of [false, true])
      for (const [user, authorization] of [
        ["", []],
        ["kim:s3cret@", ["Authorization: Basic a2ltOnMzY3JldA=="]],
      ] as const) {
        const peer = await openPeer(t, replyOk);
        const outbound = openOutbound(t);
        const url = `http://${user}${peer.host}/chat?key=1#f`;
        const attempt = toAttempt(url, { chunked });
        t.match(await outbound.attempt(attempt), positive);
        t.match(await outbound.attempt({ ...attempt, content: media }), positive);
        const notice = toNotice(url, { chunked });
        t.match(await outbound.notify(notice), positive);
        t.match(await outbound.notify({ ...notice, sender: { ...notice.sender, photo } }), positive);
        const bodies = [sentBody, mediaBody, noticeBody, noticeBody.replace('Vale"', `Vale","photo":"${photo}"`)];
        const framed = (body: string): string =>
          chunked
            ? `transfer-encoding: chunked\r\n\r\n${Buffer.byteLength(body).toString(16)}\r\n${latin1(body)}\r\n0\r\n\r\n`
            : `content-length: ${Buffer.byteLength(body)}\r\n\r\n${latin1(body)}`;
        t.strictSame(
          peer.requests,
          bodies.map((body) =>
            [
              "POST /chat/MOBILEAPP1?key=1 HTTP/1.1",
              `host: ${peer.host}`,
              "connection: keep-alive",
              `User-Agent: ${userAgent}`,
              "Accept-Encoding: identity",
              "Content-Type: application/json",
              ...authorization,
              framed(body),
            ].join("\r\n"),
          ),
          `${user}, chunked ${chunked}`,
        );
      }
  },
);

interface Answered {
  readonly behave: Behaviour;
  readonly isStrict?: boolean;
  readonly outcome: object;
}

const answers: Readonly<Record<string, Answered>> = {
  "an empty 204": {
    behave: (socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"),
    outcome: { httpStatus: 204, failure: null },
  },
  "an answer that ends with its connection": {
    behave: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"result":"Ok"}'),
    outcome: positive,
  },
  "an answer in chunks, after a byte-order mark and interim answers": {
    behave: (socket) =>
      socket.write(
        'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n\ufeff\r\n6\r\n{"resu\r\n9\r\nlt":"no"}\r\n0\r\n\r\n',
      ),
    outcome: failed("unexpected_answer", 'The customer system answered the unexpected result "no".', 200),
  },
  "an empty 200 under strict answers": {
    behave: reply("200 OK", ""),
    isStrict: true,
    outcome: failed("unexpected_answer", "The customer system answered without a result.", 200),
  },
  "an error of the customer system": {
    behave: reply("409 Conflict", '{"error":{"code":17,"message":"full"}}'),
    outcome: { httpStatus: 409, failure: { kind: "error_answer", code: "17", message: "full" } },
  },
  "a redirect": {
    behave: reply("302 Found", "", "Location: /elsewhere\r\n"),
    outcome: failed(
      "http_status",
      "The customer system answered with a redirect (HTTP 302), which is not followed.",
      302,
    ),
  },
  "a connection closed without an answer": { behave: (socket) => socket.end(), outcome: closedEarly(null) },
  "a reset": { behave: (socket) => socket.resetAndDestroy(), outcome: closedEarly(null) },
  "a body shorter than promised": {
    behave: (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"),
    outcome: closedEarly(200),
  },
  "what is not HTTP": {
    behave: (socket) => socket.end("220 mail.example ESMTP\r\n"),
    outcome: failed("unexpected_answer", "The customer system's answer is not valid HTTP."),
  },
  "headers without end": {
    behave: (socket) => socket.write(`HTTP/1.1 200 OK\r\n${`X: ${"y".repeat(1000)}\r\n`.repeat(40)}`),
    outcome: failed("unexpected_answer", "The customer system's answer is not valid HTTP."),
  },
};

t.test("[DEL-07, DEL-13] one request, never repeated, and what becomes of its answer", async (t) => {
  for (const [name, { behave, isStrict = false, outcome }] of Object.entries(answers)) {
    const peer = await openPeer(t, behave);
    const clock = createManualClock();
    const attempt = toAttempt(`http://${peer.host}/chat`, { strictAnswers: isStrict });
    const seen = await openOutbound(t, { clock }).attempt(attempt);
    t.match(seen, { ...outcome, startedAtMs: clock.nowMs(), durationMs: 0 }, name);
    t.equal(peer.requests.length, 1, name);
  }
  const nobody = await openOutbound(t).attempt(toAttempt("http://127.0.0.1:1/chat"));
  t.match(nobody, failed("connection", "The customer system refused the connection."));
});

/** Writes until the service closes the connection. */
const drip: Behaviour = (socket) => {
  socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
  const next = (): void => {
    if (socket.destroyed) return;
    socket.write("1\r\n \r\n");
    setImmediate(next);
  };
  next();
};

t.test("[DEL-03] an attempt ends at its time limit, whatever arrived until then", async (t) => {
  const silences: Readonly<Record<string, readonly [Behaviour, number | null]>> = {
    "no answer at all": [() => undefined, null],
    "headers that never end": [(socket) => socket.write("HTTP/1.1 200 OK\r\nContent-"), null],
    "a body that never ends": [
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"result":"ok"'),
      200,
    ],
    "a body byte by byte": [drip, 200],
  };
  for (const [name, [behave, httpStatus]] of Object.entries(silences)) {
    const peer = await openPeer(t, behave);
    const clock = createManualClock();
    let isOver = false;
    const attempt = openOutbound(t, { clock }).attempt(toAttempt(`http://${peer.host}/chat`));
    const running = attempt.finally(() => {
      isOver = true;
    });
    await until(() => peer.requests.length === 1);
    await passTurns();
    clock.advance(timeoutMs - 1);
    await passTurns();
    t.notOk(isOver, `${name}: not earlier`);
    clock.advance(1);
    t.match(await running, { ...timedOut(httpStatus), durationMs: timeoutMs }, name);
    t.equal(peer.requests.length, 1, name);
  }
});

t.test("[DEL-16] the first 64 KiB of an answer count, and no more are read", async (t) => {
  let written = 0;
  const endless = await openPeer(t, (socket) => {
    const chunk = Buffer.alloc(16 * 1024, 0x20);
    const pour = (): void => {
      do written += chunk.length;
      while (socket.write(chunk) && written < 64 * 1024 * 1024);
    };
    socket.on("drain", pour);
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    pour();
  });
  const outbound = openOutbound(t, { clock: createManualClock() });
  t.match(await outbound.attempt(toAttempt(`http://${endless.host}/chat`)), positive);
  t.ok(written < 64 * 1024 * 1024, `the peer was cut off after ${written} bytes`);

  const answerOf = async (bytes: number) => {
    const body = `${" ".repeat(bytes - 15)}{"result":"no"}`;
    const peer = await openPeer(t, reply("200 OK", body));
    return (await outbound.attempt(toAttempt(`http://${peer.host}/chat`))).failure?.kind ?? "positive";
  };
  t.equal(await answerOf(64 * 1024), "unexpected_answer");
  t.equal(await answerOf(64 * 1024 + 1), "positive", "a later result does not count");
});

t.test("the log notes an answer without a result, and never the URL", async (t) => {
  const peer = await openPeer(t, reply("200 OK", "hello"));
  const lines: LogLine[] = [];
  const outbound = openOutbound(t, {}, lines);
  await outbound.attempt(toAttempt(`http://kim:secret@${peer.host}/chat?key=secret`));
  await outbound.attempt(toAttempt("http://kim:secret@127.0.0.1:1/chat?key=secret"));
  t.match(lines, [
    { text: "Delivered an agent message", fields: { channelId: "MOBILEAPP1", note: "no result", failure: null } },
    { text: "Attempt to deliver an agent message failed", fields: { failure: { kind: "connection" } } },
  ]);
  t.notMatch(JSON.stringify(lines), "secret");
});

t.test("a running attempt ends as interrupted when the service stops, and no attempt begins afterwards", async (t) => {
  let tellArrived: (() => void) | null = null;
  const arrived = new Promise<void>((done) => {
    tellArrived = done;
  });
  const peer = await openPeer(t, () => tellArrived?.());
  const outbound = openOutbound(t);
  const running = outbound.attempt(toAttempt(`http://${peer.host}/chat`));
  await arrived;
  await outbound.close();
  const interrupted = failed("interrupted", "The attempt was interrupted because the service is shutting down.");
  t.match(await running, interrupted);
  t.match(await outbound.attempt(toAttempt(`http://${peer.host}/chat`)), interrupted);
  t.equal(peer.requests.length, 1);
});

t.test("a defect of the service is logged as a defect and makes the attempt fail", async (t) => {
  const peer = await openPeer(t, replyOk);
  const lines: LogLine[] = [];
  const attempt = toAttempt(`http://${peer.host}/chat`);
  const recipient = { senderId: "not a number", senderIdKind: "integer" } as const;
  const outcome = await openOutbound(t, {}, lines).attempt({ ...attempt, recipient });
  const message = "The message could not be sent because of an error in the service.";
  t.match(outcome, failed("connection", message));
  t.match(lines[0], { level: "error", fields: { err: /integer sender id/ } });
  t.equal(peer.connections.total, 0);
});
