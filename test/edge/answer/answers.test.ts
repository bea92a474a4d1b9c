import t from "tap";
import type { ErrorCode } from "../../../src/core/errors.ts";
import { ERROR_STATUS } from "../../../src/core/errors.ts";
import type { HttpServer } from "../../../src/edge/server/server.ts";
import { startEdge, until } from "../edge-world.ts";
import { ask, openWire, request } from "../wire.ts";

const isCode = (text: string | undefined): text is ErrorCode => text !== undefined && text in ERROR_STATUS;

function addRoutes(server: HttpServer): void {
  server.route({
    pattern: "/fail/:code",
    methods: {
      get(exchange, [code]) {
        if (isCode(code)) exchange.answerFailure({ code, message: `A "${code}" sentence.` });
      },
    },
  });
  server.route({
    pattern: "/things/:name",
    methods: {
      get: (exchange, [name = ""]) =>
        exchange.answer(200, { contentType: "text/plain", headers: ["X-Thing", "yes"], body: `thing ${name}` }),
      post: (exchange) =>
        exchange.onBody(1000, (body) => exchange.answer(200, { body: body.ok ? body.value : "too large" })),
      delete: (exchange) => exchange.answer(204),
    },
  });
  server.route({
    pattern: "/shared/:name",
    methods: {
      post: (exchange) => exchange.answerCode("rate_limited", 3),
      options: (exchange, [name = ""]) => exchange.answer(204, { headers: ["X-Thing", name] }),
    },
  });
  server.route({ pattern: "/wait", methods: { post: (exchange) => exchange.onBody(10, () => undefined) } });
  server.route({
    pattern: "/files/*",
    methods: { get: (exchange) => exchange.answer(200, { body: exchange.path() }) },
  });
  server.route({
    pattern: "/defect",
    methods: {
      get() {
        throw new Error("secret detail of /data/store");
      },
      post: (exchange) =>
        exchange.onBody(10, () => {
          throw new Error("in the body");
        }),
      async put() {
        await Promise.resolve();
        throw new Error("later");
      },
      patch: (exchange) => exchange.answer(200, { headers: ["X-Bad", "a\r\nSet-Cookie: b"] }),
    },
  });
  server.route({
    pattern: "/twice",
    methods: {
      get(exchange) {
        exchange.answer(200, { body: "1" });
        exchange.answer(200, { body: "2" });
      },
    },
  });
}

const failures: readonly { rule: string; code: ErrorCode; line: string; extra?: string }[] = [
  { rule: "ERR-04", code: "invalid_request", line: "400 Bad Request" },
  { rule: "ERR-05", code: "invalid_client", line: "401 Unauthorized", extra: "WWW-Authenticate: Bearer" },
  { rule: "ERR-05", code: "unauthorized_client", line: "401 Unauthorized", extra: "WWW-Authenticate: Bearer" },
  { rule: "ERR-06", code: "access_denied", line: "403 Forbidden" },
  { rule: "ERR-07", code: "not_found", line: "404 Not Found" },
  { rule: "ERR-08", code: "method_not_allowed", line: "405 Method Not Allowed" },
  { rule: "ERR-01", code: "conflict", line: "409 Conflict" },
  { rule: "LIM-04", code: "payload_too_large", line: "413 Payload Too Large" },
  { rule: "ERR-09", code: "rate_limited", line: "429 Too Many Requests", extra: "Retry-After: 1" },
  { rule: "ERR-10", code: "internal_error", line: "500 Internal Server Error" },
  { rule: "ERR-11", code: "overloaded", line: "502 Bad Gateway" },
  { rule: "ERR-12", code: "unavailable", line: "503 Service Unavailable", extra: "Retry-After: 1" },
  { rule: "ERR-13", code: "timeout", line: "504 Gateway Timeout" },
];

t.test("failures on the wire", async (t) => {
  const { server, port } = await startEdge(t, addRoutes);
  server.startServing();
  for (const { rule, code, line, extra } of failures) {
    await t.test(`[${rule}] ${code} is sent as ${line}`, async (t) => {
      const body = `{"error":{"code":"${code}","message":"A \\"${code}\\" sentence."}}`;
      const head = [`HTTP/1.1 ${line}`, "Content-Type: application/json", extra, `Content-Length: ${body.length}`];
      const answer = await ask(port, "GET", `/fail/${code}`);
      t.equal(answer.fixedHead, head.filter((one) => one !== undefined).join("\r\n"));
      t.equal(answer.body, body);
    });
  }
});

