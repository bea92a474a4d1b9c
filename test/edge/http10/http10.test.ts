import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import { WebSocket } from "ws";
import { defaultLimits } from "../../../src/config/limits.ts";
import { systemClock } from "../../../src/core/clock.ts";
import type { HttpExchange } from "../../../src/edge/http/http-exchange.ts";
import type { HttpServer } from "../../../src/edge/server/server.ts";
import { createHttpServer } from "../../../src/edge/server/server.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import type { EdgeWorld, EdgeWorldOptions } from "../edge-world.ts";
import { startEdge, until } from "../edge-world.ts";
import { ask, openWire, request } from "../wire.ts";

const bodyMax = 64 * 1024;
const times = { idleMs: 10_000, wholeMs: 10_000 };

interface Http10World extends EdgeWorld {
  readonly port10: number;
  readonly socketPath: string;
  /** Requests that wait for an answer, or whose answer was cut off. */
  readonly held: HttpExchange[];
  aborts: number;
}

async function startBoth(t: Test, options: EdgeWorldOptions = {}, folder = temporaryFolder(t)): Promise<Http10World> {
  const held: HttpExchange[] = [];
  const socketPath = join(folder, "http10.sock");
  const addRoutes = (server: HttpServer): void => {
    server.route({
      pattern: "/who",
      methods: { get: (exchange) => exchange.answer(200, { body: exchange.remoteAddress() }) },
    });
    server.route({
      pattern: "/echo",
      methods: {
        post: (exchange) =>
          exchange.onBody(bodyMax, (body) =>
            body.ok ? exchange.answer(200, { body: body.value }) : exchange.answerFailure(body.failure),
          ),
      },
    });
    server.route({
      pattern: "/held",
      methods: {
        get(exchange) {
          held.push(exchange);
          exchange.onAborted(() => {
            world.aborts += 1;
          });
        },
      },
    });
    server.ws<object>("/ws/echo", {
      accept: () => ({}),
      message: (socket, data, isBinary) => void socket.send(data, isBinary),
    });
  };
  const http10 = { host: "127.0.0.1", port: 0, socketPath };
  const edge = await startEdge(t, addRoutes, { ...options, http10 });
  const port10 = Number(edge.log.find(({ msg }) => msg === "HTTP/1.0 is accepted as well")?.["port"]);
  const world: Http10World = { ...edge, port10, socketPath, held, aborts: 0 };
  edge.server.startServing();
  return world;
}

/** Sends these bytes and returns all received bytes when the connection is closed. */
async function exchange(port: number, ...parts: readonly string[]): Promise<string> {
  const wire = await openWire(port);
  for (const part of parts) wire.send(part);
  return wire.closed;
}

t.test("HTTP/1.0 and HTTP/1.1 are answered, each over a separate connection", async (t) => {
  const { port, port10 } = await startBoth(t);
  t.match(
    await exchange(port, "GET /who HTTP/1.0\r\n\r\n"),
    /^HTTP\/1\.1 505 .*does not support HTTP\/1\.0/s,
    "the first address refuses HTTP/1.0",
  );
  const got = await exchange(port10, "GET /who HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  t.match(
    got,
    /^HTTP\/1\.1 200 OK\r\n(?=.*\r\nContent-Length: 9\r\n)(?=.*\r\nConnection: close\r\n).*\r\n\r\n127\.0\.0\.1$/s,
  );
  t.match(
    await exchange(port10, "HEAD /who HTTP/1.0\r\n\r\n"),
    /^HTTP\/1\.1 200 OK\r\n(?=.*\r\nContent-Length: 9\r\n).*\r\n\r\n$/s,
  );
  t.match(await exchange(port10, "POST /echo HTTP/1.0\r\nContent-Length: 5\r\n\r\nhel", "lo"), /\r\n\r\nhello$/);
  t.match(await exchange(port10, "POST /echo HTTP/1.0\r\n\r\n"), /^HTTP\/1\.1 200 OK\r\n/, "no body and no length");
  t.match(await exchange(port10, "GET /nothing HTTP/1.0\r\n\r\n"), /^HTTP\/1\.1 404 .*"code":"not_found"/s);
  t.equal((await ask(port10, "POST", "/echo", "new")).body, "new");
  const chunked = request("POST", "/echo", undefined, [
    "Transfer-Encoding: chunked",
    "Connection: x-other",
    "X-Other: 1",
  ]);
  t.match(await exchange(port10, chunked, "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"), /\r\n\r\nabcde$/);
  const expecting = request("POST", "/echo", undefined, ["Content-Length: 2", "Expect: 100-continue"]);
  t.match(
    await exchange(port10, expecting, "hi"),
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n.*\r\n\r\nhi$/s,
  );
});

