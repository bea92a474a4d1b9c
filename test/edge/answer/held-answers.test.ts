import type { HttpResponse, us_listen_socket } from "uWebSockets.js";
import net from "node:net";
import t from "tap";
import { defaultLimits } from "../../../src/config/limits.ts";
import { HeldAnswers } from "../../../src/edge/answer/held-answers.ts";
import { ExchangeWatch } from "../../../src/edge/http/exchange-watch.ts";
import { App, us_listen_socket_close, us_socket_local_port } from "../../../src/edge/server/load-uws.ts";
import { createTraffic } from "../../../src/edge/telemetry/exchange-log.ts";
import { until } from "../edge-world.ts";
import { createManualClock } from "../manual-clock.ts";

/** More bytes than the kernel buffers for a connection. Each number in the body is its position. */
const body = Buffer.alloc(24 * 1024 * 1024);
for (let at = 0; at < body.length; at += 4) body.writeUInt32LE(at, at);
/** Replaces earlier answers that the client has not received yet. */
const fill = "f".repeat(60_000);
const fills = 200;

t.test("a body that waits for its turn, while its head waits for the client, is sent once", async (t) => {
  const times = { requestTimeoutMs: 10_000, answerTimeoutMs: 10_000 };
  const held = new HeldAnswers(defaultLimits, new ExchangeWatch(createManualClock(), times), createTraffic());
  const answers: { readonly response: HttpResponse; begin(): void }[] = [];
  const server = App().get("/", (response) => {
    response.writeStatus("200 OK");
    for (let line = 0; line < fills; line += 1) response.writeHeader("X-Fill", fill);
    answers.push({ response, ...held.holdBack(response, { body, group: "g", closes: false }) });
  });
  const listening = await new Promise<us_listen_socket>((resolve) => {
    server.listen("127.0.0.1", 0, (socket) => {
      if (socket !== false) resolve(socket);
    });
  });
  t.teardown(() => us_listen_socket_close(listening));
  const client = net.connect(us_socket_local_port(listening), "127.0.0.1");
  t.teardown(() => client.destroy());
  const pieces: Buffer[] = [];
  let bytes = 0;
  let hasBegun = false;
  client.on("data", (piece: Buffer) => {
    pieces.push(piece);
    bytes += piece.length;
    if (!hasBegun && bytes > fill.length * fills) client.pause();
  });
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await until(() => client.isPaused());
  const [answer] = answers;
  t.ok((answer?.response.getWriteOffset() ?? 0) > 0, "the client has read as far as the body");
  answer?.begin();
  hasBegun = true;
  client.resume();
  const wholeBytes = () => Buffer.concat(pieces.slice(0, 400)).indexOf("\r\n\r\n") + 4 + body.length;
  await until(() => bytes >= body.length + fill.length * fills && bytes >= wholeBytes());
  const came = Buffer.concat(pieces);
  t.ok(came.subarray(came.indexOf("\r\n\r\n") + 4).equals(body));
});
