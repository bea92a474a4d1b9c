import net from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Test } from "tap";
import t from "tap";
import { defaultLimits } from "../../src/config/limits.ts";
import { BlockPool, PieceQueue } from "../../src/edge/body/body-stream.ts";
import { Transfers } from "../../src/edge/routes/files/transfers.ts";
import { until } from "../edge/edge-world.ts";
import type { Wire } from "../edge/wire.ts";
import { openWire } from "../edge/wire.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { reset } from "../harness/reset.ts";
import type { Service, ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import type { SlowFiles } from "./slow-files.ts";
import { createSlowFiles } from "./slow-files.ts";
import { acceptedChat, bytesOf, filesIn, startUpload, upload } from "./upload-parts.ts";

const mebibyte = 1024 * 1024;
const stepMs = 5_200;
const { takeBytesPerSecondMin, uploadIdleMs, uploadTimeoutMs, requestTimeoutMs, drainTimeoutMs, answerTimeoutMs } =
  defaultLimits;

interface World {
  readonly service: Service;
  readonly files: SlowFiles;
  readonly chat: string;
  /** The content of the folder of files. */
  readonly left: () => readonly string[];
}

async function startWorld(t: Test, options: ServiceOptions = {}): Promise<World> {
  const folder = temporaryFolder(t);
  const files = createSlowFiles(folder);
  const service = await startService(t, { ...options, files: files.store });
  return { service, files, chat: await acceptedChat(service), left: () => filesIn(folder) };
}

t.test("an upload may take longer than other requests, but has a time limit and must not pause too long", async (t) => {
  const { service, chat, left, files } = await startWorld(t);
  const startedAtMs = service.clock.nowMs();
  const slow = await startUpload(service, chat, ["Content-Length: 10000000"]);
  const silent = await startUpload(service, chat, ["Content-Length: 1000"]);
  silent.send("abc");
  const piece = "x".repeat(takeBytesPerSecondMin * 10);
  let sent = 0;
  const drip = async (): Promise<void> => {
    slow.send(piece);
    sent += piece.length;
    await until(() => files.writes.reduce((sum, size) => sum + size, 0) === sent + 3);
  };
  for (let passed = 0; passed < uploadIdleMs; passed += stepMs) {
    await drip();
    service.clock.advance(stepMs);
  }
  t.equal(await silent.closed, "", "no byte for too long: disconnected");
  await until(() => left().length === 1);
  while (service.clock.nowMs() < startedAtMs + uploadTimeoutMs - stepMs) {
    await drip();
    service.clock.advance(stepMs);
  }
  t.ok(service.clock.nowMs() > startedAtMs + 10 * requestTimeoutMs, "long after the limit of other requests");
  t.equal(left().length, 1);
  await drip();
  service.clock.advance(stepMs);
  t.equal(await slow.closed, "", "not complete in time: disconnected");
  await until(() => left().length === 0);
  t.equal(service.logLines.filter(({ msg }) => String(msg).startsWith("request cut off")).length, 2);
});

t.test("an upload below the minimum rate is disconnected, although bytes come all the time", async (t) => {
  const { service, chat, left, files } = await startWorld(t);
  const slow = await startUpload(service, chat, ["Content-Length: 10000000"]);
  const piece = "x".repeat(takeBytesPerSecondMin / 2);
  // Each second of data gives half a second of time, in addition to the 10 s at the start.
  for (let second = 1; second <= 19; second += 1) {
    slow.send(piece);
    await until(() => files.writes.reduce((sum, size) => sum + size, 0) === second * piece.length);
    await until(() => left().length === 1);
    t.equal(service.logLines.filter(({ msg }) => String(msg).startsWith("request cut off")).length, 0, `${second}`);
    service.clock.advance(1_000);
  }
  // Deadlines are checked several times a second.
  service.clock.advance(200);
  t.equal(await slow.closed, "");
  await until(() => left().length === 0);
  t.equal(service.logLines.filter(({ msg }) => String(msg).startsWith("request cut off")).length, 1);
});

t.test("a slow disk does not cause a disconnection", async (t) => {
  const { service, chat, files } = await startWorld(t);
  const bytes = bytesOf(mebibyte);
  for (const part of [bytes.subarray(0, 10), bytes]) {
    const release = files.hold();
    const begun = files.writes.length;
    const sent = upload(service, chat, part);
    await until(() => files.writes.length > begun);
    // More of the body has arrived. The service reads until it holds the client back.
    for (let turns = 0; turns < 300; turns += 1) await nextTurn();
    for (let steps = 0; steps < 5; steps += 1) service.clock.advance(stepMs);
    release();
    const { status, body } = await sent;
    t.equal(status, 201);
    const again = files.hold();
    const read = fetch(body.file.file).then((answer) => answer.arrayBuffer());
    await until(() => files.openCount === 1);
    for (let steps = 0; steps < 5; steps += 1) service.clock.advance(stepMs);
    again();
    t.ok(part.equals(Buffer.from(await read)));
  }
});

t.test("[CH-60] nothing is left of an upload whose client disconnects", async (t) => {
  const { service, chat, left, files } = await startWorld(t);
  const release = files.hold();
  for (const framing of ["Content-Length: 900000", "Transfer-Encoding: chunked"]) {
    const wire = await startUpload(service, chat, [framing]);
    const begun = files.writes.length;
    wire.send(framing.startsWith("T") ? `61a80\r\n${"x".repeat(400_000)}\r\n` : "x".repeat(400_000));
    await until(() => files.writes.length > begun);
    wire.abort();
  }
  const early = await startUpload(service, chat, ["Content-Length: 5"]);
  early.abort();
  release();
  await until(() => files.beganCount - files.endedCount === 0);
  t.strictSame(left(), []);
  t.strictSame(await service.store.scan("file", { limit: 10 }), []);
});

t.test("a client that is faster than the disk is held back", async (t) => {
  const { service, chat, files } = await startWorld(t);
  const release = files.hold();
  const bytes = bytesOf(20 * mebibyte);
  const socket = net.connect(Number(new URL(service.url).port), "127.0.0.1");
  const authorization = `Authorization: Bearer ${await service.logIn("kim")}`;
  socket.write(`POST /api/chats/${chat}/files?name=a.bin HTTP/1.1\r\nHost: a\r\n${authorization}\r\n`);
  socket.write(`Content-Length: ${bytes.length}\r\n\r\n`);
  for (let at = 0; at < bytes.length; at += mebibyte) socket.write(bytes.subarray(at, at + mebibyte));
  let waiting = socket.writableLength;
  for (let still = 0; still < 300; still += 1) {
    await nextTurn();
    if (socket.writableLength !== waiting) still = 0;
    waiting = socket.writableLength;
  }
  t.ok(waiting > 5 * mebibyte, `${waiting} bytes are still with the client`);
  t.equal(files.writes.length, 1, "one write is running");
  const answer = new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())));
  release();
  t.match(await answer, /^HTTP\/1.1 201 /);
  t.equal(
    files.writes.reduce((sum, size) => sum + size, 0),
    bytes.length,
  );
  socket.destroy();
});

