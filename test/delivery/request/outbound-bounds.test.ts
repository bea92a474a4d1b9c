import t from "tap";
import type { Pool } from "undici";
import type { Resolver } from "../../../src/delivery/address/address-guard.ts";
import { createAddressGuard } from "../../../src/delivery/address/address-guard.ts";
import { createEndpointPools } from "../../../src/delivery/request/endpoint-pools.ts";
import { NoConnectionError } from "../../../src/delivery/request/exchange.ts";
import { explainError } from "../../../src/delivery/request/explain-error.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { loopback, openOutbound, outboundLimits, timeoutMs, toAttempt } from "../attempts.ts";
import type { Peer } from "../peer.ts";
import { openPeer, replyOk } from "../peer.ts";
import { createSelfSigned } from "../self-signed.ts";
import { until } from "../through-service.ts";

const limits = { ...outboundLimits, endpointConnectionsMax: 2 };

t.test("[DEL-19] a dead endpoint uses only its own connections", async (t) => {
  const dead = await openPeer(t, () => undefined);
  const alive = await openPeer(t, replyOk);
  const clock = createManualClock();
  const outbound = openOutbound(t, { limits, clock });
  const stuck = Array.from({ length: 6 }, () => outbound.attempt(toAttempt(`http://${dead.host}/chat`)));
  const quick = await Promise.all(
    Array.from({ length: 6 }, () => outbound.attempt(toAttempt(`http://${alive.host}/chat`))),
  );
  for (const outcome of quick) t.match(outcome, { failure: null, durationMs: 0 });
  await until(() => dead.requests.length === 2);
  clock.advance(timeoutMs);
  for (const { failure } of await Promise.all(stuck)) t.equal(failure?.kind, "timeout");
  t.ok(dead.connections.most <= 2 * 2, `${dead.connections.most}: the bound, and as many that are closing`);
  t.equal(alive.connections.most, 2);

  const isStuck = (request: string): boolean => request.includes('"stuck"');
  const shared = await openPeer(t, (socket, request) => (isStuck(request) ? undefined : replyOk(socket, request)));
  const attempt = toAttempt(`http://${shared.host}/chat`);
  const recipient = { senderId: "stuck", senderIdKind: "string" } as const;
  const retries = Array.from({ length: 20 }, () => outbound.attempt({ ...attempt, attempt: 2, recipient }));
  for (let count = 0; count < 5; count += 1)
    t.match(await outbound.attempt(attempt), { failure: null, durationMs: 0 }, "beside retries that hang");
  clock.advance(timeoutMs);
  t.ok((await Promise.all(retries)).every(({ failure }) => failure?.kind === "timeout"));
  t.ok(shared.connections.most <= 2 * 4, `${shared.connections.most}: the bounds, and as many that are closing`);
});

t.test("[DEL-03] waiting for a connection, and connecting, count as parts of the attempt", async (t) => {
  const peer = await openPeer(t, () => undefined);
  const clock = createManualClock();
  const outbound = openOutbound(t, { limits, clock });
  const attempt = toAttempt(`http://${peer.host}/chat`);
  const holders = [0, 1].map(() => outbound.attempt({ ...attempt, timeoutMs: timeoutMs * 3 }));
  const waiting = Array.from({ length: 6 }, () => outbound.attempt(attempt));
  await until(() => peer.requests.length === 2);
  clock.advance(timeoutMs);
  for (const outcome of await Promise.all(waiting))
    t.match(outcome, { durationMs: timeoutMs, failure: { kind: "timeout" } });
  clock.advance(timeoutMs * 2);
  await Promise.all(holders);
  const last = outbound.attempt(attempt);
  await until(() => peer.requests.length === 3);
  clock.advance(timeoutMs);
  t.equal((await last).failure?.kind, "timeout");
  t.equal(peer.requests.length, 3, "an attempt that was given up while it waited was never sent");

  const before = peer.connections.total;
  const withoutTls = [0, 1].map(() => outbound.attempt(toAttempt(`https://${peer.host}/chat`)));
  // No request waits for the handshake of another one.
  await until(() => peer.connections.total === before + 2);
  clock.advance(timeoutMs);
  for (const outcome of await Promise.all(withoutTls))
    t.match(outcome, { durationMs: timeoutMs, failure: { kind: "timeout" } }, "a TLS peer that never answers");
});

