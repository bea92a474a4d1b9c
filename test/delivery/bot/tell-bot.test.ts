import t from "tap";
import type { FailureKind } from "../../../machines/tells.ts";
import { asChannelId } from "../../../src/core/ids.ts";
import { userAgent } from "../../../src/core/version.ts";
import type { Resolver } from "../../../src/delivery/address/address-guard.ts";
import { createAddressGuard } from "../../../src/delivery/address/address-guard.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import type { LogLine } from "../attempts.ts";
import { loopback, openOutbound, outboundLimits, timeoutMs, toAttempt } from "../attempts.ts";
import type { Behaviour } from "../peer.ts";
import { openPeer, reply, replyOk } from "../peer.ts";
import { createSelfSigned } from "../self-signed.ts";
import { until } from "../through-service.ts";
import { passTurns } from "../timed-outbound.ts";
import { pathToken, sentEvent, toTelling } from "./bots.ts";

const positive = { httpStatus: 200, failure: null };
const failed = (kind: FailureKind, message: string, httpStatus: number | null = null) => ({
  httpStatus,
  failure: { kind, code: kind, message },
});
const silent = (httpStatus: number | null) =>
  failed("timeout", `The bot did not answer within ${timeoutMs / 1000} s.`, httpStatus);

t.test("[BOT-06, BOT-07] the bytes of an event, the same in each attempt", async (t) => {
  const peer = await openPeer(t, replyOk);
  const outbound = openOutbound(t);
  const telling = toTelling({ endpoint: `http://kim:s%20cret@${peer.host}/hook?key=1#f` });
  for (const attempt of [1, 2, 3]) t.match(await outbound.tellBot({ ...telling, attempt }), positive);
  const expected = [
    "POST /hook/t0k3n?key=1 HTTP/1.1",
    `host: ${peer.host}`,
    "connection: keep-alive",
    `User-Agent: ${userAgent}`,
    "Accept-Encoding: identity",
    "Content-Type: application/json",
    `Authorization: Basic ${Buffer.from("kim:s cret").toString("base64")}`,
    `content-length: ${Buffer.byteLength(sentEvent)}`,
    "",
    Buffer.from(sentEvent).toString("latin1"),
  ].join("\r\n");
  t.strictSame(peer.requests, [expected, expected, expected]);
});

t.test("[BOT-15] notices about agents are sent in the same way", async (t) => {
  const peer = await openPeer(t, replyOk);
  const telling = toTelling({ endpoint: `http://${peer.host}/hook` });
  for (const event of ["AGENT_JOINED", "AGENT_UNAVAILABLE"] as const) {
    const { chatId, clientNumber } = telling.event;
    await openOutbound(t).tellBot({ ...telling, event: { event, chatId, clientNumber } });
  }
  t.strictSame(
    peer.requests.map((request) => JSON.parse(request.slice(request.indexOf("\r\n\r\n")))),
    ["AGENT_JOINED", "AGENT_UNAVAILABLE"].map((event) => ({
      event,
      id: telling.eventId,
      client_id: "318",
      chat_id: "5021",
    })),
  );
});

const botMessage = '{"event":"BOT_MESSAGE","chat_id":"5021","message":{"type":"TEXT","text":"Hi"}}';
const closedEarly = (httpStatus: number | null) =>
  failed("connection", "The bot closed the connection before it had answered.", httpStatus);