t.test("routes and methods", async (t) => {
  const { server, port, log } = await startEdge(t, addRoutes);
  server.startServing();

  await t.test("a successful request is 200 with its own type and headers", async (t) => {
    const answer = await ask(port, "GET", "/things/a%20b?x=1");
    t.equal(answer.fixedHead, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Thing: yes\r\nContent-Length: 9");
    t.equal(answer.body, "thing a b");
    const empty = await ask(port, "DELETE", "/things/x");
    t.equal(empty.fixedHead, "HTTP/1.1 204 No Content");
  });

  await t.test("HEAD is answered like GET without a body, and one trailing slash is tolerated", async (t) => {
    const wire = await openWire(port);
    wire.send(request("HEAD", "/things/abc/"));
    const head = await wire.answer(false);
    t.match([...head.headers.keys()], ["x-request-id", "content-type", "x-thing", "content-length", "date"]);
    t.equal(head.headers.get("content-length"), "9");
    wire.send(request("GET", "/things/abc"));
    t.equal((await wire.answer()).body, "thing abc", "no unexpected body bytes before the next response");
    wire.abort();
  });

  await t.test("[ERR-07] an address without a route gets the service's 404, for any method", async (t) => {
    const body = '{"error":{"code":"not_found","message":"There is no such address."}}';
    const head = `HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const paths = [
      "/",
      "/nothing",
      "/things",
      "/things/",
      "/things//",
      "/things/a/b",
      "//",
      "/things/%zz",
      "/things/%ff",
    ];
    for (const path of paths) {
      const answer = await ask(port, "GET", path);
      t.same([answer.fixedHead, answer.body], [head, body], path);
    }
    for (const method of ["POST", "PUT", "OPTIONS", "TRACE", "FOO", "PROPFIND", "get"]) {
      const answer = await ask(port, method, "/nothing");
      t.same([answer.fixedHead, answer.body], [head, body], method);
    }
    const bodiless = await ask(port, "HEAD", "/nothing");
    t.equal(bodiless.fixedHead, head);
  });

  await t.test("[ERR-08] a known address under another method is 405 and names its methods", async (t) => {
    for (const method of ["PUT", "OPTIONS", "PATCH", "FOO", "TRACE"]) {
      const answer = await ask(port, method, "/things/a/");
      t.equal(answer.status, 405, method);
      t.equal(answer.headers.get("allow"), "GET, HEAD, POST, DELETE");
      t.match(answer.body, /^\{"error":\{"code":"method_not_allowed","message":"[^"]+"\}\}$/);
    }
    t.equal((await ask(port, "HEAD", "/wait")).headers.get("allow"), "POST");
  });

  await t.test("a route can handle OPTIONS, and its 405 names OPTIONS", async (t) => {
    for (const path of ["/shared/a", "/shared/a/"]) {
      const answer = await ask(port, "OPTIONS", path);
      t.same([answer.status, answer.headers.get("x-thing"), answer.body], [204, "a", ""], path);
    }
    const other = await ask(port, "GET", "/shared/a");
    t.same([other.status, other.headers.get("allow")], [405, "POST, OPTIONS"]);
  });

  await t.test("a route with * gets the rest of the path", async (t) => {
    t.equal((await ask(port, "GET", "/files/a/b.js")).body, "/files/a/b.js");
  });

  await t.test("[ERR-18] every answer has its own id, which the log contains", async (t) => {
    const ids = new Set<string>();
    for (const path of ["/things/a", "/fail/conflict", "/nothing", "/defect"]) {
      const id = (await ask(port, "GET", path)).headers.get("x-request-id") ?? "";
      t.match(id, /^[\w-]{8}-\d+$/);
      t.ok(
        log.some((line) => line["requestId"] === id && line.msg === "request answered"),
        path,
      );
      ids.add(id);
    }
    t.equal(ids.size, 4);
    const other = await startEdge(t, addRoutes);
    const id = (await ask(other.port, "GET", "/")).headers.get("x-request-id") ?? "";
    t.not(id.slice(0, 8), [...ids][0]?.slice(0, 8), "another start of the service creates other ids");
  });

  await t.test("[VER-01] no answer names a server or a version", async (t) => {
    const requests: readonly (readonly [string, string])[] = [
      ["GET", "/things/a"],
      ["HEAD", "/things/a"],
      ["DELETE", "/things/a"],
      ["PUT", "/things/a"],
      ["GET", "/nothing"],
      ["GET", "/defect"],
    ];
    for (const [method, path] of requests) {
      const { headers, body } = await ask(port, method, path);
      t.notOk(headers.has("server") || headers.has("uwebsockets") || headers.has("x-powered-by"), `${method} ${path}`);
      t.notMatch(body, /uWebSockets|Server/);
    }
  });
});

t.test(
  "[ERR-10, ERR-02] a handler that throws is a 500 without detail, logged, and the next request works",
  async (t) => {
    const { server, port, log } = await startEdge(t, addRoutes);
    server.startServing();
    const wire = await openWire(port);
    for (const method of ["GET", "POST", "PUT", "PATCH"]) {
      wire.send(request(method, "/defect", method === "POST" ? "hi" : undefined));
      const answer = await wire.answer();
      t.equal(answer.status, 500, method);
      t.equal(
        answer.body,
        '{"error":{"code":"internal_error","message":"The request could not be processed."}}',
        "the response has neither the reason nor a path nor a stack",
      );
      const id = answer.headers.get("x-request-id");
      t.ok(log.some((line) => line["requestId"] === id && line.level === 50 && line["err"] !== undefined));
      wire.send(request("GET", "/things/next"));
      t.equal((await wire.answer()).body, "thing next");
    }
    wire.abort();
  },
);

t.test("a second answer is dropped and logged as a defect", async (t) => {
  const { server, port, log } = await startEdge(t, addRoutes);
  server.startServing();
  const wire = await openWire(port);
  wire.send(request("GET", "/twice"));
  t.equal((await wire.answer()).body, "1");
  wire.send(request("GET", "/things/x"));
  t.equal((await wire.answer()).body, "thing x");
  t.ok(log.some((line) => line.level === 50 && line.msg.startsWith("request answered twice")));
  wire.abort();
});

t.test("pipelined requests", async (t) => {
  const { server, port } = await startEdge(t, addRoutes);
  server.startServing();
  await t.test("requests that are answered at once are answered in order", async (t) => {
    const wire = await openWire(port);
    wire.send(request("GET", "/things/1") + request("POST", "/things/2", "two") + request("GET", "/nothing"));
    t.equal((await wire.answer()).body, "thing 1");
    t.equal((await wire.answer()).body, "two");
    t.equal((await wire.answer()).status, 404);
    wire.abort();
  });
  await t.test("a request after a waiting one closes the connection, and the service keeps running", async (t) => {
    const wire = await openWire(port);
    wire.send(request("POST", "/wait", "a") + request("GET", "/things/1"));
    t.equal(await wire.closed, "");
    await until(() => server.inHand === 0);
    t.equal((await ask(port, "GET", "/things/1")).status, 200);
  });
});

t.test("while the server starts, every address answers 503 with Retry-After", async (t) => {
  const { server, port } = await startEdge(t, addRoutes);
  for (const path of ["/things/a", "/nothing"]) {
    const answer = await ask(port, "GET", path);
    t.equal(answer.status, 503);
    t.equal(answer.headers.get("retry-after"), "1");
  }
  t.equal(server.state, "starting");
  server.startServing();
  t.equal((await ask(port, "GET", "/things/a")).status, 200);
});

t.test("the remote address is text, also for IPv6", async (t) => {
  const addressRoute = (server: HttpServer): void =>
    server.route({ pattern: "/address", methods: { get: (one) => one.answer(200, { body: one.remoteAddress() }) } });
  const four = await startEdge(t, addressRoute);
  four.server.startServing();
  t.equal((await ask(four.port, "GET", "/address")).body, "127.0.0.1");
  const six = await startEdge(t, addressRoute, { host: "::1" });
  six.server.startServing();
  const wire = await openWire(six.port, "::1");
  wire.send(request("GET", "/address"));
  t.equal((await wire.answer()).body, "::1");
  wire.abort();
});

t.test("reading a request after its handler returned is a defect", async (t) => {
  const { server, port, log } = await startEdge(t, (server) =>
    server.route({
      pattern: "/late",
      methods: {
        async get(exchange) {
          await Promise.resolve();
          await new Promise((resolve) => setImmediate(resolve));
          exchange.answer(200, { body: exchange.header("host") });
        },
      },
    }),
  );
  server.startServing();
  t.equal((await ask(port, "GET", "/late")).status, 500);
  t.match(JSON.stringify(log), /header was called after the handler of \/late returned/);
});
