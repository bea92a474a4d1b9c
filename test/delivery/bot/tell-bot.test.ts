import t from "tap";
import type { FailureKind } from "../../../machines/delivery/delivery.types.ts";
import { asChannelId } from "../../../src/core/ids.ts";
import type { Resolver } from "../../../src/delivery/address/address-guard.ts";
import { createAddressGuard } from "../../../src/delivery/address/address-guard.ts";
import type { LogLine } from "../attempts.ts";
import { loopback, openOutbound, timeoutMs, toAttempt } from "../attempts.ts";
import type { Behaviour } from "../peer.ts";
import { openPeer, reply, replyOk } from "../peer.ts";
import { createSelfSigned } from "../self-signed.ts";
import { pathToken, sentEvent, toTelling } from "./bots.ts";

const positive = { httpStatus: 200, failure: null };
const failed = (kind: FailureKind, message: string, httpStatus: number | null = null) => ({
  httpStatus,
  failure: { kind, code: kind, message },
});
const silent = (httpStatus: number | null) =>
  failed("timeout", `The bot did not answer within ${timeoutMs / 1000} s.`, httpStatus);

t.test("[BOT-06, BOT-07, BOT-10, AUTH-03] the bytes of an event, the same in each attempt", async (t) => {
  const peer = await openPeer(t, replyOk);
  const outbound = openOutbound(t);
  const telling = toTelling({ endpoint: `http://kim:s%20cret@${peer.host}/hook?key=1#f` });
  for (const attempt of [1, 2, 3]) t.match(await outbound.tellBot({ ...telling, attempt }), positive);
  const expected = [
    "POST /hook/t0k3n?key=1 HTTP/1.1",
    `host: ${peer.host}`,
    "connection: keep-alive",
    "User-Agent: Parley",
    "Content-Type: application/json",
    `Authorization: Basic ${Buffer.from("kim:s cret").toString("base64")}`,
    `content-length: ${Buffer.byteLength(sentEvent)}`,
    "",
    Buffer.from(sentEvent).toString("latin1"),
  ].join("\r\n");
  t.strictSame(peer.requests, [expected, expected, expected]);
});

