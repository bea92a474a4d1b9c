import t from "tap";
import type { FailureKind } from "../../../machines/delivery/delivery.types.ts";
import type { LogLine } from "../attempts.ts";
import { openOutbound, sentBody, timeoutMs, toAttempt, toNotice } from "../attempts.ts";
import type { Behaviour } from "../peer.ts";
import { openPeer, reply, replyOk } from "../peer.ts";

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
const positive = { httpStatus: 200, failure: null };
const failed = (kind: FailureKind, message: string, httpStatus: number | null = null) => ({
  httpStatus,
  failure: { kind, code: kind, message },
});
const timedOut = (httpStatus: number | null) =>
  failed("timeout", `The customer system did not answer within ${timeoutMs / 1000} s.`, httpStatus);

t.test("[CH-38, CH-42, DEL-26, DEL-27, VER-01] the bytes of an attempt, with Content-Length", async (t) => {
  const peer = await openPeer(t, replyOk);
  const outcome = await openOutbound(t).attempt(toAttempt(`http://${peer.host}/chat?key=1#f`));
  t.match(outcome, positive);
  t.strictSame(peer.requests, [
    [
      "POST /chat/MOBILEAPP1?key=1 HTTP/1.1",
      `host: ${peer.host}`,
      "connection: keep-alive",
      "User-Agent: Parley",
      "Content-Type: application/json",
      `content-length: ${Buffer.byteLength(sentBody)}`,
      "",
      latin1(sentBody),
    ].join("\r\n"),
  ]);
});

t.test("[DEL-26, DEL-27] the same in chunks, without Content-Length", async (t) => {
  const peer = await openPeer(t, replyOk);
  const outcome = await openOutbound(t).attempt(toAttempt(`http://${peer.host}/chat`, { chunked: true }));
  t.match(outcome, positive);
  t.strictSame(peer.requests, [
    [
      "POST /chat/MOBILEAPP1 HTTP/1.1",
      `host: ${peer.host}`,
      "connection: keep-alive",
      "User-Agent: Parley",
      "Content-Type: application/json",
      "transfer-encoding: chunked",
      "",
      Buffer.byteLength(sentBody).toString(16),
      latin1(sentBody),
      "0",
      "",
      "",
    ].join("\r\n"),
  ]);
});

t.test("[AUTH-03] user and password are sent as HTTP Basic, and nowhere else", async (t) => {
  const peer = await openPeer(t, replyOk);
  const lines: LogLine[] = [];
  const outbound = openOutbound(t, {}, lines);
  await outbound.attempt(toAttempt(`http://kim:s%20cret@${peer.host}/chat`));
  t.match(peer.requests[0], `\r\nAuthorization: Basic ${Buffer.from("kim:s cret").toString("base64")}\r\n`);
  t.notMatch(peer.requests[0], "@");
});

t.test("[CH-41] a connection serves attempts one after another, with the same bytes", async (t) => {
  const peer = await openPeer(t, replyOk);
  const outbound = openOutbound(t);
  for (let count = 0; count < 10; count += 1) await outbound.attempt(toAttempt(`http://${peer.host}/chat`));
  t.ok(peer.connections.total <= 2, "a connection is free again a moment after its answer");
  t.equal(peer.requests.length, 10);
  t.equal(new Set(peer.requests).size, 1);
});

const media = {
  type: "photo",
  text: "Grüße",
  media: { file: "https://chat.example/f/1.jpg", file_name: "1.jpg", file_size: 7, width: 2, height: 1 },
} as const;
const mediaBody =
  '{"sender":{"name":"Irina Vale"},"recipient":{"id":"cust-7781"},"message":{"type":"photo","id":"5d1c8f0e-6f3b-4c1e-9a57-0b7f1d2e4a11","file":"https://chat.example/f/1.jpg","file_name":"1.jpg","file_size":7,"width":2,"height":1,"text":"Grüße"}}';
const noticeBody = '{"sender":{"name":"Irina Vale"},"recipient":{"id":"cust-7781"},"message":{"type":"typein"}}';
const photo = "https://chat.example/a.png";

for (const chunked of [false, true]) {
  t.test(
    `[DEL-26, DEL-27, CH-49, CH-51, VER-01] the bytes of text, media and typing, chunked ${chunked}`,
    async (t) => {
      const peer = await openPeer(t, replyOk);
      const outbound = openOutbound(t);
      const url = `http://kim:s3cret@${peer.host}/chat?key=1`;
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
            "User-Agent: Parley",
            "Content-Type: application/json",
            "Authorization: Basic a2ltOnMzY3JldA==",
            framed(body),
          ].join("\r\n"),
        ),
      );
    },
  );
}