t.test("an endpoint that recovers gets requests again, within its bound", async (t) => {
  const state = { isDead: true };
  const peer = await openPeer(t, (socket, request) => (state.isDead ? socket.destroy() : replyOk(socket, request)));
  const outbound = openOutbound(t, { limits });
  const attemptAll = () =>
    Promise.all(Array.from({ length: 12 }, () => outbound.attempt(toAttempt(`http://${peer.host}/chat`))));
  t.ok((await attemptAll()).every(({ failure }) => failure?.kind === "connection"));
  state.isDead = false;
  t.ok((await attemptAll()).every(({ failure }) => failure === null));
  t.equal(peer.connections.most, 2);
});

t.test(
  "above the limit of endpoints, the least recently used one loses its idle connections, a busy one never",
  async (t) => {
    const peers = [await openPeer(t, replyOk), await openPeer(t, replyOk), await openPeer(t, replyOk)] as const;
    const guard = createAddressGuard(loopback);
    const pools = createEndpointPools(guard, { connectionsMax: 2, answerBytesMax: 1024, endpointsMax: 2 });
    t.teardown(() => pools.destroy(new Error("over")));
    const [busy, idle, fresh] = peers;
    const ask = async (peer: Peer) => {
      const taken = pools.take(`http://${peer.host}`, null);
      await askOnce(taken.pool);
      pools.giveBack(taken);
    };
    const taken = pools.take(`http://${busy.host}`, null);
    await askOnce(taken.pool);
    await ask(idle);
    await ask(fresh);
    while (idle.connections.open > 0) await new Promise((done) => setImmediate(done));
    t.equal(busy.connections.open, 1);
    t.equal(fresh.connections.open, 1);
    await askOnce(taken.pool);
    pools.giveBack(taken);
    t.equal(busy.requests.length, 2);
  },
);

async function askOnce(pool: Pool): Promise<void> {
  const { body } = await pool.request({ method: "POST", path: "/", body: "{}" });
  await body.text();
}

