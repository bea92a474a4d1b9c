import { rmSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import t from "tap";
import { defaultLimits } from "../../src/config/limits.ts";
import { until } from "../edge/edge-world.ts";
import { ask } from "../edge/wire.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { createSlowFiles } from "./slow-files.ts";
import { acceptedChat, bytesOf, upload } from "./upload-parts.ts";

const mebibyte = 1024 * 1024;

t.test("[CH-60] a file is served to everybody with its URL, and no browser runs its content", async (t) => {
  const publicUrl = "https://chat.example.com";
  const service = await startService(t, { folder: temporaryFolder(t), config: { publicUrl } });
  const chat = await acceptedChat(service);
  const bytes = bytesOf(70_000);
  const table = [
    ["image/png", "image/png", "inline"],
    ["image/avif", "image/avif", "inline"],
    ["audio/ogg", "audio/ogg", "inline"],
    ["video/mp4", "video/mp4", "inline"],
    ["text/html; charset=utf-8", "application/octet-stream", "attachment"],
    ["image/svg+xml", "application/octet-stream", "attachment"],
    ["video/x-unknown", "application/octet-stream", "attachment"],
    ["application/pdf", "application/octet-stream", "attachment"],
    ["application/javascript", "application/octet-stream", "attachment"],
  ] as const;
  for (const [sent, type, disposition] of table) {
    const { body } = await upload(service, chat, bytes, { type: sent, query: "name=it's%20(1).x" });
    t.ok(body.file.file.startsWith(`${publicUrl}/files/`), "under the public origin");
    const url = body.file.file.replace(publicUrl, service.url);
    const expected = {
      "content-type": type,
      "content-length": "70000",
      "x-content-type-options": "nosniff",
      "content-disposition": `${disposition}; filename*=UTF-8''it%27s%20%281%29.x`,
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "private, max-age=86400",
      "accept-ranges": "bytes",
    };
    for (const method of ["GET", "HEAD"]) {
      const answer = await fetch(url, { method });
      t.equal(answer.status, 200);
      t.match(Object.fromEntries(answer.headers), expected, `${method} of ${sent}`);
      const body = Buffer.from(await answer.arrayBuffer());
      t.ok(method === "HEAD" ? body.length === 0 : body.equals(bytes));
    }
    const known = await fetch(url, { headers: { "if-none-match": (await fetch(url)).headers.get("etag") ?? "" } });
    t.equal(known.status, 304);
    t.equal(await known.text(), "");
    t.equal((await fetch(url, { headers: { "if-none-match": '"another"' } })).status, 200);
  }
});

t.test("an unknown file is 404; the log never contains a token", async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService(t, { folder });
  const chat = await acceptedChat(service);
  const { body } = await upload(service, chat, bytesOf(100), { query: "name=a.png", type: "image/png" });
  const url = new URL(body.file.file);
  const [, , token = ""] = url.pathname.split("/");
  const noFile = { error: { code: "not_found", message: "There is no such file." } };
  const { port } = url;
  const paths = [
    `/files/${"A".repeat(32)}/a.png`,
    "/files/a/b",
    "/files/..%2F..%2Fetc/passwd",
    "/files/%00/a",
    "/files/é/a",
  ];
  for (const path of [...paths, `/files/${token.toLowerCase()}x/a.png`, `/files/${token}%20/a.png`]) {
    const answer = await ask(Number(port), "GET", path);
    t.equal(answer.status, 404, path);
    t.strictSame(JSON.parse(answer.body), noFile);
  }
  t.equal((await ask(Number(port), "GET", `/files/${token}`)).status, 404);
  t.equal((await ask(Number(port), "DELETE", url.pathname)).status, 405);
  t.equal((await fetch(`${service.url}/files/${token}/another%20name`)).status, 200, "the name is for people");
  rmSync(join(folder, "files", token.slice(0, 2), token));
  t.equal((await fetch(body.file.file)).status, 404, "its bytes were removed from the data folder");
  const log = JSON.stringify(service.logLines);
  t.match(log, /the bytes of a file are missing/);
  t.notOk(log.includes(token), "no log entry has the token");
  t.ok(service.logLines.some((line) => line["route"] === "/files/:token/:name" && line["subject"] === `chat/${chat}`));
});