t.test(
  "bytes that arrive when the memory of all uploads is full are written immediately, to the right place",
  async (t) => {
    const { service, chat, files, left } = await startWorld(t, { limits: { uploadMemoryBytesMax: 1 } });
    const bodies = Array.from({ length: 8 }, (_, index) => bytesOf(2 * mebibyte + index, index));
    const uploads = bodies.map((body) => upload(service, chat, body));
    const answers = await Promise.all(uploads);
    for (const [index, { body }] of answers.entries()) {
      const served = Buffer.from(await (await fetch(body.file.file)).arrayBuffer());
      t.ok(bodies[index]?.equals(served), `file ${index} is the one that was sent`);
    }
    t.ok(files.nowBytes > 0, `${files.nowBytes} bytes were written at once`);
    files.breakNext("writeNow");
    const statuses: number[] = [];
    // Whether anything must be written immediately is random, because a slow store lets uploads in one after the other.
    while (!statuses.includes(503)) {
      const broken = Array.from({ length: 8 }, () => upload(service, chat, bytesOf(2 * mebibyte)));
      statuses.push(...(await Promise.all(broken)).map(({ status }) => status));
    }
    const kept = statuses.filter((status) => status === 201).length;
    t.equal(kept, statuses.length - 1, "the others go on");
    t.equal(left().length, 8 + kept);
  },
);

