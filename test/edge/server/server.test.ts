import { once } from "node:events";
import { readFileSync } from "node:fs";
import https from "node:https";
import tls from "node:tls";
import { pino } from "pino";
import t from "tap";
import { WebSocket } from "ws";
import { defaultLimits } from "../../../src/config/limits.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { createMetrics } from "../../../src/core/telemetry/metrics.ts";
import { version } from "../../../src/core/version.ts";
import type { HttpServer } from "../../../src/edge/server/server.ts";
import { createHttpServer } from "../../../src/edge/server/server.ts";
import { addOperationRoutes } from "../../../src/edge/telemetry/operations.ts";
import { openly } from "../../harness/health.ts";
import { startEdge } from "../edge-world.ts";
import { ask, openWire, request } from "../wire.ts";

const fixture = (name: string): string => new URL(`../fixtures/${name}`, import.meta.url).pathname;
const certPath = fixture("localhost-cert.pem");
const keyPath = fixture("localhost-key.pem");
const log = pino({ level: "silent" });
const known = { ...openly, clock: systemClock, limits: defaultLimits };
const create = (tls?: { certPath: string; keyPath: string }): HttpServer =>
  createHttpServer({ limits: defaultLimits, clock: systemClock, log, ...(tls && { tls }) });

t.test("health routes", async (t) => {
  const { server, port } = await startEdge(t, (server) => addOperationRoutes(server, createMetrics(), known));
  const statusesOf = async (): Promise<readonly number[]> =>
    Promise.all(
      ["/healthz", "/readyz", "/metrics", "/nothing"].map(async (path) => (await ask(port, "GET", path)).status),
    );
  t.same(await statusesOf(), [200, 503, 200, 503], "starting");
  server.startServing();
  t.same(await statusesOf(), [200, 200, 200, 404], "serving");
  t.strictSame(JSON.parse((await ask(port, "GET", "/healthz")).body), { status: "ok", version });
  t.equal((await ask(port, "POST", "/metrics")).status, 405);
  t.equal((await ask(port, "HEAD", "/metrics")).status, 200, "HEAD of a response that is sent later");
  const kept = await openWire(port);
  kept.send(request("GET", "/healthz"));
  await kept.answer();
  await server.drain();
  await kept.closed;
});

t.test("metrics are built and compressed once a second, for any number of requests", async (t) => {
  const registry = createMetrics();
  const made = t.capture(registry, "metrics", registry.metrics);
  const { port, clock } = await startEdge(t, (server, clock) =>
    addOperationRoutes(server, registry, { ...openly, clock, limits: defaultLimits }),
  );
  const scrape = () => fetch(`http://127.0.0.1:${port}/metrics`, { headers: { "accept-encoding": "gzip" } });
  const many = await Promise.all(Array.from({ length: 20 }, async () => (await scrape()).text()));
  t.equal(new Set(many).size, 1);
  t.match(many[0], /^process_cpu_seconds_total /m);
  t.equal(made().length, 1);
  clock.advance(defaultLimits.metricsKeptMs - 1);
  const packed = await scrape();
  t.equal(await packed.text(), many[0]);
  t.same([packed.headers.get("content-encoding"), packed.headers.get("vary")], ["gzip", "Accept-Encoding"]);
  const plain = await ask(port, "GET", "/metrics");
  t.equal(plain.headers.get("content-encoding"), undefined);
  t.equal(plain.body, many[0]);
  t.equal(made().length, 0, "still the same text");
  clock.advance(1);
  t.equal((await scrape()).status, 200);
  t.equal(made().length, 1);
});

