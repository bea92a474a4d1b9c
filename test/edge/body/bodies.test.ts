import t from "tap";
import type { HttpExchange } from "../../../src/edge/http/http-exchange.ts";
import type { HttpServer } from "../../../src/edge/server/server.ts";
import type { EdgeWorld } from "../edge-world.ts";
import { startEdge, until } from "../edge-world.ts";
import { ask, openWire, request } from "../wire.ts";

const bodyBytesMax = 2000;

/** A server that echoes bodies at `/echo`, and keeps exchanges of `/hold` so that the test can answer them. */
async function startEcho(t: Parameters<typeof startEdge>[0]): Promise<EdgeWorld & Held> {
  const held: HttpExchange[] = [];
  const bodies: number[] = [];
  const aborted: string[] = [];
  const addRoutes = (server: HttpServer): void => {
    server.route({
      pattern: "/echo",
      methods: {
        get: (exchange) => exchange.answer(200, { body: "got" }),
        post: (exchange) =>
          exchange.onBody(bodyBytesMax, (body) => {
            if (!body.ok) return exchange.answerFailure(body.failure);
            bodies.push(body.value.length);
            exchange.answer(200, { contentType: "text/plain", body: body.value });
          }),
      },
    });
    server.route({
      pattern: "/hold",
      methods: {
        post: (exchange) => {
          exchange.onAborted(() => aborted.push(exchange.requestId));
          exchange.onBody(bodyBytesMax, () => held.push(exchange));
        },
        get: (exchange) => void held.push(exchange),
      },
    });
  };
  const world = await startEdge(t, addRoutes, { limits: { bodyBytesMax } });
  world.server.startServing();
  return { ...world, held, bodies, aborted };
}
interface Held {
  readonly held: HttpExchange[];
  readonly bodies: number[];
  readonly aborted: string[];
}

const chunked = (...chunks: readonly string[]): string =>
  `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("")}0\r\n\r\n`;
const post = (path: string, ...headers: readonly string[]): string => request("POST", path, undefined, headers);

