import type { HttpResponse } from "uWebSockets.js";
import { serveAll } from "./serve-all.ts";
import type { ServerTest } from "./server-contract.ts";

const accesses: readonly ((response: HttpResponse) => unknown)[] = [
  (response) => response.end("more"),
  (response) => response.endWithoutBody(),
  (response) => response.tryEnd("more", 4),
  (response) => response.writeStatus("200 OK"),
  (response) => response.writeHeader("X-More", "more"),
  (response) => response.cork(() => undefined),
  (response) => response.getWriteOffset(),
  (response) => response.getRemoteAddressAsText(),
  (response) => response.onData(() => undefined),
  (response) => response.onAborted(() => undefined),
  (response) => response.onWritable(() => true),
  (response) => response.pause(),
  (response) => response.resume(),
  (response) => response.close(),
];

/** Whether every call on the response throws. */
const isGone = (response: HttpResponse): boolean =>
  accesses.every((access) => {
    try {
      access(response);
      return false;
    } catch (error) {
      return /must not be accessed/.test(String(error));
    }
  });

/** The behaviour of responses, and of calls after a response has ended. */
export function runAnswersContract(test: ServerTest): void {
  test("a response has the written status, headers and body", async (t, server) => {
    const { app } = server;
    app.get("/plain", (response) => void response.end("ä"));
    app.get("/bytes", (response) => void response.end(Buffer.from("ab")));
    app.get("/empty", (response) => void response.end(""));
    app.get("/status", (response) => {
      response
        .writeStatus("201 Created")
        .writeHeader("X-One", "1")
        .writeHeader("X-Two", "a")
        .writeHeader("X-Two", "b")
        .writeHeader("X-Three", "3\r\nX-Four: 4")
        .end("c");
    });
    app.any("/head", (response) => void response.writeHeader("Content-Length", "5").endWithoutBody());
    app.get("/none", (response) => void response.writeStatus("204 No Content").endWithoutBody());
    await server.listen();
    const shown = async (path: string, method = "GET") => {
      const answer = await server.ask({ method, path });
      const {
        "content-length": length,
        "x-one": one,
        "x-two": two,
        "x-three": three,
        "x-four": four,
      } = answer?.headers ?? {};
      return [answer?.status, answer?.body, length, one, two, three, four];
    };
    t.strictSame(await shown("/plain"), [200, "ä", "2", undefined, undefined, undefined, undefined]);
    t.strictSame(await shown("/bytes"), [200, "ab", "2", undefined, undefined, undefined, undefined]);
    t.strictSame(await shown("/empty"), [200, "", "0", undefined, undefined, undefined, undefined]);
    t.strictSame(await shown("/status"), [201, "c", "1", "1", "a, b", "3", "4"]);
    t.strictSame(await shown("/head", "HEAD"), [200, "", "5", undefined, undefined, undefined, undefined]);
    t.strictSame(await shown("/none"), [204, "", undefined, undefined, undefined, undefined, undefined]);
  });

  test("a handler may respond later, and the client's address is known until then", async (t, server) => {
    const waiting: HttpResponse[] = [];
    await serveAll(server, (response) => {
      response.onAborted(() => t.fail("the client has not gone"));
      waiting.push(response);
    });
    const asking = server.ask({ path: "/" });
    await server.until("it is asked", () => waiting.length === 1);
    const [response] = waiting;
    const address = response?.getRemoteAddressAsText() ?? new ArrayBuffer(0);
    t.match(Buffer.from(address).toString(), /^[\d.:a-f]+$/);
    let isWritten = false;
    response?.cork(() => {
      response.writeStatus("202 Accepted").end("late");
      isWritten = true;
    });
    t.ok(isWritten, "a cork writes at once");
    t.match(await asking, { status: 202, body: "late" });
  });

  test("a body can be sent in parts with a known total size", async (t, server) => {
    const told: unknown[] = [];
    await serveAll(server, (response) => {
      told.push(response.tryEnd("abc", 6), response.getWriteOffset(), response.tryEnd("def", 6), isGone(response));
    });
    t.match(await server.ask({ path: "/" }), { status: 200, body: "abcdef" });
    t.strictSame(told, [[true, false], 3, [true, true], true]);
  });

  test("a response that has ended refuses every call", async (t, server) => {
    const gone: boolean[] = [];
    await serveAll(server, (response, request) => {
      if (request.getMethod() === "get") response.end("done");
      else response.endWithoutBody();
      gone.push(isGone(response));
    });
    t.equal((await server.ask({ path: "/" }))?.body, "done");
    await server.ask({ method: "HEAD", path: "/" });
    t.strictSame(gone, [true, true]);
  });

  test("a disconnect of the client is reported to the last listener only, once, and ends the response", async (t, server) => {
    const heard: string[] = [];
    const waiting: HttpResponse[] = [];
    await serveAll(server, (response) => {
      response.onAborted(() => void heard.push("first"));
      response.onAborted(() => void heard.push("second"));
      waiting.push(response);
    });
    let leave = (): void => undefined;
    const untilGone = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const asking = server.ask({ path: "/", untilGone });
    await server.until("it is asked", () => waiting.length === 1);
    leave();
    t.equal(await asking, null);
    await server.until("it is told", () => heard.length > 0);
    t.strictSame(heard, ["second"]);
    t.ok(waiting.every(isGone));
  });

  test("a client that disconnects before its body is complete sends no last part", async (t, server) => {
    const heard: string[] = [];
    await serveAll(server, (response) => {
      response.onData((_, isLast) => void heard.push(isLast ? "last" : "part"));
      response.onAborted(() => void heard.push("gone"));
    });
    let leave = (): void => undefined;
    const untilGone = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const asking = server.ask({ method: "POST", path: "/", body: ["ab", "never sent"], keepsLast: true, untilGone });
    await server.until("a part has come", () => heard.length > 0);
    leave();
    t.equal(await asking, null);
    await server.until("it is told", () => heard.includes("gone"));
    t.strictSame(heard, ["part", "gone"]);
  });

  test("a connection may be closed without a response", async (t, server) => {
    const order: unknown[] = [];
    await serveAll(server, (response) => {
      response.onAborted(() => void order.push("told"));
      response.close();
      order.push("closed", isGone(response));
    });
    t.equal(await server.ask({ path: "/" }), null);
    t.strictSame(order, ["told", "closed", true]);
  });

  test("a closed server ends its open requests, and accepts no more", async (t, server) => {
    const heard: string[] = [];
    await serveAll(server, (response) => {
      response.onAborted(() => void heard.push("gone"));
      heard.push("asked");
    });
    const asking = server.ask({ path: "/" });
    await server.until("it is asked", () => heard.length === 1);
    server.app.close();
    t.strictSame(heard, ["asked", "gone"]);
    t.equal(await asking, null);
    t.equal(await server.ask({ path: "/" }), null);
    t.strictSame(heard, ["asked", "gone"]);
  });

  test("a server that has stopped listening still responds to earlier requests", async (t, server) => {
    const waiting: HttpResponse[] = [];
    server.app.any("/*", (response) => {
      response.onAborted(() => t.fail("nobody has gone"));
      waiting.push(response);
    });
    const socket = await server.listen();
    const asking = server.ask({ path: "/" });
    await server.until("it is asked", () => waiting.length === 1);
    server.stopListening(socket);
    t.equal(await server.ask({ path: "/" }), null);
    waiting[0]?.cork(() => void waiting[0]?.end("still there"));
    t.equal((await asking)?.body, "still there");
    t.equal(waiting.length, 1);
  });
}