t.test("[AUTH-04] https with verified certificates, and no way around them", async (t) => {
  const tls = createSelfSigned({ dns: "shop.example.com", ip: [127, 0, 0, 1] });
  const peer = await openPeer(t, replyOk, { tls });
  const policy = { ...loopback, allowHttp: false };
  const resolver: Resolver = (_hostname, done) => done(null, [{ address: "127.0.0.1", family: 4 }]);
  const guard = createAddressGuard(policy, resolver);
  const trusting = openOutbound(t, { policy, guard, certificateAuthorities: tls.cert });
  t.equal((await trusting.attempt(toAttempt(`https://${peer.host}/chat`))).failure, null, "by address");
  t.equal((await trusting.attempt(toAttempt(`https://shop.example.com:${peer.port}/chat`))).failure, null, "by name");
  t.match(peer.requests[1], `\r\nhost: shop.example.com:${peer.port}\r\n`);
  t.match(await trusting.attempt(toAttempt(`https://other.example.com:${peer.port}/chat`)), {
    failure: {
      kind: "connection",
      message: "The certificate of the customer system was not accepted (ERR_TLS_CERT_ALTNAME_INVALID).",
    },
  });
  t.match(await openOutbound(t, { policy, guard }).attempt(toAttempt(`https://${peer.host}/chat`)), {
    failure: {
      kind: "connection",
      message: "The certificate of the customer system was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT).",
    },
  });
  t.equal(peer.requests.length, 2);

  const plain = await openPeer(t, replyOk, { greeting: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" });
  t.match(await openOutbound(t).attempt(toAttempt(`https://${plain.host}/chat`)), {
    httpStatus: null,
    failure: {
      kind: "connection",
      message: "The customer system could not be reached over TLS (ERR_SSL_WRONG_VERSION_NUMBER).",
    },
  });
  t.equal(plain.requests.length, 0);
});

t.test("[AUTH-05] plain http and literal targets are refused before any connection", async (t) => {
  const peer = await openPeer(t, replyOk);
  const outbound = openOutbound(t, { policy: { ...loopback, allowHttp: false } });
  t.match(await outbound.attempt(toAttempt(`http://${peer.host}/chat`)), {
    httpStatus: null,
    failure: { kind: "refused_target", code: "refused_target", message: /outbound\.allowHttp/ },
  });
  const elsewhere = openOutbound(t, { policy: { allow: ["10.0.0.0/8"], allowHttp: true } });
  for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0"])
    t.match(await elsewhere.attempt(toAttempt(`http://${host}:${peer.port}/chat`)), {
      failure: { kind: "refused_target", message: /outbound\.allow\./ },
    });
  t.equal(peer.connections.total, 0);
});

t.test("[AUTH-06] a name that has changed its address since it was saved is refused at the connection", async (t) => {
  const peer = await openPeer(t, replyOk);
  const answers = ["93.184.216.34", "127.0.0.1"];
  const resolver: Resolver = (_hostname, done) => done(null, [{ address: answers.shift() ?? "127.0.0.1", family: 4 }]);
  const policy = { allow: [], allowHttp: true };
  const guard = createAddressGuard(policy, resolver);
  const url = `http://rebinding.example.com:${peer.port}/chat`;
  t.equal(await guard.checkTargetResolved(url), null);
  const outcome = await openOutbound(t, { policy, guard }).attempt(toAttempt(url));
  t.match(outcome.failure, {
    kind: "refused_target",
    message:
      "The target rebinding.example.com (127.0.0.1) is a loopback address; such targets are allowed by the setting outbound.allow.",
  });
  t.equal(peer.connections.total, 0);

  let lookups = 0;
  const own: Resolver = (_hostname, done) => {
    lookups += 1;
    done(null, [{ address: "127.0.0.1", family: 4 }]);
  };
  const outbound = openOutbound(t, { guard: createAddressGuard(loopback, own) });
  t.equal((await outbound.attempt(toAttempt(`http://shop.example.com:${peer.port}/chat`))).failure, null);
  t.equal(lookups, 1, "the connection goes to the checked address");
  t.match(peer.requests[0], `\r\nhost: shop.example.com:${peer.port}\r\n`);
});

t.test("a name that does not resolve, and an invalid URL", async (t) => {
  const resolver: Resolver = (_hostname, done) => done(Object.assign(new Error("none"), { code: "ENOTFOUND" }), []);
  const outbound = openOutbound(t, { guard: createAddressGuard(loopback, resolver) });
  t.match(await outbound.attempt(toAttempt("http://gone.example.com/chat")), {
    failure: { kind: "connection", message: "The address of the customer system could not be resolved." },
  });
  t.match(await outbound.attempt(toAttempt("gone.example.com/chat")), {
    failure: { kind: "refused_target", message: "The webhook URL of the channel must be an absolute https URL." },
  });
});

t.test("a connection that is given up before the attempt ends is explained with the time it took", async (t) => {
  const silent = await openPeer(t, () => undefined);
  const options = { connectionsMax: 1, answerBytesMax: 1_000, connectTimeoutMs: 20 };
  const pools = createEndpointPools(createAddressGuard(loopback), options);
  t.teardown(() => pools.destroy(new Error("The test is over")));
  // The TLS handshake never ends.
  const origin = `https://${silent.host}`;
  const error: unknown = await pools
    .take(origin, null)
    .pool.request({ path: "/", method: "GET" })
    .catch((it) => it);
  if (!(error instanceof NoConnectionError)) throw new Error(`Expected NoConnectionError, got ${error}`);
  t.ok(error.afterMs >= 20);
  t.strictSame(explainError(error, 10_000, "receiver"), {
    kind: "timeout",
    code: "timeout",
    message: `No connection to the receiver was made within ${(error.afterMs / 1000).toFixed(1)} s.`,
  });
});

t.test("an answer that a frozen process reads after its time is no delivery", async (t) => {
  let nowMs = 1_000_000;
  const peer = await openPeer(t, (socket, request) => {
    // The process stands still: no timer fires before the answer is read.
    nowMs += request.includes("/late") ? timeoutMs + 1 : timeoutMs;
    return replyOk(socket, request);
  });
  const clock = { nowMs: () => nowMs, wakeAt: () => ({ cancel: () => undefined }) };
  const outbound = openOutbound(t, { limits, clock });
  t.match(await outbound.attempt(toAttempt(`http://${peer.host}/late`)), { failure: { kind: "timeout" } });
  t.match(await outbound.attempt(toAttempt(`http://${peer.host}/chat`)), { failure: null });
});

t.test("an answer in time is a delivery, also when the clock was set forward meanwhile", async (t) => {
  let [nowMs, steadyMs] = [1_000_000, 0];
  const peer = await openPeer(t, (socket, request) => {
    nowMs += 3_600_000;
    steadyMs += request.includes("/late") ? timeoutMs + 1 : timeoutMs;
    return replyOk(socket, request);
  });
  const clock = { nowMs: () => nowMs, steadyMs: () => steadyMs, wakeAt: () => ({ cancel: () => undefined }) };
  const outbound = openOutbound(t, { limits, clock });
  t.match(await outbound.attempt(toAttempt(`http://${peer.host}/late`)), { failure: { kind: "timeout" } });
  t.match(await outbound.attempt(toAttempt(`http://${peer.host}/chat`)), { failure: null });
});