t.test("the second address takes what HTTP/1.1 allows and uWebSockets.js does not read", async (t) => {
  const { port10 } = await startBoth(t);
  const chunked = request("POST", "/echo", undefined, ["Transfer-Encoding: Chunked"]);
  for (const text of [
    `${chunked}2;name=value\r\nhi\r\n0\r\n\r\n`,
    `${chunked}2;name="a;b"\r\nhi\r\n0;last\r\n\r\n`,
    `${chunked}2\r\nhi\r\n0\r\nX-Sum: 1\r\n\r\n`,
    request("POST", "http://parley.test/echo", "hi"),
    request("POST", "HTTPS://parley.test:8443/echo?x=/y", "hi"),
    `\r\n${request("POST", "/echo", "hi")}`,
    request("POST", "/echo", "hi", ["Connection: Upgrade", "Upgrade: h2c"]),
  ])
    t.match(await exchange(port10, text), /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nhi$/s, text);
  t.match(await exchange(port10, request("GET", "http://parley.test?x")), /^HTTP\/1\.1 404 /, "a path is added");
});

t.test("an unreadable request, or a body with an ambiguous end, is refused and never forwarded", async (t) => {
  const { port10, server } = await startBoth(t);
  const counted = (): number => server.traffic.abortedRequests + server.inHand;
  for (const text of [
    "nonsense\r\n\r\n",
    request("POST", "/echo", "hi", ["Transfer-Encoding: chunked"]),
    request("POST", "/echo", "hi", ["Content-Length: 3"]),
    request("GET", `/who${"\u0001"}`),
  ])
    t.match(await exchange(port10, text), /^HTTP\/1\.1 400 /, JSON.stringify(text.slice(0, 40)));
  t.equal(counted(), 0);
  const cookies = (bytes: number): string => request("GET", "/who", undefined, [`Cookie: a=${"c".repeat(bytes)}`]);
  t.match(await exchange(port10, cookies(31 * 1024)), /^HTTP\/1\.1 200 /);
  t.match(await exchange(port10, cookies(33 * 1024)), /^HTTP\/1\.1 431 /);
});

t.test("the peer of the second address is used, and no client can name another one", async (t) => {
  const forged = ["Parley-Hop: key 203.0.113.5", "Parley-Hop:  203.0.113.5", "X-Forwarded-For: 203.0.113.5"];
  const who = async (port: number, headers: readonly string[] = []) =>
    (await ask(port, "GET", "/who", undefined, headers)).body;
  const { port, port10, socketPath } = await startBoth(t);
  t.equal(await who(port10), "127.0.0.1");
  t.equal(await who(port10, forged), "127.0.0.1");
  t.equal(await who(port, forged), "127.0.0.1", "not at the first address either");
  const inside = net.connect(socketPath).setEncoding("latin1");
  inside.write(request("GET", "/who", undefined, forged));
  t.match(
    String((await once(inside, "data"))[0]),
    /Content-Length: 0\r\n\r\n$/,
    "not through the internal socket either",
  );
  inside.destroy();
  const behind = await startBoth(t, { trustedProxies: ["127.0.0.1/32"] });
  t.equal(
    await who(behind.port10, ["X-Forwarded-For: 1.2.3.4, 198.51.100.7"]),
    "198.51.100.7",
    "a trusted proxy sends the header",
  );
  t.equal(await who(behind.port10, ["X-Forwarded-For: 198.51.100.7", ...forged.slice(0, 2)]), "198.51.100.7");
});