const answers: readonly (readonly [name: string, behave: Behaviour, outcome: object])[] = [
  ...["", "fine", "null", botMessage, '{"error":{"code":17,"message":"full"}}', '{"result":"no"}'].map(
    (body) => [`200 with ${body || "nothing"}`, reply("200 OK", body), positive] as const,
  ),
  ["201", reply("201 Created", "{"), { httpStatus: 201, failure: null }],
  [
    "an empty 204 after an interim answer",
    (socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"),
    { httpStatus: 204, failure: null },
  ],
  ...[400, 401, 404, 429, 500, 503].map(
    (status) =>
      [
        `${status}, with any Retry-After`,
        reply(`${status} No`, "busy", "Retry-After: 120\r\n"),
        failed("http_status", `The bot answered HTTP ${status}.`, status),
      ] as const,
  ),
  ...[301, 302, 307, 308].map(
    (status) =>
      [
        `${status}, which is not followed`,
        reply(`${status} Moved`, "", "Location: /elsewhere\r\n"),
        failed("http_status", `The bot answered with a redirect (HTTP ${status}), which is not followed.`, status),
      ] as const,
  ),
  ["a connection closed without an answer", (socket) => socket.end(), closedEarly(null)],
  [
    "a body shorter than promised",
    (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"),
    closedEarly(200),
  ],
  [
    "what is not HTTP",
    (socket) => socket.end("220 mail.example ESMTP\r\n"),
    failed("unexpected_answer", "The bot's answer is not valid HTTP."),
  ],
];

t.test("[BOT-19, BOT-20, BOT-21] one request, never repeated, and what becomes of its answer", async (t) => {
  for (const [name, behave, outcome] of answers) {
    const peer = await openPeer(t, behave);
    const seen = await openOutbound(t).tellBot(toTelling({ endpoint: `http://${peer.host}/hook` }));
    t.match(seen, { ...outcome, durationMs: 0 }, name);
    t.equal(peer.requests.length, 1, name);
  }
});

t.test("[BOT-17] a request ends at its time limit, whatever arrived until then", async (t) => {
  for (const [behave, httpStatus] of [
    [() => undefined, null],
    [(socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"result":"ok"'), 200],
  ] as const satisfies readonly (readonly [Behaviour, number | null])[]) {
    const peer = await openPeer(t, behave);
    const clock = createManualClock();
    const asked = openOutbound(t, { clock }).tellBot(toTelling({ endpoint: `http://${peer.host}/hook` }));
    await until(() => peer.requests.length === 1);
    await passTurns();
    clock.advance(timeoutMs);
    t.match(await asked, { ...silent(httpStatus), durationMs: timeoutMs });
    t.equal(peer.requests.length, 1);
  }
});

t.test("only the first 64 KiB of an endless answer are read", async (t) => {
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
  const seen = await openOutbound(t).tellBot(toTelling({ endpoint: `http://${peer.host}/hook` }));
  t.match(seen, positive);
  t.ok(written < 64 * 1024 * 1024, `the bot was cut off after ${written} bytes`);
});

t.test("[BOT-11] the log and the trace have the answer and the event's id, and no secret", async (t) => {
  const secrets = [pathToken, "s3cret", Buffer.from("kim:s3cret").toString("base64")];
  const echo: Behaviour = (socket, request) => {
    const status = request.includes("/bad/") ? "404 Not Found" : "200 OK";
    reply(status, `Cannot ${request.slice(0, 500)} as kim:s3cret`)(socket, request);
  };
  const peer = await openPeer(t, echo);
  const lines: LogLine[] = [];
  const outbound = openOutbound(t, {}, lines);
  const seen = [];
  for (const folder of ["bad", "good"]) {
    seen.push(await outbound.tellBot(toTelling({ endpoint: `http://kim:s3cret@${peer.host}/${folder}?key=k` })));
  }
  seen.push(await outbound.tellBot(toTelling({ endpoint: "http://kim:s3cret@127.0.0.1:1/hook?key=k" })));
  t.equal(seen[0]?.trace.address, `http://***:***@${peer.host}/bad/***?key=***`);
  t.match(seen[0]?.trace.answer, /^Cannot POST \/bad\/\*\*\*\?key=k HTTP/);
  t.match(seen[2]?.failure, { message: "The bot refused the connection." });
  const about = { channelId: "MOBILEAPP1", eventId: toTelling({ endpoint: "" }).eventId, chatId: "5021", attempt: 1 };
  t.match(lines, [
    {
      text: "Attempt to deliver an event to the bot failed",
      fields: { ...about, httpStatus: 404, answer: seen[0]?.trace.answer },
    },
    { text: "Delivered an event to the bot", fields: { ...about, httpStatus: 200 } },
    { text: "Attempt to deliver an event to the bot failed", fields: { ...about, failure: { kind: "connection" } } },
  ]);
  for (const secret of secrets) t.notOk(JSON.stringify([lines, seen]).includes(secret), secret);
});

t.test("a bot that hangs uses only its own connections, and its retries leave some for first attempts", async (t) => {
  const isStuck = (request: string): boolean => request.includes("/stuck ") || request.includes('"stuck"');
  const peer = await openPeer(t, (socket, request) => (isStuck(request) ? undefined : replyOk(socket, request)));
  const limits = { ...outboundLimits, endpointConnectionsMax: 2 };
  const clock = createManualClock();
  const outbound = openOutbound(t, { limits, clock });
  const endpoint = `http://${peer.host}/hook`;
  const dead = toTelling({ endpoint, token: "stuck" });
  const alive = toTelling({ endpoint, token: "quick" }, { channelId: asChannelId("OTHERBOT01") });
  const stuck = [1, 1, 1, 2, 2, 2].map((attempt) => outbound.tellBot({ ...dead, attempt }));
  const own = toTelling({ endpoint }, { channelId: asChannelId("THIRDBOT01") });
  const retries = Array.from({ length: 6 }, () =>
    outbound.tellBot({ ...own, event: { ...alive.event, text: "stuck" } as typeof own.event, attempt: 2 }),
  );
  // The clock does not move, so a request that had to wait for the hanging ones would wait for ever.
  for (const attempt of [1, 2, 1, 2]) t.match(await outbound.tellBot({ ...alive, attempt }), positive);
  t.match(await outbound.attempt(toAttempt(`http://${peer.host}/chat`)), positive, "nor do customer systems wait");
  t.match(await outbound.tellBot(own), positive);
  clock.advance(timeoutMs);
  for (const { failure } of await Promise.all([...stuck, ...retries])) t.equal(failure?.kind, "timeout");
});

t.test("https with verified certificates", async (t) => {
  const tls = createSelfSigned({ dns: "bot.example.com", ip: [127, 0, 0, 1] });
  const peer = await openPeer(t, replyOk, { tls });
  const policy = { ...loopback, allowHttp: false };
  const endpoint = `https://${peer.host}/hook`;
  const trusting = openOutbound(t, { policy, certificateAuthorities: tls.cert });
  t.match(await trusting.tellBot(toTelling({ endpoint })), positive);
  t.match(await openOutbound(t, { policy }).tellBot(toTelling({ endpoint })), {
    failure: {
      kind: "connection",
      message: "The certificate of the bot was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT).",
    },
  });
  t.equal(peer.requests.length, 1);
});

t.test("targets that are not permitted are refused before any connection", async (t) => {
  const peer = await openPeer(t, replyOk);
  const askWith = (policy: { allow: string[]; allowHttp: boolean }, endpoint: string) =>
    openOutbound(t, { policy }).tellBot(toTelling({ endpoint }));
  const port = peer.port;
  t.match(await askWith({ allow: ["127.0.0.0/8"], allowHttp: false }, `http://127.0.0.1:${port}/hook`), {
    httpStatus: null,
    failure: { kind: "refused_target", message: /outbound\.allowHttp/ },
  });
  for (const host of ["127.0.0.1", "2130706433", "localhost", "[::ffff:127.0.0.1]"]) {
    t.match(await askWith({ allow: ["10.0.0.0/8"], allowHttp: true }, `http://${host}:${port}/hook`), {
      failure: { kind: "refused_target", message: /outbound\.allow\./ },
    });
  }
  t.match(await askWith(loopback, `http://{token}.example.com:${port}/hook`), {
    failure: {
      kind: "refused_target",
      message: "The bot's endpoint must be an absolute https URL without {token} in its host name.",
    },
  });
  t.equal(peer.connections.total, 0);
});

t.test("a name that has changed its address since it was saved is refused at the connection", async (t) => {
  const peer = await openPeer(t, replyOk);
  const resolver: Resolver = (_hostname, done) => done(null, [{ address: "127.0.0.1", family: 4 }]);
  const policy = { allow: [], allowHttp: true };
  const outbound = openOutbound(t, { policy, guard: createAddressGuard(policy, resolver) });
  const outcome = await outbound.tellBot(toTelling({ endpoint: `http://rebinding.example.com:${peer.port}/hook` }));
  t.match(outcome.failure, { kind: "refused_target", message: /rebinding\.example\.com \(127\.0\.0\.1\)/ });
  t.equal(peer.connections.total, 0);
});

t.test("a running request ends as interrupted when the service stops, and no request begins afterwards", async (t) => {
  let tellArrived: () => void = () => undefined;
  const arrived = new Promise<void>((done) => {
    tellArrived = done;
  });
  const peer = await openPeer(t, () => tellArrived());
  const outbound = openOutbound(t);
  const telling = toTelling({ endpoint: `http://${peer.host}/hook` });
  const running = outbound.tellBot(telling);
  await arrived;
  await outbound.close();
  const interrupted = failed("interrupted", "The attempt was interrupted because the service is shutting down.");
  t.match(await running, interrupted);
  t.match(await outbound.tellBot(telling), interrupted);
  t.equal(peer.requests.length, 1);
});
