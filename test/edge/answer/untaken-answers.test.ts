import net from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { Test } from "tap";
import t from "tap";
import { defaultLimits } from "../../../src/config/limits.ts";
import type { WatchedExchange } from "../../../src/edge/http/exchange-watch.ts";
import { DeadlinePlace, ExchangeWatch } from "../../../src/edge/http/exchange-watch.ts";
import { openApiRoutes } from "../../../src/edge/openapi/openapi-route.ts";
import type { HttpServer } from "../../../src/edge/server/server.ts";
import type { LinkSession } from "../../../src/edge/sockets/live-link.ts";
import { LiveLink } from "../../../src/edge/sockets/live-link.ts";
import { PeerBacklogs } from "../../../src/edge/sockets/peer-backlogs.ts";
import { reset } from "../../harness/reset.ts";
import { startEdge, until } from "../edge-world.ts";
import { createManualClock } from "../manual-clock.ts";
import { ask, openWire, request } from "../wire.ts";

const big = Buffer.alloc(8 * 1024 * 1024, "b");
const page = Buffer.alloc(64 * 1024, "p");

const times = { idleMs: 10_000, wholeMs: 60_000 };

function addRoutes(server: HttpServer): void {
  server.route({
    pattern: "/big",
    methods: {
      get: (exchange) => exchange.answer(200, { body: big }),
      post: (exchange) => exchange.onBody(1024, () => exchange.answer(200, { body: big })),
    },
  });
  server.route({ pattern: "/page", methods: { get: (exchange) => exchange.answer(200, { body: page }) } });
  server.route({ pattern: "/empty", methods: { get: (exchange) => exchange.answer(204) } });
  server.route({
    pattern: "/moved",
    methods: { get: (exchange) => exchange.answer(302, { headers: ["Location", "/ok"], body: "" }) },
  });
  server.route({
    pattern: "/stream",
    methods: {
      async get(exchange) {
        await turn();
        const read = async (target: Uint8Array) => target.fill(0x62).length;
        await exchange.answerStream(
          200,
          { contentType: "text/plain", headers: [] },
          { bytes: page.length, read },
          times,
        );
      },
    },
  });
  server.route({ pattern: "/ok", methods: { get: (exchange) => exchange.answer(200, { body: "ok" }) } });
}

interface DeafClient {
  send(bytes: Buffer): void;
  isClosed(): boolean;
  abort(): void;
}

/** A client that sends and reads nothing. */
async function openDeaf(t: Test, port: number): Promise<DeafClient> {
  const socket = net.connect(port, "127.0.0.1");
  socket.pause();
  socket.on("error", () => undefined);
  t.teardown(() => reset(socket));
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  return { send: (bytes) => void socket.write(bytes), isClosed: () => socket.destroyed, abort: () => reset(socket) };
}

const openDeafs = (t: Test, port: number, count: number): Promise<readonly DeafClient[]> =>
  Promise.all(Array.from({ length: count }, () => openDeaf(t, port)));

const memoryMax = 64 * 1024 * 1024;

t.test(
  "200 connections that request large answers and read none use at most 64 MiB, and others are answered",
  async (t) => {
    const { server, port, clock } = await startEdge(t, addRoutes, { logLevel: "error" });
    server.startServing();
    const bytes = Buffer.from(request("GET", "/page").repeat(400));
    const before = process.memoryUsage().rss;
    const clients = await openDeafs(t, port, 200);
    for (const client of clients) client.send(bytes);
    for (let look = 0; look < 50; look += 1) t.equal((await ask(port, "GET", "/ok")).body, "ok");
    await until(() => server.heldAnswers + server.traffic.untakenAnswers === clients.length);
    t.ok(server.heldAnswers <= defaultLimits.answersHeldPerAddressMax, `${server.heldAnswers} responses wait`);
    const grown = process.memoryUsage().rss - before;
    t.ok(grown < memoryMax, `${Math.round(grown / 1024 / 1024)} MiB more`);
    clock.advance(defaultLimits.takeIdleMs + 1_000);
    t.equal(server.heldAnswers, 0, "closed after 10 s");
  },
);