t.test("[VER-01] metrics show traffic by route and status, and no version", async (t) => {
  const { server, port } = await startEdge(t, (server) => {
    addOperationRoutes(server, createMetrics(), known);
    server.route({ pattern: "/things/:secret", methods: { get: (exchange) => exchange.answer(200, { body: "{}" }) } });
  });
  server.startServing();
  await ask(port, "GET", "/things/s3cret");
  await ask(port, "GET", "/things/s3cret");
  await ask(port, "PUT", "/things/s3cret");
  await ask(port, "GET", "/nothing");
  for (const round of [1, 2]) {
    const { body, headers } = await ask(port, "GET", "/metrics");
    t.equal(headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    t.match(body, /^parley_http_requests_total\{route="\/things\/:secret",status="200"\} 2$/m, `scrape ${round}`);
    t.match(body, /^parley_http_requests_total\{route="\/things\/:secret",status="405"\} 1$/m);
    t.match(body, /^parley_http_requests_total\{route="none",status="404"\} 1$/m);
    t.match(body, /^parley_http_aborted_total 0$/m);
    t.match(body, /^parley_http_cut_off_total 0$/m);
    t.match(body, /^parley_http_timed_out_total 0$/m);
    t.match(body, /^parley_http_in_hand 0$/m);
    t.match(body, /^process_cpu_seconds_total /m);
    t.notMatch(body, /s3cret|version/);
  }
});

t.test("an address that cannot be bound is a clear error", async (t) => {
  const first = create();
  const { port } = await first.listen("127.0.0.1", 0);
  t.ok(port > 0);
  const refused = async (host: string, port: number): Promise<string> => {
    const server = create();
    const message = await server.listen(host, port).then(
      () => "listens",
      (error: unknown) => String(error),
    );
    await server.drain();
    return message;
  };
  t.equal(
    await refused("127.0.0.1", port),
    `ListenError: Cannot listen on 127.0.0.1:${port}: the port is in use by another process.`,
  );
  t.match(
    await refused("192.0.2.1", 0),
    /^ListenError: Cannot listen on 192\.0\.2\.1:0: the host is not an address of this machine\.$/,
  );
  t.match(
    await refused("no-such-host.invalid", 0),
    /^ListenError: Cannot listen on no-such-host\.invalid:0: the host name is not known\.$/,
  );
  await first.drain();
  t.equal(await refused("127.0.0.1", port), "listens", "the port is free after draining");
});

t.test("TLS", async (t) => {
  const { server, port } = await startEdge(
    t,
    (server) =>
      server.route({
        pattern: "/echo",
        methods: {
          get: (exchange) => exchange.answer(200, { body: "secure" }),
          post: (exchange) =>
            exchange.onBody(100_000, (body) => exchange.answer(200, { body: body.ok ? body.value : "" })),
        },
      }),
    { tls: { certPath, keyPath } },
  );
  server.startServing();
  await t.test("the server uses the configured certificate", async (t) => {
    const sent = https.request({ port, path: "/echo", method: "POST", host: "127.0.0.1", ca: readFileSync(certPath) });
    const body = "x".repeat(90_000);
    sent.end(body);
    const [answer] = await once(sent, "response");
    let text = "";
    for await (const part of answer) text += part;
    t.equal(answer.statusCode, 200);
    t.equal(text, body);
  });
  await t.test("the connection is closed at once after a request with an ambiguous end", async (t) => {
    const socket = tls.connect({ port, host: "127.0.0.1", ca: readFileSync(certPath) });
    await once(socket, "secureConnect");
    const ambiguous = request("POST", "/echo", undefined, ["Content-Length: 2", "Content-Length: 3"]);
    socket.write(`${ambiguous}hi${request("GET", "/echo")}`);
    let text = "";
    for await (const part of socket) text += part;
    t.match(text, /^HTTP\/1\.1 400 Bad Request\r\n/);
    t.notMatch(text, /secure/);
  });
  await t.test("unusable certificate files are named", async (t) => {
    t.throws(() => create({ certPath: "/no/such.pem", keyPath }), {
      name: "ListenError",
      message: /^Cannot read the TLS file \/no\/such\.pem: .*ENOENT/,
    });
    t.throws(() => create({ certPath: keyPath, keyPath: certPath }), /Cannot use .*localhost-key\.pem.* for TLS/);
  });
});

t.test("sockets", async (t) => {
  const opened: string[] = [];
  const closedSockets: number[] = [];
  const { server, port, log } = await startEdge(t, (server) =>
    server.ws<{ name: string }>("/ws/desk", {
      accept(exchange) {
        if (exchange.query("who") === "nobody") {
          exchange.answerCode("not_found");
          return null;
        }
        if (exchange.query("who") === "defect") throw new Error("in accept");
        return { name: exchange.query("who") ?? "" };
      },
      open: (socket) => void opened.push(socket.getUserData().name),
      message(socket, data) {
        if (data.byteLength === 0) throw new Error("in message");
        socket.send(`${socket.getUserData().name}:${Buffer.from(data).toString()}`);
      },
      close: (_socket, code) => {
        closedSockets.push(code);
        throw new Error("in close");
      },
    }),
  );
  const open = (query: string): WebSocket => new WebSocket(`ws://127.0.0.1:${port}/ws/desk?who=${query}`);
  const refusedWith = async (query: string): Promise<number> => {
    const [, answer] = await once(
      open(query).on("error", () => undefined),
      "unexpected-response",
    );
    return answer.statusCode;
  };

  t.equal(await refusedWith("kim"), 503, "while starting");
  server.startServing();
  const socket = open("kim");
  await once(socket, "open");
  socket.send("hello");
  const [echoed] = await once(socket, "message");
  t.equal(String(echoed), "kim:hello");
  t.same(opened, ["kim"]);
  t.equal(await refusedWith("nobody"), 404);
  t.equal(await refusedWith("defect"), 500);
  const plain = await ask(port, "GET", "/ws/desk");
  t.match(plain, { status: 404, body: /a proxy in between has to pass the headers Upgrade and Connection on/ });

  const broken = open("lee");
  await once(broken, "open");
  broken.send("");
  const [code] = await once(broken, "close");
  t.equal(code, 1011, "a handler that throws ends its socket");
  socket.send("still");
  t.equal(String((await once(socket, "message"))[0]), "kim:still", "and no other socket");
  t.equal(log.filter((line) => line.msg === "socket handler failed").length, 2, "also in message and in close");

  const closed = once(socket, "close");
  await server.drain();
  await closed;
  t.equal(closedSockets.length, 2);
});

t.test("heads of up to 32 KiB are read, also in pieces", async (t) => {
  const { server, port } = await startEdge(t, () => undefined);
  server.startServing();
  const cookies = (bytes: number): readonly string[] => [`Cookie: a=${"c".repeat(bytes)}`];
  const taken = await openWire(port);
  const text = request("GET", "/echo", undefined, cookies(31 * 1024));
  taken.send(text.slice(0, 9_000));
  taken.send(text.slice(9_000));
  t.equal((await taken.answer()).status, 404, "the service's own response");
  taken.abort();
  const refused = await openWire(port);
  refused.send(request("GET", "/echo", undefined, cookies(33 * 1024)));
  t.match(await refused.closed, /^HTTP\/1\.1 431 /);
});

t.test("a server without a socket route has no subscribers, and published frames reach nobody", async (t) => {
  const server = create();
  server.publish("chats", "news");
  t.notOk(server.hasSubscribers("chats"));
  await server.drain();
});