t.test("one range of a file is served", async (t) => {
  const service = await startService(t, { folder: temporaryFolder(t) });
  const chat = await acceptedChat(service);
  const bytes = bytesOf(200_000);
  const { body } = await upload(service, chat, bytes, { type: "video/mp4" });
  const table = [
    ["bytes=0-0", 206, 0, 1],
    ["bytes=0-", 206, 0, 200_000],
    ["bytes=100-150099", 206, 100, 150_100],
    ["bytes=199999-", 206, 199_999, 200_000],
    ["bytes=150000-999999999", 206, 150_000, 200_000],
    ["bytes=-500", 206, 199_500, 200_000],
    ["bytes=-999999", 206, 0, 200_000],
    ["bytes=5-4", 200, 0, 200_000],
    ["bytes=0-1,5-6", 200, 0, 200_000],
    ["lines=1-2", 200, 0, 200_000],
    ["bytes=-", 200, 0, 200_000],
    ["bytes=a-b", 200, 0, 200_000],
  ] as const;
  for (const [range, status, from, to] of table) {
    const answer = await fetch(body.file.file, { headers: { range } });
    t.equal(answer.status, status, range);
    t.equal(answer.headers.get("content-range"), status === 206 ? `bytes ${from}-${to - 1}/200000` : null);
    t.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to)), range);
  }
  for (const range of ["bytes=200000-", "bytes=-0", "bytes=999999-1000000"]) {
    const answer = await fetch(body.file.file, { headers: { range } });
    t.equal(answer.status, 416, range);
    t.equal(answer.headers.get("content-range"), "bytes */200000");
    t.match(await answer.text(), /invalid_request.*before byte 200000/);
  }
  const head = await fetch(body.file.file, { method: "HEAD", headers: { range: "bytes=0-0" } });
  t.equal(head.status, 200, "a HEAD has no ranges");
});

t.test("a slow reader needs one piece in memory; a reader that disconnects closes the file", async (t) => {
  const folder = temporaryFolder(t);
  const files = createSlowFiles(folder);
  const service = await startService(t, { files: files.store });
  const chat = await acceptedChat(service);
  const bytes = bytesOf(20 * mebibyte);
  const { body } = await upload(service, chat, bytes);
  const path = new URL(body.file.file).pathname;
  const reader = (): net.Socket => {
    const socket = net.connect(Number(new URL(service.url).port), "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return socket;
  };
  const still = async (): Promise<void> => {
    for (let turns = 0, seen = -1; turns < 300; turns += 1) {
      await nextTurn();
      if (files.readBytes !== seen || files.readsUnderWay > 0) turns = 0;
      seen = files.readBytes;
    }
  };
  const readForThumbnail = files.readBytes;
  const slow = reader();
  slow.pause();
  await until(() => files.openCount === 1);
  await still();
  const readAhead = files.readBytes - readForThumbnail;
  t.ok(readAhead < 12 * mebibyte, `${readAhead} bytes were read ahead, into the system's buffers`);
  const received: Buffer[] = [];
  let length = 0;
  slow.on("data", (data) => {
    received.push(data);
    length += data.length;
  });
  slow.resume();
  await until(() => length > 20 * mebibyte);
  await until(() => files.openCount === 0);
  t.ok(Buffer.concat(received).subarray(-bytes.length).equals(bytes), "nothing is missing");
  slow.write(`HEAD ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const before = length;
  await until(() => length > before);
  t.pass("the connection is good for the next request");
  slow.destroy();

  const gone = reader();
  gone.pause();
  await until(() => files.openCount === 1);
  await still();
  gone.resetAndDestroy();
  await until(() => files.openCount === 0);
  t.pass("a client that goes away");

  const silent = reader();
  silent.pause();
  await until(() => files.openCount === 1);
  await still();
  // The system's buffers took megabytes, so the reader has a minute for them.
  service.clock.advance(defaultLimits.takeAheadMs + 200);
  await until(() => files.openCount === 0);
  t.ok(
    service.logLines.some(({ msg }) => String(msg).startsWith("request cut off")),
    "a reader that reads nothing",
  );
  silent.destroy();

  files.breakNext("read");
  t.equal((await fetch(body.file.file)).status, 500, "a disk that fails before the first byte");
  const broken = reader();
  broken.pause();
  await until(() => files.openCount === 1);
  await still();
  files.breakNext("read");
  broken.resume();
  await new Promise((resolve) => broken.once("close", resolve));
  t.equal(files.openCount, 0, "and in the middle of the file: the connection is closed");
  t.equal(service.logLines.filter(({ msg }) => msg === "request handler failed").length, 2);
});