t.test("a connection that keeps sending requests and reads nothing is closed, for every kind of request", async (t) => {
  const { server, port } = await startEdge(t, addRoutes, { logLevel: "error" });
  server.startServing();
  const chunked = ["Transfer-Encoding: chunked"];
  const floods = {
    "not found": request("GET", "/nothing"),
    "without a body": request("HEAD", "/page"),
    "no content": request("GET", "/empty"),
    redirected: request("GET", "/moved"),
    "without a clear end": request("GET", "/page") + request("POST", "/page", "", ["Content-Length: 1"]),
    "the last of its connection": `${request("POST", "/big", undefined, chunked)}0\r\n\r\n`,
  };
  for (const [name, text] of Object.entries(floods)) {
    const client = await openDeaf(t, port);
    const bytes = Buffer.from(text.repeat(1_000));
    let sent = 0;
    for (; !client.isClosed() && sent < 200; sent += 1) {
      client.send(bytes);
      await turn();
    }
    t.ok(client.isClosed(), `${name}: closed after ${sent} thousand`);
  }
  t.equal(server.inHand, 0);
});

t.test("an answer that is read late is complete", async (t) => {
  const { server, port } = await startEdge(t, addRoutes);
  server.startServing();
  const wire = await openWire(port);
  wire.send(request("GET", "/big"));
  await until(() => server.heldAnswers === 1);
  t.equal((await wire.answer()).body.length, big.length);
  t.equal(server.heldAnswers, 0);
  wire.send(request("GET", "/ok"));
  t.equal((await wire.answer()).body, "ok", "the connection stays open");
  t.equal(server.traffic.untakenAnswers, 0);
  wire.abort();
});

t.test("clients of a trusted proxy have separate bounds", async (t) => {
  const { server, port } = await startEdge(t, addRoutes, { trustedProxies: ["127.0.0.1/32"] });
  server.startServing();
  const ask = async (client: string): Promise<void> => {
    const deaf = await openDeaf(t, port);
    deaf.send(Buffer.from(request("GET", "/big", undefined, [`X-Forwarded-For: ${client}`])));
  };
  await ask("192.0.2.1");
  await until(() => server.heldAnswers === 1);
  await ask("192.0.2.2");
  await until(() => server.heldAnswers === 2);
  await ask("192.0.2.1");
  await until(() => server.traffic.untakenAnswers === 1);
  t.equal(server.heldAnswers, 2, "a second large response of the same client is refused");
  await ask("2001:db8:0:1::1");
  await until(() => server.heldAnswers === 3);
  await ask("2001:db8:0:1:ffff::2");
  await until(() => server.traffic.untakenAnswers === 2);
  t.equal(server.heldAnswers, 3, "a second large response of the same IPv6 network is also refused");
});

t.test("too many answers without a body have a separate counter and a separate log entry", async (t) => {
  const { server, port, log } = await startEdge(t, addRoutes, { limits: { unboundedAnswersBurst: 2 } });
  server.startServing();
  for (let at = 0; at < 2; at += 1) {
    const { status, headers } = await ask(port, "HEAD", "/stream");
    t.same([status, headers.get("content-length"), headers.get("content-type")], [200, "65536", "text/plain"]);
  }
  for (const [method, path] of [
    ["HEAD", "/stream"],
    ["HEAD", "/page"],
    ["GET", "/empty"],
  ] as const) {
    await t.rejects(ask(port, method, path), /^closed before/, path);
    const told = log.filter(({ msg }) => msg.startsWith("request closed without an answer"));
    t.match(told.at(-1), { level: 40, method: method.toLowerCase(), route: path });
  }
  t.same([server.traffic.unboundedAnswers, server.traffic.untakenAnswers], [3, 0]);
  t.equal((await ask(port, "GET", "/stream")).body.length, page.length, "a response with a body has another limit");
  t.equal(server.inHand, 0);
});

t.test("a HEAD of a streamed answer has the length, also as the last answer of its connection", async (t) => {
  const { server, port } = await startEdge(t, addRoutes);
  server.startServing();
  const wire = await openWire(port);
  wire.send(`${request("HEAD", "/stream", undefined, ["Transfer-Encoding: chunked"])}0\r\n\r\n`);
  const { headers } = await wire.answer(false);
  t.same([headers.get("content-length"), headers.get("connection")], ["65536", "close"]);
  wire.send(request("GET", "/ok"));
  t.equal((await ask(port, "GET", "/ok")).body, "ok");
  wire.abort();
  t.equal(await wire.closed, "", "nothing after it was read");
});

