import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import t from "tap";
import { builtUrl } from "../../../src/core/built-file.ts";
import { monotonicMs, systemClock } from "../../../src/core/clock.ts";
import { createAddressGuard } from "../../../src/delivery/address/address-guard.ts";
import { explainError } from "../../../src/delivery/request/explain-error.ts";
import type { RequestBatch, SentRequest } from "../../../src/delivery/request/outbound-thread.ts";
import { OutboundThread } from "../../../src/delivery/request/outbound-thread.ts";
import { loopback, openOutbound, outboundLimits, toAttempt } from "../attempts.ts";
import { openPeer, reply, replyOk } from "../peer.ts";
import { createSelfSigned } from "../self-signed.ts";
import { until } from "../through-service.ts";
import { seenBy, toReport } from "../webhook/webhooks.ts";

const hasThread = true;
/** For requests that are answered: no busy machine is as slow. */
const longMs = 60_000;
const poolOptions = { connectionsMax: 4, answerBytesMax: 1_024 };

t.test("requests of one moment leave whole, each with its own answer", async (t) => {
  const peer = await openPeer(t, (socket, request) =>
    reply("503 Wait", "", `Retry-After: ${/"number":(\d+)/.exec(request)?.[1]}\r\n`)(socket, request),
  );
  const outbound = openOutbound(t, { hasThread, limits: outboundLimits });
  const numbers = Array.from({ length: 50 }, (_, number) => number + 1);
  const outcomes = await Promise.all(
    numbers.map((number) => {
      const body = Buffer.from(`{"number":${number},"text":"${"ü".repeat(number)}"}`);
      return outbound.report(toReport(`http://${peer.host}/hook`, { body, attempt: number, timeoutMs: longMs }));
    }),
  );
  t.same(
    outcomes.map(({ httpStatus, retryAfterMs }) => [httpStatus, retryAfterMs]),
    numbers.map((number) => [503, number * 1_000]),
  );
  const seen = seenBy(peer).map(({ headers, body }) => [Number(headers["webhook-attempt"]), body.toString()] as const);
  t.same(
    seen.sort(([one], [other]) => one - other).map(([, body]) => body),
    numbers.map((number) => `{"number":${number},"text":"${"ü".repeat(number)}"}`),
  );
  t.ok(peer.connections.most <= 2 * outboundLimits.endpointConnectionsMax, "first attempts, and later ones");

  const shop = await openPeer(t, replyOk);
  const chunked = { ...toAttempt(`http://${shop.host}/chat`, { chunked: true }), timeoutMs: longMs };
  t.equal((await outbound.attempt(chunked)).failure, null);
  t.match(shop.requests[0], /\r\ntransfer-encoding: chunked\r\n/i);
});

t.test("[DEL-13] what goes wrong in the thread has the same reasons", async (t) => {
  const tls = createSelfSigned({ dns: "shop.example.com", ip: [127, 0, 0, 1] });
  const secure = await openPeer(t, replyOk, { tls });
  const silent = await openPeer(t, () => undefined);
  const closing = await openPeer(t, (socket) => void socket.destroy());
  const outbound = openOutbound(t, { hasThread });
  const failureOf = async (address: string, timeoutMs = longMs) =>
    (await outbound.attempt({ ...toAttempt(address), timeoutMs })).failure?.message;
  t.equal(await failureOf(`http://${silent.host}/`, 50), "The customer system did not answer within 0.05 s.");
  t.match(await failureOf(`http://${closing.host}/`), "closed the connection before it had answered");
  t.match(await failureOf("http://127.0.0.1:1/"), "refused the connection");
  t.match(await failureOf(`https://${secure.host}/`), "was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)");
  const trusting = openOutbound(t, { hasThread, certificateAuthorities: tls.cert });
  const attempt = { ...toAttempt(`https://${secure.host}/`), timeoutMs: longMs };
  t.equal((await trusting.attempt(attempt)).failure, null);
});