t.test("[BOT-07, BOT-15] notices about agents are sent in the same way", async (t) => {
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
const answers: readonly {
  readonly rule: string;
  readonly name: string;
  readonly behave: Behaviour;
  readonly outcome: object;
}[] = [
  ...["", "fine", "null", botMessage, '{"error":{"code":17,"message":"full"}}', '{"result":"no"}'].map((body) => ({
    rule: "BOT-19] [BOT-21",
    name: `200 with ${body || "nothing"}`,
    behave: reply("200 OK", body),
    outcome: positive,
  })),
  { rule: "BOT-19", name: "201", behave: reply("201 Created", "{"), outcome: { httpStatus: 201, failure: null } },
  {
    rule: "BOT-19",
    name: "an empty 204 after an interim answer",
    behave: (socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"),
    outcome: { httpStatus: 204, failure: null },
  },
  ...[400, 401, 404, 429, 500, 503].map((status) => ({
    rule: "BOT-20",
    name: `${status}, with any Retry-After`,
    behave: reply(`${status} No`, "busy", "Retry-After: 120\r\n"),
    outcome: failed("http_status", `The bot answered HTTP ${status}.`, status),
  })),
  ...[301, 302, 307, 308].map((status) => ({
    rule: "BOT-20",
    name: `${status}, which is not followed`,
    behave: reply(`${status} Moved`, "", "Location: /elsewhere\r\n"),
    outcome: failed("http_status", `The bot answered with a redirect (HTTP ${status}), which is not followed.`, status),
  })),
  {
    rule: "BOT-20",
    name: "a connection closed without an answer",
    behave: (socket) => socket.end(),
    outcome: failed("connection", "The bot closed the connection before it had answered."),
  },
  {
    rule: "BOT-20",
    name: "a body shorter than promised",
    behave: (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"),
    outcome: failed("connection", "The bot closed the connection before it had answered.", 200),
  },
  {
    rule: "BOT-20",
    name: "what is not HTTP",
    behave: (socket) => socket.end("220 mail.example ESMTP\r\n"),
    outcome: failed("unexpected_answer", "The bot's answer is not valid HTTP."),
  },
  { rule: "BOT-17] [BOT-20", name: "no answer at all", behave: () => undefined, outcome: silent(null) },
  {
    rule: "BOT-17] [BOT-20",
    name: "a body that never ends",
    behave: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"result":"ok"'),
    outcome: silent(200),
  },
];

for (const { rule, name, behave, outcome } of answers) {
  t.test(`[${rule}] ${name}`, async (t) => {
    const peer = await openPeer(t, behave);
    const seen = await openOutbound(t).tellBot(toTelling({ endpoint: `http://${peer.host}/hook` }));
    t.match(seen, outcome);
    const isTimeout = seen.failure?.kind === "timeout";
    t.ok(isTimeout ? seen.durationMs >= timeoutMs - 5 : seen.durationMs < timeoutMs, `${seen.durationMs} ms`);
    t.ok(seen.durationMs < timeoutMs + 300, "never later");
    t.equal(peer.requests.length, 1, "one request, never repeated");
  });
}

t.test("[BOT-19] only the first 64 KiB of an endless answer are read", async (t) => {
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

t.test(
  "[BOT-20, BOT-11, DEL-28, AUTH-14] the log and the trace have the answer and the event's id, and no secret",
  async (t) => {
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
  },
);

t.test(
  "[BOT-17, DEL-19] a bot that hangs uses only its own connections, also at a host that many bots share",
  async (t) => {
    const isStuck = (request: string): boolean => request.includes("/stuck ");
    const peer = await openPeer(t, (socket, request) => (isStuck(request) ? undefined : replyOk(socket, request)));
    const limits = {
      endpointConnectionsMax: 2,
      noticeConnectionsMax: 2,
      answerBytesMax: 64 * 1024,
      webhookAnswerBytesMax: 64 * 1024,
    };
    const outbound = openOutbound(t, { limits });
    const endpoint = `http://${peer.host}/hook`;
    const dead = toTelling({ endpoint, token: "stuck" });
    const alive = toTelling({ endpoint, token: "quick" }, { channelId: asChannelId("OTHERBOT01") });
    const stuck = [1, 1, 1, 2, 2, 2].map((attempt) => outbound.tellBot({ ...dead, attempt }));
    for (const attempt of [1, 2, 1, 2]) {
      const { failure, durationMs } = await outbound.tellBot({ ...alive, attempt });
      t.equal(failure, null);
      t.ok(durationMs < timeoutMs / 2, `${durationMs} ms`);
    }
    const { failure, durationMs } = await outbound.attempt(toAttempt(`http://${peer.host}/chat`));
    t.ok(failure === null && durationMs < timeoutMs / 2, "customer systems do not wait either");
    t.ok((await Promise.all(stuck)).every(({ failure: end }) => end?.kind === "timeout"));
  },
);

t.test("[BOT-17] repeated attempts that hang leave connections for first attempts", async (t) => {
  const isStuck = (request: string): boolean => request.includes('"stuck"');
  const peer = await openPeer(t, (socket, request) => (isStuck(request) ? undefined : replyOk(socket, request)));
  const limits = {
    endpointConnectionsMax: 2,
    noticeConnectionsMax: 2,
    answerBytesMax: 64 * 1024,
    webhookAnswerBytesMax: 64 * 1024,
  };
  const outbound = openOutbound(t, { limits });
  const telling = toTelling({ endpoint: `http://${peer.host}/hook` });
  const event = { ...telling.event, text: "stuck" };
  const stuck = Array.from({ length: 6 }, () => outbound.tellBot({ ...telling, event, attempt: 2 }));
  const { failure, durationMs } = await outbound.tellBot(telling);
  t.ok(failure === null && durationMs < timeoutMs / 2, `${durationMs} ms`);
  await Promise.all(stuck);
});

t.test("[AUTH-04] https with verified certificates", async (t) => {
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

t.test("[AUTH-05, AUTH-06] targets that are not permitted are refused before any connection", async (t) => {
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

t.test("[AUTH-06] a name that has changed its address since it was saved is refused at the connection", async (t) => {
  const peer = await openPeer(t, replyOk);
  const resolver: Resolver = (_hostname, done) => done(null, [{ address: "127.0.0.1", family: 4 }]);
  const policy = { allow: [], allowHttp: true };
  const outbound = openOutbound(t, { policy, guard: createAddressGuard(policy, resolver) });
  const outcome = await outbound.tellBot(toTelling({ endpoint: `http://rebinding.example.com:${peer.port}/hook` }));
  t.match(outcome.failure, { kind: "refused_target", message: /rebinding\.example\.com \(127\.0\.0\.1\)/ });
  t.equal(peer.connections.total, 0);
});

t.test(
  "[BOT-17] a running request ends as interrupted when the service stops, and no request begins afterwards",
  async (t) => {
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
  },
);