t.test("a HEAD that is answered while the server drains also has the length", async (t) => {
  let letGo = (): void => undefined;
  const { server, port } = await startEdge(t, (to) =>
    to.route({
      pattern: "/later",
      methods: {
        async get(exchange) {
          await new Promise<void>((resolve) => {
            letGo = resolve;
          });
          const read = async (target: Uint8Array) => target.fill(0x62).length;
          await exchange.answerStream(200, { contentType: "text/plain", headers: [] }, { bytes: 5, read }, times);
        },
      },
    }),
  );
  server.startServing();
  const wire = await openWire(port);
  wire.send(request("HEAD", "/later"));
  await until(() => server.inHand === 1);
  const drained = server.drain();
  letGo();
  const { headers } = await wire.answer(false);
  t.same([headers.get("content-length"), headers.get("connection")], ["5", "close"]);
  await drained;
  t.equal(await wire.closed, "");
});

t.test("clients of one IPv6 network share the limit of answers that a full connection cannot refuse", async (t) => {
  const limits = { unboundedAnswersBurst: 3 };
  const { server, port } = await startEdge(t, addRoutes, { trustedProxies: ["127.0.0.1/32"], limits });
  server.startServing();
  const isAnswered = async (client: string): Promise<boolean> => {
    const wire = await openWire(port);
    wire.send(request("GET", "/empty", undefined, [`X-Forwarded-For: ${client}`]));
    const status = await wire.answer().then(
      (answer) => answer.status,
      () => null,
    );
    wire.abort();
    return status === 204;
  };
  const answered: boolean[] = [];
  for (const part of [1, 2, 3, 4]) answered.push(await isAnswered(`2001:db8::${part}`));
  t.same(answered, [true, true, true, false]);
  t.equal(await isAnswered("2001:db8:0:1::1"), true, "another network");
});

t.test(
  "a flood of refused requests writes a limited number of log entries and the number of omitted ones",
  async (t) => {
    const { server, port, clock, log } = await startEdge(t, addRoutes);
    server.startServing();
    const wire = await openWire(port);
    const asked = 500;
    wire.send(request("GET", "/nothing").repeat(asked));
    for (let at = 0; at < asked; at += 1) await wire.answer();
    wire.send(request("POST", "/ok"));
    t.equal((await wire.answer()).status, 405);
    const lines = log.filter(({ msg }) => msg === "request answered");
    const { refusalLinesBurst } = defaultLimits;
    t.equal(lines.filter((line) => line["status"] === 404).length, refusalLinesBurst);
    t.equal(lines.filter((line) => line["status"] === 405).length, 1, "another status has its own log entries");
    clock.advance(11_000);
    const told = log.filter(({ msg }) => msg === "refused requests left out of the log");
    t.match(told, [{ status: 404, lines: asked - refusalLinesBurst }]);
    t.equal(server.traffic.linesLeftOut, asked - refusalLinesBurst);
    wire.abort();
  },
);

t.test("a flood of requests that never become complete writes a limited number of log entries", async (t) => {
  const { server, port, clock, log } = await startEdge(t, addRoutes);
  server.startServing();
  const asked = 150;
  const wires = await Promise.all(Array.from({ length: asked }, () => openWire(port)));
  for (const wire of wires) wire.send(`${request("POST", "/big", undefined, ["Content-Length: 9"])}1`);
  await until(() => server.inHand === asked);
  clock.advance(defaultLimits.requestTimeoutMs + 1_000);
  await Promise.all(wires.map((wire) => wire.closed));
  t.equal(server.traffic.cutOffRequests, asked);
  const lines = log.filter(({ msg }) => msg === "request cut off: not complete in time");
  const { refusalLinesBurst } = defaultLimits;
  t.equal(lines.length, refusalLinesBurst);
  clock.advance(11_000);
  t.match(
    log.filter(({ msg }) => msg === "requests cut off left out of the log"),
    [{ lines: asked - refusalLinesBurst }],
  );
});

