import { gzipSync } from "node:zlib";
import t from "tap";
import { channelPath, chatsCount, seen, textOf } from "../../harness/customer.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { botPath } from "../b-bot/provider.ts";
import { openWire } from "../wire.ts";

const portOf = (service: Service): number => Number(new URL(service.url).port);
const body = JSON.stringify(textOf("7", "hi"));
const length = `Content-Length: ${Buffer.byteLength(body)}`;
const inChunks = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const head = (method: string, target: string, ...lines: readonly string[]): string =>
  [`${method} ${target} HTTP/1.1`, "Host: parley.test", ...lines, "", ""].join("\r\n");

t.test("names of codings ignore case", async (t) => {
  const service = await startService(t);
  for (const coding of ["Chunked", "CHUNKED"]) {
    const wire = await openWire(portOf(service));
    wire.send(head("POST", channelPath(service), `Transfer-Encoding: ${coding}`) + inChunks);
    t.equal((await wire.answer()).status, 200, coding);
  }
  t.equal((await seen(service)).messages.length, 2);
});

t.test("a connection that closes says so, whatever the answer", async (t) => {
  const service = await startService(t);
  const path = channelPath(service);
  const asked: Readonly<Record<string, string>> = {
    "200 with a small body": head("POST", path, "%", length) + body,
    "400": `${head("POST", path, "%", "Content-Length: 1")}{`,
    "404": head("GET", "/nowhere", "%"),
    "a large body": head("GET", "/openapi.json", "%"),
    "a large body, packed": head("GET", "/openapi.json", "%", "Accept-Encoding: gzip"),
    HEAD: head("HEAD", "/openapi.json", "%"),
    "204": head("OPTIONS", "/widget/WIDGETAPP1/files", "%", "Origin: https://shop.example"),
    "a body in chunks": head("POST", path, "%", "Transfer-Encoding: chunked") + inChunks,
  };
  for (const value of ["close", "Close", "TE, close", "close, TE"])
    for (const [name, bytes] of Object.entries(asked)) {
      const wire = await openWire(portOf(service));
      wire.send(bytes.replace("%", `Connection: ${value}`));
      const { fixedHead, status } = await wire.answer(name !== "HEAD");
      t.equal(fixedHead.match(/^connection: close$/gim)?.length, 1, `${value}, ${name}, ${status}`);
      // A large answer to a list of options leaves the close to the idle timer of uWebSockets.js.
      if (value.includes(",")) wire.abort();
      t.equal(await wire.closed, "", "nothing follows");
    }
  const kept = await openWire(portOf(service));
  for (const value of ["keep-alive", "TE", "x-close, y"]) {
    kept.send(head("GET", "/healthz", `Connection: ${value}`));
    t.notOk((await kept.answer()).headers.has("connection"), value);
  }
});

t.test("an upgrade to another protocol is as if absent", async (t) => {
  const service = await startService(t);
  const wire = await openWire(portOf(service));
  const upgrade = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQ"];
  wire.send(head("POST", channelPath(service), ...upgrade, length) + body);
  t.equal((await wire.answer()).status, 200);
  wire.send(head("GET", "/healthz", ...upgrade));
  t.equal((await wire.answer()).status, 200, "the connection stays");
});

t.test("[ERR-20] a compressed body is refused with 415 on every surface, and nothing of it is stored", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
  const wire = await openWire(portOf(service));
  const send = (path: string, coding: string, bytes: Uint8Array): void => {
    const lines = ["Content-Type: application/json", `Content-Encoding: ${coding}`, `Content-Length: ${bytes.length}`];
    wire.send(head("POST", path, ...lines));
    wire.send(bytes);
  };
  for (const path of [channelPath(service), botPath, "/api/session"])
    for (const coding of ["gzip", "GZIP", "br", "deflate", "identity, gzip"]) {
      send(path, coding, gzipSync(body));
      const answer = await wire.answer();
      t.equal(answer.status, 415, `${path} ${coding}`);
      t.match(JSON.parse(answer.body), {
        error: { code: "unsupported_media_type", message: "The request body must come without Content-Encoding." },
      });
    }
  t.equal(await chatsCount(service), 0);
  send(channelPath(service), "identity", Buffer.from(body));
  t.equal((await wire.answer()).status, 200);
});