t.test("after a failure of the disk or the store, nothing is left of the file", async (t) => {
  const faulty = createFaultyStore();
  const { service, chat, files, left } = await startWorld(t, { store: faulty.store });
  const lines = (msg: string) => service.logLines.filter((line) => line["msg"] === msg);

  files.breakNext("write");
  const unwritten = await upload(service, chat, bytesOf(5 * mebibyte));
  t.equal(unwritten.status, 503);
  t.strictSame(unwritten.body.error, {
    code: "unavailable",
    message: "The disk of the server is full; nothing of the request was stored.",
  });
  t.match(lines("request handler failed").at(-1), { err: { message: /cannot be worked on in .*: ENOSPC in write/ } });
  t.strictSame(left(), []);

  const chunked = await startUpload(service, chat, ["Transfer-Encoding: chunked"]);
  files.breakNext("write");
  chunked.send("5\r\nhello\r\n");
  t.match(await chunked.closed, /^HTTP\/1.1 503 /, "a connection whose body has no known end is closed");

  faulty.failNext(1);
  t.equal((await upload(service, chat, bytesOf(1_000))).status, 500, "its rows cannot be stored");
  t.strictSame(left(), []);
  faulty.refuseNext(1);
  t.equal((await upload(service, chat, bytesOf(1_000))).status, 502);
  t.strictSame(left(), []);
  t.strictSame(await service.store.scan("file", { limit: 10 }), []);

  const late = faulty.hold();
  const answered = upload(service, chat, bytesOf(1_000));
  await until(() => left().some((path) => !path.startsWith("incoming")));
  service.clock.advance(answerTimeoutMs + 200);
  t.equal((await answered).status, 504);
  late();
  t.equal((await upload(service, chat, bytesOf(1_000))).status, 201, "uploads work again without a restart");
});

t.test("the allowed number of files can be uploaded at once, and a further file is refused", async (t) => {
  const { service, chat, files, left } = await startWorld(t, {
    limits: { fileTransfersMax: 50, fileTransfersPerAddressMax: 51 },
  });
  const release = files.hold();
  const bodies = Array.from({ length: 50 }, (_, index) => bytesOf(200_000 + index, index));
  const uploads = bodies.map((body) => upload(service, chat, body));
  await until(() => files.writes.length >= 50);
  const refused = await upload(service, chat, bytesOf(10));
  t.equal(refused.status, 502);
  t.equal(refused.body.error.code, "overloaded");
  release();
  const answers = await Promise.all(uploads);
  t.strictSame(new Set(answers.map(({ status }) => status)), new Set([201]));
  const served = await Promise.all(answers.map(async ({ body }) => (await fetch(body.file.file)).arrayBuffer()));
  t.ok(
    served.every((bytes, index) => bodies[index]?.equals(Buffer.from(bytes))),
    "each is the one that was sent",
  );
  t.equal(left().length, 50);
  t.equal(new Set(answers.map(({ body }) => body.file.file)).size, 50);
  t.equal((await upload(service, chat, bytesOf(10))).status, 201);
});

t.test("one address can use only a part of all transfers", async (t) => {
  const { service, chat, files } = await startWorld(t, { limits: { fileTransfersPerAddressMax: 3 } });
  const release = files.hold();
  const uploads = [1, 2, 3].map((seed) => upload(service, chat, bytesOf(200_000, seed)));
  await until(() => files.writes.length >= 3);
  const refused = await upload(service, chat, bytesOf(10));
  t.equal(refused.status, 429);
  t.equal(refused.body.error.code, "rate_limited");
  release();
  t.strictSame(new Set((await Promise.all(uploads)).map(({ status }) => status)), new Set([201]));
  t.equal((await upload(service, chat, bytesOf(10))).status, 201);
});