t.test("a client that reads more slowly than the minimal rate is cut off, even if it always reads something", (t) => {
  const clock = createManualClock();
  const watch = new ExchangeWatch(clock, defaultLimits);
  const cut: string[] = [];
  class Watched implements WatchedExchange {
    readonly place: DeadlinePlace<WatchedExchange> = new DeadlinePlace(this);
    readonly isClientsTurn = true;
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
    }
    cutOff(): void {
      cut.push(this.#name);
    }
    keepReceiving(): void {
      return;
    }
    giveUp(): void {
      return;
    }
  }
  const [slow, fast] = [new Watched("slow"), new Watched("fast")];
  const { takeBytesPerSecondMin: bytesPerSecondMin } = defaultLimits;
  for (const one of [slow, fast]) watch.addTransfer(one, { idleMs: 10_000, wholeMs: 600_000, bytesPerSecondMin });
  for (let second = 0; second < 30; second += 1) {
    clock.advance(1_000);
    watch.noteProgress(slow, bytesPerSecondMin / 2);
    watch.noteProgress(fast, bytesPerSecondMin + 1_000);
  }
  t.same(cut, ["slow"]);
  watch.stop();
  t.end();
});

type DeafLink = LiveLink<null, LinkSession>;

t.test("sockets of one address that read nothing share one bound, and are dropped after a while", async (t) => {
  const mebibyte = 1024 * 1024;
  const links = new Set<DeafLink>();
  let [full, idle] = [0, 0];
  const { server, port, clock } = await startEdge(t, (to, clock) => {
    const backlogs = new PeerBacklogs<DeafLink>({
      ...{ clock, groupBytesMax: 8 * mebibyte, idleMs: 10_000 },
      groupOf: () => "deaf",
      onDrop: (reason) => {
        if (reason === "idle") idle += 1;
        else full += 1;
      },
    });
    to.ws<{ readonly link: DeafLink }>("/live", {
      ...{ maxBackpressure: 2 * mebibyte, closeOnBackpressureLimit: true, idleTimeout: 0 },
      accept: () => ({ link: new LiveLink("one", null) }),
      open: (socket) => {
        const { link } = socket.getUserData();
        link.attach(socket);
        link.onWaiting = () => backlogs.noteWaiting(link);
        link.subscribe("all");
        links.add(link);
        backlogs.add(link);
      },
      close: (socket) => {
        const { link } = socket.getUserData();
        link.detach();
        links.delete(link);
        backlogs.remove(link);
      },
    });
  });
  server.startServing();
  const deaf = await openDeafs(t, port, 40);
  const upgrade = request("GET", "/live", undefined, [
    ...["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"],
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ]);
  for (const one of deaf) one.send(Buffer.from(upgrade));
  await until(() => links.size === deaf.length);
  const before = process.memoryUsage().rss;
  const frame = "x".repeat(64 * 1024);
  const waiting = (): number => [...links].reduce((sum, { waitingBytes }) => sum + waitingBytes, 0);
  for (let round = 0; full === 0 && round < 2_000; round += 1) {
    for (const link of links) link.send(frame);
    await turn();
    t.ok(waiting() <= 8 * mebibyte + deaf.length * frame.length);
  }
  t.ok(full > 0, "the largest backlogs were dropped");
  t.ok(links.size > 0, "no more backlogs were dropped than necessary");
  const grown = process.memoryUsage().rss - before;
  t.ok(grown < memoryMax, `${Math.round(grown / mebibyte)} MiB more`);
  for (let round = 0; round < 20; round += 1) server.publish("all", frame);
  clock.advance(1_000);
  t.ok(waiting() <= 8 * mebibyte, "published frames also count");
  const left = links.size;
  t.ok(left > 0);
  clock.advance(11_000);
  await until(() => waiting() === 0);
  t.ok(links.size < left, "sockets that read nothing are closed");
  t.equal(idle, left - links.size, "each of these sockets is counted");
});

t.test("an answer that is the same for everybody is built and compressed once", async (t) => {
  const { server, port } = await startEdge(t, (to) => {
    for (const route of openApiRoutes(to.routes, () => "http://127.0.0.1")) to.route(route);
  });
  server.startServing();
  const plain = await ask(port, "GET", "/openapi.json");
  t.match(plain.body, /^\{"openapi":/);
  const etag = plain.headers.get("etag") ?? "";
  for (const encoding of ["gzip", "br"]) {
    const packed = await ask(port, "GET", "/openapi.json", undefined, [`Accept-Encoding: ${encoding}`]);
    t.same([packed.headers.get("content-encoding"), packed.headers.get("vary")], [encoding, "Accept-Encoding"]);
    t.equal(packed.headers.get("etag"), etag);
  }
  t.equal((await ask(port, "GET", "/openapi.json", undefined, [`If-None-Match: ${etag}`])).status, 304);
});