t.test("bodies", async (t) => {
  const { server, port, bodies } = await startEcho(t);

  await t.test("bodies are complete, however they are split", async (t) => {
    const wire = await openWire(port);
    const text = `${"a".repeat(700)}ü${"b".repeat(900)}`;
    const bytes = Buffer.from(request("POST", "/echo", text));
    wire.send(bytes);
    t.equal((await wire.answer()).body, text);
    for (const cut of [1, 30, bytes.length - 1500, bytes.length - 700, bytes.length - 1]) {
      const seen = bodies.length;
      wire.send(bytes.subarray(0, cut));
      await until(() => server.inHand === (cut > bytes.length - 1600 ? 1 : 0));
      wire.send(bytes.subarray(cut));
      t.equal((await wire.answer()).body, text, `cut at ${cut}`);
      t.equal(bodies.length, seen + 1);
    }
    wire.send(post("/echo") + request("POST", "/echo", ""));
    t.equal((await wire.answer()).body, "");
    t.equal((await wire.answer()).body, "");
    wire.abort();
    for (const size of [1, 7, 800]) {
      const wire = await openWire(port);
      const parts = Array.from({ length: Math.ceil(1600 / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
      wire.send(post("/echo", "Transfer-Encoding: chunked") + chunked(...parts.map((part) => part.replace("ü", "u"))));
      t.equal((await wire.answer()).body, text.slice(0, parts.length * size).replace("ü", "u"), `chunks of ${size}`);
      wire.abort();
    }
  });

  await t.test("a body at the limit is accepted, one byte more is 413 before the body is sent", async (t) => {
    const wire = await openWire(port);
    wire.send(request("POST", "/echo", "x".repeat(bodyBytesMax)));
    t.equal((await wire.answer()).status, 200);
    const seen = bodies.length;
    wire.send(post("/echo", `Content-Length: ${bodyBytesMax + 1}`));
    const refused = await wire.answer();
    t.equal(refused.status, 413);
    t.equal(
      refused.body,
      `{"error":{"code":"payload_too_large","message":"The request body is larger than ${bodyBytesMax} bytes."}}`,
    );
    wire.send("x".repeat(bodyBytesMax + 1) + request("GET", "/echo"));
    t.equal((await wire.answer()).body, "got", "the connection stays open after the discarded body");
    t.equal(bodies.length, seen);
    wire.abort();
  });

  await t.test("a chunked body is counted as it arrives", async (t) => {
    const sent = post("/echo", "Transfer-Encoding: chunked");
    const whole = await openWire(port);
    whole.send(sent + chunked("x".repeat(bodyBytesMax - 1), "y"));
    t.equal((await whole.answer()).status, 200);
    const over = await openWire(port);
    over.send(sent + chunked("x".repeat(bodyBytesMax), "y"));
    t.equal((await over.answer()).status, 413);
    const wire = await openWire(port);
    wire.send(post("/echo", "Transfer-Encoding: chunked"));
    for (let sent = 0; sent <= bodyBytesMax * 16; sent += 1000) wire.send(`3e8\r\n${"x".repeat(1000)}\r\n`);
    const answer = await wire.answer();
    t.equal(answer.status, 413, "an endless body gets a response and the connection closes");
    t.equal(answer.headers.get("connection"), "close");
    await wire.closed;
  });

  await t.test("a huge declared length is answered, and the connection is closed", async (t) => {
    const wire = await openWire(port);
    wire.send(post("/echo", "Content-Length: 1000000000"));
    const answer = await wire.answer();
    t.equal(answer.status, 413);
    t.equal(answer.headers.get("connection"), "close");
    await wire.closed;
  });

  await t.test("a body that no handler reads is discarded", async (t) => {
    const wire = await openWire(port);
    wire.send(request("POST", "/nothing", "x".repeat(1500)) + request("GET", "/echo", "payload"));
    t.equal((await wire.answer()).status, 404);
    t.equal((await wire.answer()).body, "got");
    wire.abort();
  });

  await t.test("Expect: 100-continue is answered 100", async (t) => {
    const wire = await openWire(port);
    wire.send(post("/echo", "Expect: 100-continue", "Content-Length: 2"));
    t.equal((await wire.answer(false)).status, 100);
    wire.send("hi");
    t.equal((await wire.answer()).body, "hi");
    wire.abort();
  });
});

const ambiguous: readonly (readonly string[])[] = [
  ["Content-Length: 2", "Content-Length: 2"],
  ["Content-Length: 2", "Content-Length: 5"],
  ["Content-Length:", "Content-Length: 2"],
  ["Content-Length:"],
  ["Content-Length: -2"],
  ["Content-Length: +2"],
  ["Content-Length: 2x"],
  ["Content-Length: 0x2"],
  ["Content-Length: 2, 2"],
  ["Content-Length: 99999999999999999999"],
  ["Transfer-Encoding: identity"],
  ["Transfer-Encoding: gzip, chunked"],
  ["Transfer-Encoding: chunked, chunked"],
  ["Transfer-Encoding: xchunked"],
  ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
  ["Transfer-Encoding: chunked", "Transfer-Encoding:"],
  ["Transfer-Encoding:", "Content-Length: 2"],
];

t.test("[ERR-04] a request with an ambiguous end is 400, and the connection is closed", async (t) => {
  const { port, bodies } = await startEcho(t);
  for (const headers of ambiguous) {
    const wire = await openWire(port);
    wire.send(`${post("/echo", ...headers)}hi${request("GET", "/echo")}`);
    const answer = await wire.answer();
    t.equal(answer.status, 400, headers.join(" | "));
    t.match(answer.body, /^\{"error":\{"code":"invalid_request",/);
    t.equal(answer.headers.get("connection"), "close");
    t.equal(await wire.closed, "", "the bytes after it are not parsed as a request");
  }
  for (const path of ["/echo", "/nothing"]) {
    const wire = await openWire(port);
    wire.send(request("HEAD", path, undefined, ["Content-Length: 2", "Content-Length: 3"]) + request("GET", "/echo"));
    t.equal(await wire.closed, "", "a HEAD is closed without a response");
  }
  await t.test("uWebSockets.js refuses a length together with a transfer coding", async (t) => {
    for (const order of [
      ["Content-Length: 2", "Transfer-Encoding: chunked"],
      ["Transfer-Encoding: chunked", "Content-Length: 2"],
    ]) {
      const wire = await openWire(port);
      wire.send(post("/echo", ...order) + chunked("hi"));
      t.match(await wire.closed, /^HTTP\/1\.1 400 Bad Request\r\n/);
    }
  });
  t.same(bodies, [], "no handler got a body");
});

t.test("[LIM-04] a request that is not complete within 10 s is cut off", async (t) => {
  const { server, port, clock, log, held, aborted } = await startEcho(t);
  const wire = await openWire(port);
  wire.send(`${post("/hold", "Content-Length: 5")}abc`);
  await until(() => server.inHand === 1);
  clock.advance(9_800);
  wire.send("d");
  t.equal(server.inHand, 1, "not before its deadline");
  clock.advance(500);
  t.equal(server.inHand, 0);
  t.equal(await wire.closed, "");
  t.equal(aborted.length, 1, "its handler was notified");
  t.equal(held.length, 0, "and got no body");
  t.equal(server.traffic.cutOffRequests, 1);
  t.ok(log.some((line) => line.level === 40 && line.msg.startsWith("request cut off")));

  const complete = await openWire(port);
  complete.send(`${post("/hold", "Content-Length: 5")}abc`);
  await until(() => server.inHand === 1);
  clock.advance(9_000);
  complete.send("de");
  await until(() => held.length === 1);
  clock.advance(4_000);
  held[0]?.answer(200, { body: "in time" });
  t.equal((await complete.answer()).body, "in time", "a complete request has its own 5 s");
  complete.abort();
});

t.test("[ERR-13] a request that is not answered within 5 s is 504, and a later answer is dropped", async (t) => {
  const { server, port, clock, held, log } = await startEcho(t);
  const wire = await openWire(port);
  for (const text of [request("POST", "/hold", "hi"), request("GET", "/hold")]) {
    held.length = 0;
    wire.send(text);
    await until(() => held.length === 1);
    clock.advance(4_900);
    t.equal(server.inHand, 1);
    clock.advance(400);
    const answer = await wire.answer();
    t.equal(answer.status, 504);
    t.equal(answer.body, '{"error":{"code":"timeout","message":"The request was not finished in time."}}');
    t.equal(held[0]?.isOpen, false);
    held[0]?.answer(200, { body: "late" });
    held[0]?.answerFailure({ code: "overloaded", message: "Late." });
    wire.send(request("GET", "/echo"));
    t.equal((await wire.answer()).body, "got", "the late response is not on the wire");
  }
  t.equal(server.traffic.timedOutRequests, 2);
  t.notOk(
    log.some((line) => line.level === 50),
    "a late response is not a defect",
  );
  wire.abort();
});

t.test("an aborted request stops everything", async (t) => {
  const { server, port, held, bodies, aborted } = await startEcho(t);
  await t.test("aborted in the middle of its body", async (t) => {
    const wire = await openWire(port);
    wire.send(`${post("/hold", "Content-Length: 500")}abc`);
    await until(() => server.inHand === 1);
    wire.abort();
    await until(() => server.inHand === 0);
    t.equal(aborted.length, 1);
    t.equal(held.length, 0);
  });
  await t.test("aborted before its answer", async (t) => {
    const wire = await openWire(port);
    wire.send(request("POST", "/hold", "abc"));
    await until(() => held.length === 1);
    wire.abort();
    await until(() => server.inHand === 0);
    t.equal(held[0]?.isOpen, false);
    held[0]?.answer(200, { body: "to nobody" });
    held[0]?.answerFailure({ code: "overloaded", message: "To nobody." });
    t.equal(aborted.length, 2);
  });
  await t.test("aborted in the middle of a chunk", async (t) => {
    const wire = await openWire(port);
    wire.send(`${post("/echo", "Transfer-Encoding: chunked")}64\r\nabc`);
    await until(() => server.inHand === 1);
    wire.abort();
    await until(() => server.inHand === 0);
    t.equal(server.traffic.abortedRequests, 3);
  });
  t.equal(server.traffic.abortedRequests, 3);
  t.same(bodies, []);
  t.equal((await ask(port, "POST", "/echo", "next")).body, "next");
});

t.test("[ERR-12] draining finishes the requests in progress and answers 503 to others", async (t) => {
  const { server, port, held } = await startEcho(t);
  const [busy, kept, idle] = [await openWire(port), await openWire(port), await openWire(port)];
  kept.send(request("GET", "/echo"));
  await kept.answer();
  busy.send(request("POST", "/hold", "abc"));
  await until(() => held.length === 1);
  const drained = server.drain();
  t.equal(server.state, "draining");
  kept.send(request("GET", "/echo"));
  const refused = await kept.answer();
  t.equal(refused.status, 503);
  t.equal(refused.headers.get("retry-after"), "1");
  t.equal(refused.headers.get("connection"), "close");
  await kept.closed;
  await t.rejects(openWire(port), { code: "ECONNREFUSED" });
  held[0]?.answer(200, { body: "finished" });
  t.equal((await busy.answer()).body, "finished");
  await drained;
  await Promise.all([busy.closed, idle.closed]);
});

t.test("draining has a time limit", async (t) => {
  const { server, port, clock, held, aborted, log } = await startEcho(t);
  const [slow, stuck] = [await openWire(port), await openWire(port)];
  slow.send(`${post("/hold", "Content-Length: 50")}abc`);
  await until(() => server.inHand === 1);
  clock.advance(7_000);
  stuck.send(request("GET", "/hold"));
  await until(() => held.length === 1);
  const drained = server.drain();
  t.equal(server.drain(), drained);
  clock.advance(3_500);
  t.equal(server.inHand, 1, "the incomplete request was cut off at its own deadline");
  clock.advance(4_500);
  await drained;
  t.equal((await stuck.answer()).status, 504);
  t.equal(await slow.closed, "");
  t.equal(aborted.length, 1);
  t.notOk(log.some((line) => line.level === 50));
});

t.test("bytes after a chunked body are never parsed as a request", async (t) => {
  const { server, port, bodies } = await startEcho(t);
  const head = post("/echo", "Transfer-Encoding: chunked");
  const other = request("GET", "/echo");
  const ends = {
    "a trailer that reads as a request": `2\r\nhi\r\n0\r\nA:${other}`,
    "a line end that is none": `2\r\nhi\r\n0\r\nXY${other}`,
    "an orderly end": `2\r\nhi\r\n0\r\n\r\n${other}`,
  };
  for (const [name, end] of Object.entries(ends)) {
    const wire = await openWire(port);
    wire.send(head + end);
    t.notMatch(await wire.closed, /got/, `${name}, in one piece`);
    const slow = await openWire(port);
    slow.send(head + end.slice(0, -other.length));
    await slow.answer();
    slow.send(other);
    t.equal(await slow.closed, "", `${name}, in two pieces`);
  }
  const unread = await openWire(port);
  unread.send(post("/nothing", "Transfer-Encoding: chunked"));
  unread.send(`2\r\nhi\r\n0\r\n\r\n`);
  const answer = await unread.answer();
  t.same([answer.status, answer.headers.get("connection")], [404, "close"], "a body that no handler reads");
  t.equal(await unread.closed, "");
  await until(() => server.inHand === 0);
  t.ok(bodies.every((bytes) => bytes === 2));
});