t.test("[AUTH-06] the thread judges addresses by the present policy", async (t) => {
  const peer = await openPeer(t, replyOk);
  const policy = { allow: [] as readonly string[], allowHttp: true };
  const thread = new OutboundThread(createAddressGuard(policy), systemClock);
  t.teardown(() => thread.close(new Error("The test is over")));
  const exchange = thread.open(poolOptions);
  thread.start();
  const ask = async () => {
    const request = { path: "/", headers: [], body: Buffer.from("{}") };
    const { httpStatus, error } = await exchange(`http://${peer.host}`, null, request, systemClock.nowMs() + longMs);
    return httpStatus ?? explainError(error, longMs, "receiver")?.message;
  };
  const refused = "The target 127.0.0.1 is a loopback address; such targets are allowed by the setting outbound.allow.";
  t.equal(await ask(), refused);
  policy.allow = loopback.allow;
  t.equal(await ask(), 200);
  policy.allow = [];
  t.equal(await ask(), refused, "a connection of the earlier policy is not used");
  t.equal(peer.requests.length, 1);
});

t.test("a stop ends what runs, and withdraws what has not begun", async (t) => {
  const silent = await openPeer(t, () => undefined);
  const outbound = openOutbound(t, { hasThread, limits: { ...outboundLimits, endpointConnectionsMax: 1 } });
  const report = toReport(`http://${silent.host}/hook`, { timeoutMs: longMs });
  const running = outbound.report(report);
  const waiting = outbound.report(report);
  await until(() => silent.requests.length === 1);
  await outbound.close();
  t.match(await running, { failure: { kind: "interrupted" }, isWithdrawn: undefined });
  t.match(await waiting, { failure: { kind: "interrupted" }, isWithdrawn: true });
  t.match(await outbound.report(report), { isWithdrawn: true }, "later ones too");
  await until(() => silent.connections.open === 0);
});

t.test("an answer that comes back after the time of its attempt is no delivery", async (t) => {
  let steadyMs = 0;
  const peer = await openPeer(t, (socket, request) => {
    // This thread stands still, and the other one does not.
    steadyMs += request.includes("/late") ? longMs + 1 : longMs;
    return replyOk(socket, request);
  });
  const clock = { nowMs: () => 1_000_000, steadyMs: () => steadyMs, wakeAt: () => ({ cancel: () => undefined }) };
  const outbound = openOutbound(t, { hasThread, clock });
  const kindOf = async (path: string) =>
    (await outbound.attempt({ ...toAttempt(`http://${peer.host}${path}`), timeoutMs: longMs })).failure?.kind ?? null;
  t.equal(await kindOf("/late"), "timeout");
  t.equal(await kindOf("/chat"), null);
});

t.test("a request that reaches the thread after a freeze is not written", async (t) => {
  const peer = await openPeer(t, replyOk);
  const worker = new Worker(new URL(builtUrl("workers/outbound.js")), { workerData: [poolOptions] });
  t.teardown(() => worker.terminate());
  const sentAgo = (id: number, agoMs: number): SentRequest =>
    [id, 0, null, `http://${peer.host}`, "/", [], false, 0, monotonicMs() - agoMs, longMs] as const;
  const guard = { ...loopback, localAddresses: "forbidden", changes: 0 } as const;
  const batch: RequestBatch = { guard, requests: [sentAgo(1, 4_000)], bodies: new Uint8Array() };
  worker.postMessage(batch);
  t.match(await once(worker, "message"), [[[1, { httpStatus: null, error: { name: "ExchangeTimeoutError" } }]]]);
  t.equal(peer.requests.length, 0);
});

t.test("a thread that breaks ends the process", async (t) => {
  const url = (path: string): string => new URL(`../../../src/${path}`, import.meta.url).href;
  const program = `(async () => {
    const { OutboundThread } = await import("${url("delivery/request/outbound-thread.ts")}");
    const { createAddressGuard } = await import("${url("delivery/address/address-guard.ts")}");
    const { systemClock } = await import("${url("core/clock.ts")}");
    const thread = new OutboundThread(createAddressGuard({ allow: [], allowHttp: true }), systemClock);
    const exchange = thread.open({ connectionsMax: -1, answerBytesMax: 1 });
    thread.start();
    setInterval(() => undefined, 1_000);
    exchange("http://127.0.0.1:1", null, { path: "/", headers: [], body: new Uint8Array() }, Date.now() + 60_000);
  })()`;
  const { status, stderr } = spawnSync(process.execPath, ["--eval", program]);
  t.equal(status, 1);
  // On a busy machine, the end of the thread can be seen before its reason.
  t.match(stderr.toString(), /invalid connections|The thread for outbound requests ended with status 1/);
});