t.test("downloads that nobody reads leave agents their places, and free their own after 10 s", async (t) => {
  const { service, chat, files } = await startWorld(t, {
    limits: { fileTransfersMax: 6, fileTransfersPerAddressMax: 2 },
    config: { trustedProxies: ["127.0.0.0/8"] },
  });
  const { body } = await upload(service, chat, bytesOf(20 * mebibyte));
  const { pathname, port } = new URL(body.file.file);
  const read = async (address: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
    const asked = { "x-forwarded-for": address, range: "bytes=0-9", ...headers };
    const { status, body: bytes } = await fetch(body.file.file, { headers: asked });
    await bytes?.cancel();
    return status;
  };
  const deaf = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].flatMap((address) => [address, address]);
  for (const address of deaf) {
    const socket = net.connect(Number(port), "127.0.0.1").pause();
    t.teardown(() => reset(socket));
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`);
    socket.on("error", () => undefined);
  }
  await until(() => files.openCount === deaf.length);
  for (let still = 0, bytes = 0; still < 300; still += 1) {
    await nextTurn();
    if (files.readBytes !== bytes || files.readsUnderWay > 0) still = 0;
    bytes = files.readBytes;
  }
  t.equal(await read("192.0.2.9"), 502, "strangers have no place");
  const token = await service.logIn("lee");
  t.equal(await read("192.0.2.1", { authorization: `Bearer ${token}` }), 206, "an agent has a place");
  t.equal((await upload(service, chat, bytesOf(1_000))).status, 201);
  service.clock.advance(uploadIdleMs + 200);
  await until(() => files.openCount === 0);
  // A place is free a moment after its file is closed.
  while ((await read("192.0.2.9")) === 502) await nextTurn();
  t.equal(await read("192.0.2.9"), 206);
});

t.test("one agent can have a few photos under way, and all agents together a few more", async (t) => {
  const { service } = await startWorld(t, { limits: { photoUploadsMax: 3, photoUploadsPerAgentMax: 2 } });
  const start = async (name: "ada" | "kim" | "lee", id: number): Promise<Wire> => {
    const wire = await openWire(Number(new URL(service.url).port));
    const head = [
      `PUT /api/agents/${id}/photo HTTP/1.1`,
      "Host: a",
      `Authorization: Bearer ${await service.logIn(name)}`,
    ];
    wire.send([...head, "Content-Length: 9000000", "", "x"].join("\r\n"));
    return wire;
  };
  const held = [await start("kim", 1), await start("kim", 1)];
  t.equal((await (await start("kim", 1)).answer()).status, 429);
  held.push(await start("lee", 2));
  t.equal((await (await start("ada", 4)).answer()).status, 502);
  for (const wire of held) wire.abort();
});

t.test("an IPv6 network counts as one address", async (t) => {
  const limits = {
    fileTransfersMax: 9,
    fileTransfersPerAddressMax: 1,
    uploadIdleMs: 1,
    uploadTimeoutMs: 1,
    takeBytesPerSecondMin: 1,
  };
  const transfers = new Transfers(limits, new Transfers(limits));
  let finish = (): void => undefined;
  const first = transfers.run("2001:db8::1", () => new Promise((resolve) => (finish = resolve)));
  t.match(await transfers.run("2001:db8::ffff:2", async () => undefined), { code: "rate_limited" });
  t.equal(await transfers.run("2001:db8:0:1::1", async () => undefined), null);
  finish();
  t.equal(await first, null);
  t.equal(await transfers.run("2001:db8::ffff:2", async () => undefined), null);
});

t.test("a stop waits for uploads as long as possible, then nothing is left of them", async (t) => {
  for (const isWhole of [true, false]) {
    const { service, chat, files, left } = await startWorld(t);
    const wire = await startUpload(service, chat, ["Content-Length: 10"]);
    wire.send("12345");
    await until(() => files.writes.length === 1);
    const stopped = service.app.stop();
    await nextTurn();
    if (isWhole) {
      wire.send("67890");
      t.match(JSON.parse((await wire.answer()).body), { file: { file_size: 10 } });
    } else service.clock.advance(drainTimeoutMs);
    await stopped;
    t.equal(left().length, isWhole ? 1 : 0);
    t.equal(left().filter((path) => path.startsWith("incoming")).length, 0);
  }
});

t.test(
  "all uploads wait when their pieces need too much memory, and continue in the order of their requests",
  async (t) => {
    const pool = new BlockPool(32 * mebibyte);
    const queue = new PieceQueue(pool);
    const piece = new Uint8Array(bytesOf(mebibyte)).buffer;
    const asked: string[] = [];
    let position = 0;
    const add = (): void => {
      queue.add(piece, position);
      position += piece.byteLength;
    };
    for (let count = 0; count < 31; count += 1) add();
    pool.whenRoom(() => asked.push("at once"));
    add();
    t.notOk(pool.hasRoom);
    pool.whenRoom(() => asked.push("first"));
    pool.whenRoom(() => asked.push("second"));
    t.strictSame(asked, ["at once"]);
    const written: Buffer[] = [];
    const write = async (bytes: Uint8Array, at: number): Promise<void> => {
      t.equal(at, Buffer.concat(written).length);
      written.push(Buffer.from(bytes));
    };
    await queue.writeNext(write);
    t.strictSame(asked, ["at once", "first", "second"]);
    while (queue.bytes > mebibyte) await queue.writeNext(write);
    const all = Buffer.concat(written);
    t.ok(all.equals(Buffer.concat(Array.from({ length: 31 }, () => bytesOf(mebibyte)))), "in order, without repeats");
    queue.clear();
    t.equal(queue.bytes, 0);
    await queue.writeNext(() => Promise.reject(new Error("there is nothing to write")));
  },
);
