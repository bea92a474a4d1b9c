import { randomBytes } from "node:crypto";
import t from "tap";
import { asChannelId } from "../../../src/core/ids.ts";
import { userAgent } from "../../../src/core/version.ts";
import { createAddressGuard } from "../../../src/delivery/address/address-guard.ts";
import { readRetryAfter } from "../../../src/delivery/request/ask.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import type { LogLine } from "../attempts.ts";
import { loopback, openOutbound } from "../attempts.ts";
import { openPeer, reply, replyOk } from "../peer.ts";
import { until } from "../through-service.ts";
import { passTurns } from "../timed-outbound.ts";
import { isVerified, seenBy, sentReport, toReport, webhookAt } from "./webhooks.ts";

t.test("[WH-01] a request has exactly these headers, and the stored bytes", async (t) => {
  const peer = await openPeer(t, replyOk);
  const outbound = openOutbound(t);
  const plain = toReport(`http://${peer.host}/hook/a%20b?x=1&y=%26`);
  const signed = toReport(
    webhookAt(plain.webhooks.url, { signingSecret: `whsec_${randomBytes(24).toString("base64")}` }),
    { attempt: 7 },
  );
  t.match(await outbound.report(plain), { httpStatus: 200, failure: null, isFinal: true, crmAnswer: null });
  t.match(await outbound.report(signed), { httpStatus: 200, failure: null });
  const [first, second] = seenBy(peer);
  const same = {
    host: peer.host,
    connection: "keep-alive",
    "user-agent": userAgent,
    "accept-encoding": "identity",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(sentReport)),
    "webhook-id": plain.deliveryId,
  };
  t.equal(first?.line, "POST /hook/a%20b?x=1&y=%26 HTTP/1.1");
  t.strictSame(first?.headers, { ...same, "webhook-attempt": "1" });
  t.strictSame(
    Object.keys(second?.headers ?? {}).sort(),
    [...Object.keys(same), "webhook-attempt", "webhook-signature", "webhook-timestamp"].sort(),
  );
  t.match(second?.headers, { ...same, "webhook-attempt": "7" });
  for (const seen of [first, second]) t.equal(seen?.body.toString(), sentReport);
});

t.test("user and password of the URL are sent only as HTTP Basic", async (t) => {
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const basic = Buffer.from("kim:s3:cr ét").toString("base64");
  const repeating = JSON.stringify({
    result: `no: Basic ${basic} s3:cr ét at /3b6fA0aaaaaaaaaaaaaaaa?key=hidden-key-1 ${secret}`,
  });
  const peer = await openPeer(t, reply("200 OK", repeating));
  const lines: LogLine[] = [];
  const url = `http://kim:s3%3Acr%20%C3%A9t@${peer.host}/in/3b6fA0aaaaaaaaaaaaaaaa?key=hidden-key-1`;
  const outcome = await openOutbound(t, {}, lines).report(toReport(webhookAt(url, { signingSecret: secret })));
  t.equal(seenBy(peer)[0]?.headers["authorization"], `Basic ${basic}`);
  t.equal(seenBy(peer)[0]?.line, "POST /in/3b6fA0aaaaaaaaaaaaaaaa?key=hidden-key-1 HTTP/1.1");
  t.equal(outcome.failure?.message, "no: Basic *** *** at /***?key=*** ***");
  t.equal(outcome.trace.address, `http://***:***@${peer.host}/in/***?key=***`);
  t.equal(lines.length, 1);
  const sent = JSON.stringify([outcome, lines]);
  for (const hidden of [basic, "s3:cr", "3b6fA0", "hidden-key", secret]) t.notOk(sent.includes(hidden), hidden);
});

