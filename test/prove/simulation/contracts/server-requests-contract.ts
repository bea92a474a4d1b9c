import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import { serveAll } from "./serve-all.ts";
import type { ServerTest, ServerUnderTest } from "./server-contract.ts";

/** How a request finds its handler, and which parts of the request the handler can read. */
export function runRequestsContract(test: ServerTest): void {
  test("a request finds its handler first by method, then by each part of the path", async (t, server) => {
    addRoutes(server);
    await server.listen();
    for (const [asked, found] of routed) {
      const [method = "", path = ""] = asked.split(" ");
      const answer = await server.ask({ method, path });
      t.equal(answer?.headers["x-found"], found, asked);
    }
  });

  test("the query is unchanged, and its parameters are decoded", async (t, server) => {
    let read: readonly unknown[] = [];
    await serveAll(server, (response, request) => {
      read = [
        request.getUrl(),
        request.getQuery(),
        ...["a", "b", "c", "d", "e", "f"].map((name) => request.getQuery(name)),
      ];
      response.end();
    });
    await server.ask({ path: "/q?a=1&b=%20x%C3%A4&c=a+b&d&e=&a=2" });
    t.strictSame(read, ["/q", "a=1&b=%20x%C3%A4&c=a+b&d&e=&a=2", "1", " xä", "a b", undefined, "", undefined]);
    await server.ask({ path: "/q%20x?a=?b=1" });
    t.strictSame(read, ["/q%20x", "a=?b=1", "?b=1", undefined, undefined, undefined, undefined, undefined]);
    await server.ask({ path: "/q" });
    t.strictSame(read.slice(0, 3), ["/q", undefined, undefined]);
    await server.ask({ path: "/q?" });
    t.strictSame(read.slice(0, 3), ["/q", "", undefined]);
  });

  test("headers have names in lower case and keep their order", async (t, server) => {
    const walked: string[] = [];
    await serveAll(server, (response, request) => {
      request.forEach((name, value) => {
        if (name.startsWith("x-") || name === "content-length") walked.push(`${name}: ${value}`);
      });
      t.strictSame(
        [request.getMethod(), request.getHeader("x-two"), request.getHeader("x-none"), request.getHeader("X-Two")],
        ["post", "b", "", ""],
      );
      response.end();
    });
    await server.ask({ method: "POST", path: "/", headers: { "X-One": "A a", "X-Two": "b" }, body: "äb" });
    t.strictSame(walked.toSorted(), ["content-length: 3", "x-one: A a", "x-two: b"]);
    t.ok(walked.indexOf("x-one: A a") < walked.indexOf("x-two: b"));
  });

  test("a request cannot be used after its handler has returned", async (t, server) => {
    let kept: HttpRequest | null = null;
    await serveAll(server, (response, request) => {
      kept = request;
      response.end();
    });
    await server.ask({ path: "/here?a=1" });
    const gone = kept as HttpRequest | null;
    for (const read of [
      () => gone?.getUrl(),
      () => gone?.getMethod(),
      () => gone?.getQuery("a"),
      () => gone?.getHeader("host"),
      () => gone?.getParameter(0),
      () => gone?.forEach(() => undefined),
    ])
      t.throws(read, /must not be accessed/);
  });

  test("a body arrives after the handler has returned, and its last part is marked once", async (t, server) => {
    const order: string[] = [];
    let last: ArrayBuffer | null = null;
    await serveAll(server, (response) => {
      response.onAborted(() => undefined);
      const parts: string[] = [];
      response.onData((bytes, isLast) => {
        last = bytes;
        order.push(isLast ? "last" : "part");
        parts.push(Buffer.from(bytes).toString());
        if (isLast) response.cork(() => void response.end(parts.join("")));
      });
      order.push("returned");
    });
    t.equal((await server.ask({ method: "POST", path: "/", body: "abc" }))?.body, "abc");
    t.strictSame(order.splice(0), ["returned", "last"]);
    await server.until("the bytes are taken back", () => last?.byteLength === 0);
    for (const method of ["POST", "GET"]) {
      t.equal((await server.ask({ method, path: "/" }))?.body, "");
      t.strictSame(order.splice(0), ["returned", "last"], `${method} without a body`);
    }
    t.equal((await server.ask({ method: "PUT", path: "/", body: ["ab", "cd", "e"] }))?.body, "abcde");
    t.strictSame(order, ["returned", "part", "part", "last"]);
  });
}

const show = (name: string, parameters: number) => (response: HttpResponse, request: HttpRequest) => {
  const values = Array.from({ length: parameters }, (_, index) => request.getParameter(index));
  response.writeHeader("X-Found", [name, ...values].join(" ")).end();
};

function addRoutes({ app }: ServerUnderTest): void {
  app.any("/*", show("any rest", 0));
  app.get("/b/:x", show("get b x", 1)).get("/b/lit", show("get b lit", 0));
  app.get("/b/:x/c", show("get b x c", 1)).get("/b/lit/:y/e", show("get b lit y e", 1));
  app.head("/b/lit", show("head b lit", 0)).options("/b/lit", show("options b lit", 0));
  app.get("/c/*", show("get c rest", 0)).get("/c/:x/d", show("get c x d", 1));
  app.any("/c/:x", show("any c x", 1)).post("/c/:x", show("post c x", 1)).del("/c/:x", show("del c x", 1));
  app.any("/d/:x", show("any d x", 1)).any("/d/:x/", show("any d x /", 1)).patch("/d/one", show("patch d one", 0));
  app.any("/d/one", show("any d one", 0)).put("/d/:x", show("put d x", 1));
  app.any("/", show("any root", 0)).get("/e/:x/:y", show("get e x y", 2));
}

/** Each request, and its handler with the parameters. */
const routed: readonly (readonly [string, string])[] = [
  ["GET /", "any root"],
  ["GET /b", "any rest"],
  ["GET /b/", "any rest"],
  ["GET /b/lit", "get b lit"],
  ["HEAD /b/lit", "head b lit"],
  ["OPTIONS /b/lit", "options b lit"],
  ["PUT /b/lit", "any rest"],
  ["HEAD /b/x", "any rest"],
  ["GET /b/lit/", "any rest"],
  ["GET /b/x", "get b x x"],
  ["GET /b/%6Cit", "get b x %6Cit"],
  ["GET /b/LIT", "get b x LIT"],
  ["GET /b/lit/c", "get b x c lit"],
  ["GET /b/lit/x/e", "get b lit y e x"],
  ["GET /c", "any rest"],
  ["GET /c/", "get c rest"],
  ["GET /c/x", "get c rest"],
  ["GET /c/x/y/z", "get c rest"],
  ["GET /c/x/d", "get c x d x"],
  ["POST /c/x", "post c x x"],
  ["DELETE /c/x", "del c x x"],
  ["PATCH /c/x", "any c x x"],
  ["POST /c/x/y", "any rest"],
  ["GET /d/x", "any d x x"],
  ["GET /d/x/", "any d x / x"],
  ["GET /d/x//", "any rest"],
  ["GET /d/one", "any d one"],
  ["PATCH /d/one", "patch d one"],
  ["PATCH /d/two", "any d x two"],
  ["PUT /d/one", "put d x one"],
  ["GET /e/x/y?z=/b/lit", "get e x y x y"],
  ["GET //b/lit", "any rest"],
];