t.test(
  "an answer reaches a client that still sends; when one side disconnects, the other side is closed",
  async (t) => {
    const world = await startBoth(t);
    const { port10, held, server } = world;
    const early = await openWire(port10);
    early.send(request("POST", "/echo", undefined, [`Content-Length: ${bodyMax + 10}`]));
    t.equal((await early.answer()).status, 413, "before the body has arrived");
    early.send("x".repeat(bodyMax + 10));
    await early.closed;

    const gone = await openWire(port10);
    gone.send(request("GET", "/held") + request("GET", "/held"));
    await until(() => held.length === 1);
    gone.abort();
    await until(() => world.aborts === 1);
    t.equal(held.length, 1, "the bytes sent after it are not processed");

    const cut = await openWire(port10);
    cut.send(request("GET", "/held"));
    await until(() => held.length === 2);
    const read = async (target: Uint8Array, position: number): Promise<number> => {
      if (position > 0) throw new Error("the disk");
      target.fill(1, 0, 100);
      return 100;
    };
    const streaming = held[1]?.answerStream(
      200,
      { contentType: "text/plain", headers: [] },
      { bytes: 1_000, read },
      times,
    );
    t.match(
      await cut.closed,
      /Content-Length: 1000\r\n/,
      "an incomplete response is recognized by the closed connection",
    );
    await streaming;

    const unanswered = await openWire(port10);
    unanswered.send(request("GET", "/held"));
    await until(() => held.length === 3);
    held[2]?.cutOff();
    t.match(await unanswered.closed, /^HTTP\/1\.1 502 .*"The service gave no answer\."/s);
    t.equal(server.inHand, 0);
  },
);

t.test("WebSockets are forwarded; a request for another protocol gets the answer of HTTP/1.1", async (t) => {
  const { port10, server, socketPath } = await startBoth(t);
  const socket = new WebSocket(`ws://127.0.0.1:${port10}/ws/echo`);
  await once(socket, "open");
  for (const text of ["a", "b".repeat(10_000)]) {
    socket.send(text);
    t.equal(String((await once(socket, "message"))[0]), text);
  }
  const h2c = request("GET", "/who", undefined, ["Connection: Upgrade", "Upgrade: h2c"]);
  t.match(await exchange(port10, h2c), /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n127\.0\.0\.1$/s);
  t.match(await exchange(port10, request("GET", "/ws/echo")), /^HTTP\/1\.1 404 .*has to pass the headers Upgrade/s);
  const left = new WebSocket(`ws://127.0.0.1:${port10}/ws/echo`);
  await once(left, "open");
  left.terminate();
  const closed = once(socket, "close");
  await server.drain();
  t.equal((await closed)[0], 1006);
  t.notOk(existsSync(socketPath), "the connection behind it is closed");
});

t.test("a stop answers the waiting requests, and then closes all connections", async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "http10.sock"), "left by a process that was killed");
  const { port10, held, server } = await startBoth(t, {}, folder);
  const waiting = await openWire(port10);
  const idle = await openWire(port10);
  waiting.send(request("GET", "/held"));
  await until(() => held.length === 1);
  const drained = server.drain();
  idle.send(request("GET", "/who"));
  t.equal((await idle.answer()).status, 503, "a client that was already connected");
  held[0]?.answer(200, { body: "late" });
  t.match(await waiting.closed, /\r\n\r\nlate$/);
  await drained;
  await t.rejects(openWire(port10), { code: "ECONNREFUSED" });
});

t.test("an address that cannot be bound is named", async (t) => {
  const taken = await startBoth(t);
  const listen = async (place: { port: number; socketPath: string }): Promise<void> => {
    const http10 = { host: "127.0.0.1", ...place };
    const log = pino({ level: "silent" });
    const server = createHttpServer({ limits: defaultLimits, clock: systemClock, log, http10 });
    await server.listen("127.0.0.1", 0).finally(() => server.drain());
  };
  const elsewhere = join(temporaryFolder(t), "http10.sock");
  await t.rejects(listen({ port: taken.port10, socketPath: elsewhere }), {
    name: "ListenError",
    message: `http10: cannot listen on 127.0.0.1:${taken.port10}: the port is in use by another process.`,
  });
  await t.rejects(
    listen({ port: 0, socketPath: `/tmp/${"x".repeat(120)}` }),
    /^http10: cannot listen on .*: expected a path of at most 107 bytes/,
  );
});