t.test(
  "[WH-40] the library of Standard Webhooks verifies every signature, also across a change of the secret",
  async (t) => {
    const peer = await openPeer(t, replyOk);
    const clock = createManualClock(1_795_165_200_999);
    const outbound = openOutbound(t, { clock });
    const url = `http://${peer.host}/hook`;
    const ask = async (changes: Parameters<typeof webhookAt>[1]) => {
      await outbound.report(toReport(webhookAt(url, changes)));
      const seen = seenBy(peer).at(-1);
      if (seen === undefined) throw new Error("No request came");
      return seen;
    };
    // 24 to 64 bytes cover every padding of base64, each with and without the padding characters.
    for (let bytes = 24; bytes <= 64; bytes += 1) {
      const padded = `whsec_${randomBytes(bytes).toString("base64")}`;
      const other = `whsec_${randomBytes(bytes).toString("base64")}`;
      const unpadded = padded.replace(/=+$/, "");
      for (const signingSecret of [padded, unpadded]) {
        const seen = await ask({ signingSecret });
        t.ok(isVerified(padded, seen, clock.nowMs()), `${bytes} bytes`);
        t.notOk(isVerified(other, seen, clock.nowMs()), `${bytes} bytes, another secret`);
      }
    }
    const [oldSecret, newSecret] = [
      `whsec_${randomBytes(32).toString("base64")}`,
      `whsec_${randomBytes(32).toString("base64")}`,
    ];
    const before = await ask({ signingSecret: oldSecret });
    t.equal(before.headers["webhook-timestamp"], "1795165200", "whole seconds");
    t.strictSame(
      [isVerified(oldSecret, before, clock.nowMs()), isVerified(newSecret, before, clock.nowMs())],
      [true, false],
    );
    const dayMs = 24 * 60 * 60_000;
    const change = { signingSecret: newSecret, previousSecret: { secret: oldSecret, untilMs: clock.nowMs() + dayMs } };
    const tampered = (seen: ReturnType<typeof seenBy>[number]) => [
      { ...seen, body: Buffer.from(seen.body.toString().replace("12", "13")) },
      { ...seen, headers: { ...seen.headers, "webhook-id": "01JD5Y2B8M3Q7W0V4X6Z9K1T2S" } },
      { ...seen, headers: { ...seen.headers, "webhook-timestamp": "1795165201" } },
    ];
    for (const passedMs of [0, 60_000, dayMs - 60_001]) {
      clock.advance(passedMs);
      const seen = await ask(change);
      t.match(seen.headers["webhook-signature"], /^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
      for (const secret of [oldSecret, newSecret]) {
        t.ok(isVerified(secret, seen, clock.nowMs()), "both receivers accept the signature");
        for (const forged of tampered(seen)) t.notOk(isVerified(secret, forged, clock.nowMs()), "and nobody else");
      }
      t.equal(seen.body.toString(), sentReport);
    }
    clock.advance(1);
    const after = await ask(change);
    t.match(after.headers["webhook-signature"], /^v1,[^ ]+$/);
    t.strictSame(
      [isVerified(oldSecret, after, clock.nowMs()), isVerified(newSecret, after, clock.nowMs())],
      [false, true],
    );
    const without = await ask({ signingSecret: null, previousSecret: change.previousSecret });
    t.notOk("webhook-signature" in without.headers || "webhook-timestamp" in without.headers);
  },
);

t.test("the signed time is the time of the attempt, also if the attempt waited for a connection", async (t) => {
  const held: (() => void)[] = [];
  const peer = await openPeer(t, (socket, request) => void held.push(() => replyOk(socket, request)));
  const clock = createManualClock(1_795_165_200_000);
  const limits = {
    endpointConnectionsMax: 1,
    noticeConnectionsMax: 1,
    answerBytesMax: 1024,
    webhookAnswerBytesMax: 1024,
  };
  const outbound = openOutbound(t, { clock, limits });
  const report = toReport(
    webhookAt(`http://${peer.host}/hook`, { signingSecret: `whsec_${randomBytes(32).toString("base64")}` }),
  );
  const both = [outbound.report(report), outbound.report(report)];
  await until(() => held.length === 1);
  clock.advance(7_000);
  held.shift()?.();
  await until(() => held.length === 1);
  held.shift()?.();
  t.strictSame(
    (await Promise.all(both)).map(({ failure }) => failure),
    [null, null],
  );
  t.strictSame(
    seenBy(peer).map(({ headers }) => headers["webhook-timestamp"]),
    ["1795165200", "1795165207"],
  );
});

t.test("[WH-35] an attempt times out after 10 s, including connecting, waiting and reading", async (t) => {
  const clock = createManualClock();
  const outbound = openOutbound(t, { clock });
  const silent = await openPeer(t, () => undefined);
  const endless = await openPeer(
    t,
    (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"result":'),
  );
  const stalled = await openPeer(t, () => undefined);
  const running = [silent, endless].map((peer) => outbound.report(toReport(`http://${peer.host}/hook`)));
  // The TLS handshake of this request never ends.
  running.push(outbound.report(toReport(`https://${stalled.host}/hook`)));
  await until(() => silent.requests.length + endless.requests.length + stalled.connections.total === 3);
  await passTurns();
  let ended = 0;
  for (const one of running)
    void one.then(() => {
      ended += 1;
    });
  clock.advance(9_999);
  await passTurns();
  t.equal(ended, 0);
  clock.advance(1);
  for (const outcome of await Promise.all(running)) {
    t.match(outcome, {
      durationMs: 10_000,
      failure: { kind: "timeout", message: "The receiver did not answer within 10 s." },
      isFinal: false,
    });
  }
});

t.test(
  "a dead endpoint of one owner does not delay other owners, and hanging retries do not delay first attempts",
  async (t) => {
    const isStuck = (request: string): boolean => request.includes("stuck");
    const peer = await openPeer(t, (socket, request) => (isStuck(request) ? undefined : replyOk(socket, request)));
    const clock = createManualClock();
    const limits = {
      endpointConnectionsMax: 2,
      noticeConnectionsMax: 1,
      answerBytesMax: 1024,
      webhookAnswerBytesMax: 1024,
    };
    const outbound = openOutbound(t, { clock, limits });
    const url = `http://${peer.host}/hook`;
    const other = asChannelId("OTHERAPP01");
    const hanging = Array.from({ length: 30 }, (_, index) =>
      outbound.report(toReport(`${url}/stuck`, { channelId: other, attempt: index < 15 ? 1 : 2 })),
    );
    const again = Array.from({ length: 30 }, () => outbound.report(toReport(`${url}/stuck`, { attempt: 2 })));
    await until(() => peer.requests.length === 6);
    // The clock does not advance, so a request that had to wait for the hanging ones would wait for ever.
    for (let count = 0; count < 5; count += 1) t.match(await outbound.report(toReport(url)), { failure: null });
    t.ok(peer.connections.most <= 8, `${peer.connections.most} connections`);
    clock.advance(10_000);
    const outcomes = await Promise.all([...hanging, ...again]);
    t.ok(outcomes.every(({ failure }) => failure?.kind === "timeout"));
    t.match(
      await outbound.report(toReport(url, { channelId: other })),
      { failure: null },
      "its connections are free again",
    );
  },
);

t.test("a stop interrupts running and waiting attempts, and no attempt begins afterwards", async (t) => {
  const peer = await openPeer(t, () => undefined);
  const limits = {
    endpointConnectionsMax: 1,
    noticeConnectionsMax: 1,
    answerBytesMax: 1024,
    webhookAnswerBytesMax: 1024,
  };
  const outbound = openOutbound(t, { clock: createManualClock(), limits });
  const report = toReport(`http://${peer.host}/hook`);
  const running = [outbound.report(report), outbound.report(report)];
  await until(() => peer.requests.length === 1);
  await outbound.close();
  const withdrawn: boolean[] = [];
  for (const outcome of [...(await Promise.all(running)), await outbound.report(report)]) {
    t.match(outcome, { httpStatus: null, isFinal: false, failure: { kind: "interrupted" } });
    withdrawn.push(outcome.isWithdrawn === true);
  }
  t.strictSame(withdrawn, [false, true, true], "a begun attempt counts, a waiting or later one does not");
  t.equal(peer.requests.length, 1);
});

t.test("an unexpected error is an outcome and a log entry, not a rejection", async (t) => {
  const lines: LogLine[] = [];
  const broken = {
    ...createAddressGuard(loopback),
    refuseHost: () => {
      throw new TypeError("broken");
    },
  };
  const outcome = await openOutbound(t, { guard: broken }, lines).report(toReport("http://127.0.0.1:9/hook"));
  t.match(outcome, {
    httpStatus: null,
    isFinal: false,
    failure: { kind: "connection", message: /error in the service/ },
  });
  t.ok(lines.some(({ level, text }) => level === "error" && text === "An attempt failed because of a defect"));
  t.match(await openOutbound(t).report(toReport("no url")), {
    failure: {
      kind: "refused_target",
      message: "The webhook URL of the channel must be an absolute http or https URL.",
    },
  });
});

t.test("Retry-After is read as seconds and as the three dates of HTTP, and nothing else", async (t) => {
  const nowMs = Date.UTC(2026, 10, 20, 18, 40, 19);
  for (const [text, expectedMs] of [
    ["0", 0],
    ["7", 7_000],
    [" 120 ", 120_000],
    ["99999999999999999999", 1e12],
    ["Fri, 20 Nov 2026 18:40:29 GMT", 10_000],
    ["Friday, 20-Nov-26 19:40:19 GMT", 3_600_000],
    ["Fri Nov 20 18:41:19 2026", 60_000],
    ["Wed Dec  2 18:40:19 2026", 12 * 86_400_000],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 0],
    ["Fri, 20 Nov 2026 18:40:09 GMT", 0],
    ["", 0],
    ["-5", 0],
    ["1.5", 0],
    ["1e3", 0],
    ["0x10", 0],
    ["5, 6", 0],
    ["soon", 0],
    ["in 2030", 0],
    ["try again after 2030-01-01", 0],
    ["Fri, 20 Foo 2026 18:40:29 GMT", 0],
    ["Fri, 20 Nov 2026 18:40:29 CET", 0],
    ["２０", 0],
  ] as const) {
    t.equal(readRetryAfter(text, nowMs), expectedMs, JSON.stringify(text));
  }
});
