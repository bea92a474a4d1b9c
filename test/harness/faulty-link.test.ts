import { once } from "node:events";
import type { Socket } from "node:net";
import { connect, createServer } from "node:net";
import type { Test } from "tap";
import t from "tap";
import { listenOnLoopback } from "../../src/demo/cast/peer.ts";
import { openFaultyLink } from "./faulty-link.ts";
import { reset } from "./reset.ts";

/** A server that records what it receives and how its connections end. */
async function openServer(t: Test, answer = "") {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    if (answer !== "") socket.write(answer);
    socket.on("error", () => undefined);
  });
  return { url: `http://127.0.0.1:${await listenOnLoopback(t, server)}`, sockets };
}

/** Both ends of a connection through the link, and what each has received. */
async function openPair(t: Test) {
  const server = await openServer(t);
  const link = await openFaultyLink(t, server.url);
  const client = dial(t, link.url);
  await once(client, "connect");
  client.write("hello");
  const service = await until(() => server.sockets[0]);
  const atService = listen(service);
  const atClient = listen(client);
  await until(() => atService.text() === "hello");
  return { link, client, service, atClient, atService, server };
}

function dial(t: Test, url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  t.teardown(() => socket.destroy());
  return socket;
}

function listen(socket: Socket) {
  let text = "";
  let end = "open";
  socket.on("data", (piece) => {
    text += piece.toString();
  });
  socket.on("end", () => {
    end = "ended";
  });
  socket.on("error", () => {
    end = "reset";
  });
  return { text: () => text, end: () => end };
}

/** Resolves with the first value that is neither `undefined` nor false. */
async function until<Value>(look: () => Value | undefined | false): Promise<Value> {
  for (;;) {
    const value = look();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

t.test("bytes and ends pass in both directions", async (t) => {
  const { link, client, service, atClient, atService } = await openPair(t);
  service.write("welcome");
  await until(() => atClient.text() === "welcome");
  t.equal(link.whole(), 1);
  client.end("bye");
  await until(() => atService.end() === "ended");
  t.equal(atService.text(), "hellobye");
  await until(() => atClient.end() === "ended");
  await until(() => link.whole() === 0);
});

t.test("both ends are notified of a reset and of a close", async (t) => {
  for (const [type, told] of [
    ["reset", "reset"],
    ["end", "ended"],
  ] as const) {
    const { link, atClient, atService } = await openPair(t);
    link.strike({ type });
    await until(() => atClient.end() !== "open" && atService.end() !== "open");
    t.same([atClient.end(), atService.end()], [told, told]);
    await until(() => link.whole() === 0);
  }
});

t.test("a silent connection swallows its bytes and stays open; the next one has no fault", async (t) => {
  for (const ways of [["up"], ["down"], ["up", "down"]] as const) {
    const { link, client, service, atClient, atService, server } = await openPair(t);
    t.equal(link.strike({ type: "silent", ways }), 1);
    t.equal(link.strike({ type: "reset" }), 0);
    const next = dial(t, link.url);
    await once(next, "connect");
    const nextService = await until(() => server.sockets[1]);
    const atNext = listen(nextService);
    client.write("up");
    service.write("down");
    const isUp = (ways as readonly string[]).includes("up");
    const isDown = (ways as readonly string[]).includes("down");
    if (!isUp) await until(() => atService.text() === "helloup");
    if (!isDown) await until(() => atClient.text() === "down");
    // The later bytes came over another connection. Bytes that have not arrived by then were swallowed.
    next.write("later");
    await until(() => atNext.text() === "later");
    t.equal(atService.text(), isUp ? "hello" : "helloup");
    t.equal(atClient.text(), isDown ? "" : "down");
    t.same([atClient.end(), atService.end()], ["open", "open"]);
    t.equal(link.whole(), 1);
    client.end();
    if (!isUp) await until(() => atService.end() === "ended");
    else t.equal(atService.end(), "open");
  }
});

t.test("a fault can happen in the middle of a piece", async (t) => {
  const { link, client, service, atClient, atService } = await openPair(t);
  const planned = link.strikeAt({ count: 2, part: 0.5 }, { type: "silent", ways: ["up", "down"] });
  service.write("whole");
  await until(() => atClient.text() === "whole");
  client.write("halved");
  t.equal(await planned.struck, 1);
  planned.now();
  await until(() => atService.text() === "hellohal");
  t.equal(atClient.text(), "whole");
});

t.test("a planned fault can be applied at once, and is applied only once", async (t) => {
  const { link, atClient, atService } = await openPair(t);
  const planned = link.strikeAt({ count: 2, part: 1 }, { type: "end" });
  planned.now();
  planned.now();
  t.equal(await planned.struck, 1);
  await until(() => atClient.end() === "ended" && atService.end() === "ended");
  t.equal(link.strike({ type: "reset" }), 0);
});

t.test("the link refuses connections, delays pieces and connects to another server", async (t) => {
  const first = await openServer(t, "first");
  const second = await openServer(t, "second");
  const link = await openFaultyLink(t, first.url);
  link.refuse(true);
  const refused = dial(t, link.url);
  await until(() => refused.closed);
  t.equal(first.sockets.length, 0);
  link.refuse(false);
  link.leadTo(second.url);
  const client = dial(t, link.url);
  const heard = listen(client);
  await until(() => heard.text() === "second");
  const atService = listen(await until(() => second.sockets[0]));
  const startedAtMs = performance.now();
  link.delay(40);
  client.write("1");
  await until(() => atService.text() === "1");
  t.ok(performance.now() - startedAtMs >= 35);
  for (const digit of "23456789") {
    link.delay(Number(digit) % 2);
    client.write(digit);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await until(() => atService.text().length === 9);
  t.equal(atService.text(), "123456789", "a delayed piece is not overtaken");
});

t.test("a reset destroys a connection that is already ending", async (t) => {
  const server = await openServer(t);
  const client = dial(t, server.url);
  await once(client, "connect");
  client.end();
  reset(client);
  // This event would never come if the reset were refused.
  await once(client, "close");
  t.ok(client.destroyed);
});