const redirect = reply("302 Found", "", "Location: /elsewhere\r\n");
const dripEnd = "0\r\n\r\n";
const answers: readonly {
  readonly rule: string;
  readonly name: string;
  readonly behave: Behaviour;
  readonly isStrict?: boolean;
  readonly outcome: object;
}[] = [
  { rule: "DEL-09", name: "200 ok", behave: replyOk, outcome: positive },
  {
    rule: "DEL-10",
    name: "an empty 204",
    behave: (socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"),
    outcome: { httpStatus: 204, failure: null },
  },
  { rule: "DEL-10", name: "an empty 200", behave: reply("200 OK", ""), outcome: positive },
  { rule: "DEL-10", name: "plain text", behave: reply("202 Accepted", "fine"), outcome: { failure: null } },
  {
    rule: "DEL-10",
    name: "an answer that ends with its connection",
    behave: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"result":"Ok"}'),
    outcome: positive,
  },
  {
    rule: "DEL-10",
    name: "an answer in chunks, after a byte-order mark and interim answers",
    behave: (socket) =>
      socket.write(
        'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n\ufeff\r\n6\r\n{"resu\r\n9\r\nlt":"no"}\r\n0\r\n\r\n',
      ),
    outcome: failed("unexpected_answer", 'The customer system answered the unexpected result "no".', 200),
  },
  {
    rule: "DEL-11",
    name: "an empty 200 under strict answers",
    behave: reply("200 OK", ""),
    isStrict: true,
    outcome: failed("unexpected_answer", "The customer system answered without a result.", 200),
  },
  {
    rule: "DEL-12",
    name: "an error of the customer system",
    behave: reply("409 Conflict", '{"error":{"code":17,"message":"full"}}'),
    outcome: { httpStatus: 409, failure: { kind: "error_answer", code: "17", message: "full" } },
  },
  {
    rule: "DEL-13",
    name: "503",
    behave: reply("503 Service Unavailable", "busy"),
    outcome: failed("http_status", "The customer system answered HTTP 503.", 503),
  },
  {
    rule: "DEL-07",
    name: "a redirect",
    behave: redirect,
    outcome: failed(
      "http_status",
      "The customer system answered with a redirect (HTTP 302), which is not followed.",
      302,
    ),
  },
  {
    rule: "DEL-13",
    name: "a connection closed without an answer",
    behave: (socket) => socket.end(),
    outcome: failed("connection", "The customer system closed the connection before it had answered."),
  },
  {
    rule: "DEL-13",
    name: "a reset",
    behave: (socket) => socket.resetAndDestroy(),
    outcome: failed("connection", "The customer system closed the connection before it had answered."),
  },
  {
    rule: "DEL-13",
    name: "a body shorter than promised",
    behave: (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"),
    outcome: failed("connection", "The customer system closed the connection before it had answered.", 200),
  },
  {
    rule: "DEL-13",
    name: "what is not HTTP",
    behave: (socket) => socket.end("220 mail.example ESMTP\r\n"),
    outcome: failed("unexpected_answer", "The customer system's answer is not valid HTTP."),
  },
  {
    rule: "DEL-13",
    name: "headers without end",
    behave: (socket) => socket.write(`HTTP/1.1 200 OK\r\n${`X: ${"y".repeat(1000)}\r\n`.repeat(40)}`),
    outcome: failed("unexpected_answer", "The customer system's answer is not valid HTTP."),
  },
  { rule: "DEL-03", name: "no answer at all", behave: () => undefined, outcome: timedOut(null) },
  {
    rule: "DEL-03",
    name: "headers that never end",
    behave: (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-"),
    outcome: timedOut(null),
  },
  {
    rule: "DEL-03",
    name: "a body that never ends",
    behave: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"result":"ok"'),
    outcome: timedOut(200),
  },
  {
    rule: "DEL-03",
    name: "a body byte by byte, slower than the time limit",
    behave: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const drip = setInterval(() => socket.write("1\r\n \r\n"), 20);
      const end = setTimeout(() => socket.write(dripEnd), timeoutMs * 3);
      socket.on("close", () => {
        clearInterval(drip);
        clearTimeout(end);
      });
    },
    outcome: timedOut(200),
  },
];

for (const { rule, name, behave, isStrict = false, outcome } of answers) {
  t.test(`[${rule}] ${name}`, async (t) => {
    const peer = await openPeer(t, behave);
    const attempt = toAttempt(`http://${peer.host}/chat`, { strictAnswers: isStrict });
    const startedAtMs = Date.now();
    const seen = await openOutbound(t).attempt(attempt);
    t.match(seen, outcome);
    t.ok(seen.startedAtMs >= startedAtMs && seen.startedAtMs + seen.durationMs <= Date.now());
    const isTimeout = seen.failure?.kind === "timeout";
    t.ok(isTimeout ? seen.durationMs >= timeoutMs - 5 : seen.durationMs < timeoutMs, `${seen.durationMs} ms`);
    t.ok(seen.durationMs < timeoutMs + 300, "never later");
    t.equal(peer.requests.length, 1, "one request, never repeated");
  });
}

t.test("[DEL-16] only the first 64 KiB of an endless answer are read", async (t) => {
  let written = 0;
  const peer = await openPeer(t, (socket) => {
    const chunk = Buffer.alloc(16 * 1024, 0x20);
    const pour = (): void => {
      do written += chunk.length;
      while (socket.write(chunk) && written < 64 * 1024 * 1024);
    };
    socket.on("drain", pour);
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    pour();
  });
  const seen = await openOutbound(t).attempt(toAttempt(`http://${peer.host}/chat`));
  t.match(seen, positive);
  t.ok(seen.durationMs < timeoutMs);
  t.ok(written < 64 * 1024 * 1024, `the peer was cut off after ${written} bytes`);
});

t.test("[DEL-16] a result in the first 64 KiB counts, a later one does not", async (t) => {
  const answerOf = async (bytes: number) => {
    const body = `${" ".repeat(bytes - 15)}{"result":"no"}`;
    const peer = await openPeer(t, reply("200 OK", body));
    return (await openOutbound(t).attempt(toAttempt(`http://${peer.host}/chat`))).failure?.kind ?? "positive";
  };
  t.equal(await answerOf(64 * 1024), "unexpected_answer");
  t.equal(await answerOf(64 * 1024 + 1), "positive");
});

t.test("[DEL-13] an endpoint at a closed port", async (t) => {
  const outcome = await openOutbound(t).attempt(toAttempt("http://127.0.0.1:1/chat"));
  t.match(outcome, failed("connection", "The customer system refused the connection."));
});

t.test("[DEL-10] the log notes an answer without a result, and never the URL", async (t) => {
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
