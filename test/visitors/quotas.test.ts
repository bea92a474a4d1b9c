import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { asChannelId } from "../../src/core/ids.ts";
import { createSlowFiles } from "../files/slow-files.ts";
import { bytesOf, filesIn } from "../files/upload-parts.ts";
import { createDamagedStore } from "../harness/damaged-store.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { enterVisitor, openVisitor } from "../harness/visitor-client.ts";
import { asWidget, step } from "./visitor-channel.ts";
import type { FileAnswer, SentFile } from "./visitor-file.ts";
import { sendFile, startFile } from "./visitor-file.ts";

const hourMs = 60 * 60_000;
const channels = asWidget({ webhooks: null });

const summaryOf = ({ status, headers, body }: FileAnswer) => ({
  status,
  retryAfter: headers.get("retry-after"),
  message: body.error?.message ?? "",
});

/** Sends files one after the other, each with a different id. Returns the statuses. */
async function sendFiles(service: Service, count: number, bytes: number, sent: SentFile): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { status } = await sendFile(service, bytesOf(bytes), { ...sent, id: `${sent.id ?? "f"}-${index}` });
    statuses.push(status);
  }
  return statuses;
}

async function refusalsOf(service: Service, limit: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(new RegExp(`parley_quota_refusals_total\\{limit="${limit}"\\} (\\d+)`).exec(text)?.[1] ?? -1);
}

t.test("a chat that nobody answered accepts few files; the refusal names the limit and the amount", async (t) => {
  const folder = temporaryFolder(t);
  const limits = { unansweredFileBytesMax: 1_000, unansweredFilesMax: 3 };
  const service = await startService(t, { folder, channels, limits });
  const { ready } = await enterVisitor(t, service);
  const { visitor } = ready;
  t.strictSame(await sendFiles(service, 2, 400, { visitor }), [201, 201]);
  t.strictSame(summaryOf(await sendFile(service, bytesOf(201), { visitor, id: "big" })), {
    status: 413,
    retryAfter: null,
    message:
      "A chat that no agent has answered yet may have 1000 bytes of files (unansweredFileBytesMax); it has 800 and this file has 201. Try again when an agent has answered.",
  });
  t.equal((await sendFile(service, bytesOf(200), { visitor, id: "fits" })).status, 201);
  t.match(summaryOf(await sendFile(service, bytesOf(1), { visitor, id: "more" })), {
    status: 413,
    message: /1000 bytes|3 files \(unansweredFilesMax\)/,
  });
  t.equal(
    (await sendFile(service, bytesOf(200), { visitor, id: "fits" })).status,
    201,
    "a repeat is not counted as another file",
  );
  t.equal(filesIn(join(folder, "files")).length, 3, "refused files leave nothing");
  t.equal(await refusalsOf(service, "unansweredFileBytesMax"), 2);
  const wire = await startFile(service, visitor, "unread");
  const { status } = await wire.answer();
  t.equal(status, 413, "for a while no byte of another file is read");
  wire.abort();

  await step(service, "accept");
  service.clock.advance(10_000);
  t.equal((await sendFile(service, bytesOf(1_000), { visitor, id: "accepted" })).status, 201);
  const other = await enterVisitor(t, service);
  t.equal(
    (await sendFile(service, bytesOf(900), { visitor: other.ready.visitor })).status,
    201,
    "other visitors have their own limit",
  );
});

t.test("limits of a chat, of a visitor's day and of a channel survive a restart", async (t) => {
  const dir = temporaryFolder(t);
  const inner = createMemoryStore();
  const store = { ...inner, close: async () => undefined };
  const files = createSlowFiles(join(dir, "files")).store;
  const limits = { chatFileBytesMax: 5_000, visitorFileBytesPerDay: 4_000, visitorFilesPerDay: 20 };
  const first = await startService(t, { store, files, channels, limits });
  const { page, ready } = await enterVisitor(t, first);
  const { visitor } = ready;
  await page.ask({ type: "message", text: "Hello" });
  await step(first, "accept");
  t.strictSame(await sendFiles(first, 4, 1_000, { visitor }), [201, 201, 201, 201]);
  const daily = summaryOf(await sendFile(first, bytesOf(500), { visitor, id: "day" }));
  t.match(daily, {
    status: 429,
    retryAfter: "10800",
    message: /4000 bytes of files in a day \(visitorFileBytesPerDay\)/,
  });

  const { clock } = first;
  const second = await startService(t, { clock, store, files, channels, limits });
  t.equal(
    (await sendFile(second, bytesOf(500), { visitor, id: "day" })).status,
    429,
    "the limit is the same after a restart",
  );
  clock.advance(3 * hourMs - 1_000);
  t.equal((await sendFile(second, bytesOf(500), { visitor, id: "day" })).status, 429, "one second too early");
  clock.advance(1_000);
  t.equal((await sendFile(second, bytesOf(500), { visitor, id: "day" })).status, 201);
  clock.advance(24 * hourMs);
  const full = summaryOf(await sendFile(second, bytesOf(501), { visitor, id: "chat" }));
  t.match(full, { status: 413, message: /^A chat may have 5000 bytes of files \(chatFileBytesMax\); it has 4500/ });

  await first.stop();
  await second.stop();
  const channelLimits = { ...limits, channelFileBytesMax: 5_000, chatKeptDays: 1 };
  const third = await startService(t, { clock, store, files, channels, limits: channelLimits });
  const other = await enterVisitor(t, third);
  const late = summaryOf(await sendFile(third, bytesOf(501), { visitor: other.ready.visitor }));
  t.match(late, {
    status: 507,
    retryAfter: "3600",
    message: /5000 bytes of files here \(channelFileBytesMax\); they have 4500/,
  });
  t.equal((await sendFile(third, bytesOf(100), { visitor: other.ready.visitor, id: "fits" })).status, 201);
  await step(third, "close");
  const { channelFileBytes } = third.app.runtime;
  clock.advance(25 * hourMs);
  while (channelFileBytes.of(asChannelId("MOBILEAPP1")) !== 100) await third.settle();
  t.pass("deleted files free their share");
});

t.test("a file that was not written is not counted, and many at once exceed no limit", async (t) => {
  const folder = temporaryFolder(t);
  const limits = { unansweredFileBytesMax: 1_000, visitorUploadsMax: 8 };
  const service = await startService(t, { folder, channels, limits });
  const { ready } = await enterVisitor(t, service);
  const { visitor } = ready;
  const wire = await startFile(service, visitor, "cut");
  wire.abort();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => sendFile(service, bytesOf(300), { visitor, id: `at-once-${index}` })),
  );
  t.strictSame(answers.map(({ status }) => status).sort(), [201, 201, 201, 413, 413, 413, 413, 413]);
  t.equal(filesIn(join(folder, "files")).length, 3);
  t.equal(service.app.runtime.channelFileBytes.of(asChannelId("MOBILEAPP1")), 900);
});

t.test("one visitor can send few files at the same time", async (t) => {
  const service = await startService(t, { folder: temporaryFolder(t), channels, limits: { visitorUploadsMax: 1 } });
  const { ready } = await enterVisitor(t, service);
  const wire = await startFile(service, ready.visitor, "slow");
  await service.settle();
  const refused = summaryOf(await sendFile(service, bytesOf(10), { visitor: ready.visitor, id: "second" }));
  t.match(refused, { status: 429, retryAfter: "1", message: /1 files at once \(visitorUploadsMax\)/ });
  wire.abort();
});

/** A visitor behind a proxy. */
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
const behindProxy = { trustedProxies: ["127.0.0.0/8"] };

async function helloFrom(t: Test, service: Service, address: string, visitor?: string): Promise<string> {
  const page = await openVisitor(t, service, from(address));
  page.send({ type: "hello", widget: "MOBILEAPP1", ...(visitor === undefined ? {} : { visitor }) });
  const ready = page.until(({ type }) => type === "ready").then((frame) => frame.visitor);
  return Promise.race([ready, page.closed.then(({ code }) => String(code))]);
}

t.test(
  "[LIM-02] one address can create few new visitors and chats; IPv6 addresses count by /64; known visitors are accepted",
  async (t) => {
    const limits = { addressVisitorsPerHour: 2, addressChatsPerHour: 1 };
    const service = await startService(t, { channels, limits, config: { trustedProxies: ["127.0.0.0/8"] } });
    const known = await helloFrom(t, service, "2001:db8:1:2::1");
    await helloFrom(t, service, "2001:db8:1:2:ffff::2");
    t.equal(
      await helloFrom(t, service, "2001:db8:1:2:aaaa::3"),
      "1013",
      "an address in the same network shares the limit",
    );
    t.equal(await helloFrom(t, service, "2001:db8:1:2:aaaa::3", known), known, "known visitors are accepted");
    t.equal(
      (await helloFrom(t, service, "2001:db8:1:3::1")).length,
      43,
      "an address in the next network has its own limit",
    );
    service.clock.advance(30 * 60_000);
    t.equal((await helloFrom(t, service, "2001:db8:1:2:aaaa::3")).length, 43, "half of the limit is free again");

    const one = await enterVisitor(t, service);
    t.match(await one.page.ask({ type: "message", text: "Hello" }), { type: "done" });
    t.match(await one.page.ask({ type: "message", text: "Again" }), { type: "done" }, "the chat continues");
    const two = await enterVisitor(t, service);
    t.match(await two.page.ask({ type: "message", text: "Hello" }), {
      type: "failed",
      retryAfter: 3_600,
      reason:
        "From one address visitors may begin chats, leave messages and ask for calls 1 times in an hour (addressChatsPerHour). Try again in 3600 seconds.",
    });
    t.match(await two.page.ask({ type: "offline_message", email: "z@a.example", text: "x" }), { type: "failed" });
    t.equal(
      (await sendFile(service, bytesOf(10), { visitor: two.ready.visitor })).status,
      429,
      "a file cannot begin a chat either",
    );
    await service.say("c1", "Hello", "OTHERAPP01");
    await service.say("c2", "Hello", "OTHERAPP01");
    t.equal(await refusalsOf(service, "addressChatsPerHour"), 3, "chats of a customer system do not count");
  },
);

t.test("an address over its limit of visitors does not use up the limit of others", async (t) => {
  const limits = { addressVisitorsPerHour: 1, newVisitorsPerSecond: 1, newVisitorsBurst: 2 };
  const service = await startService(t, { channels, limits, config: behindProxy });
  await helloFrom(t, service, "192.0.2.66");
  for (let hello = 0; hello < 3; hello += 1) t.equal(await helloFrom(t, service, "192.0.2.66"), "1013");
  t.equal((await helloFrom(t, service, "198.51.100.7")).length, 43);
  t.equal(await helloFrom(t, service, "198.51.100.8"), "1013", "now there are too many new visitors at once");
  t.equal(await refusalsOf(service, "newVisitorsPerSecond"), 1);
  service.clock.advance(1_000);
  t.equal((await helloFrom(t, service, "198.51.100.8")).length, 43, "the refusals did not count for the address");
});

t.test("each chat that a page begins counts, even if the chat before it was closed", async (t) => {
  const service = await startService(t, { channels, limits: { addressChatsPerHour: 1 } });
  const { page } = await enterVisitor(t, service);
  t.match(await page.ask({ type: "message", text: "Hello" }), { type: "done" });
  await step(service, "accept");
  await step(service, "close");
  t.match(await page.ask({ type: "message", text: "Hello again" }), { type: "failed", retryAfter: 3_600 });
});

t.test("a request that finds a damaged row is answered, and does not count", async (t) => {
  const { store, damage } = createDamagedStore();
  const whole = { ...store, close: async () => undefined };
  const service = await startService(t, { store: whole, channels, limits: { addressChatsPerHour: 1 } });
  const { page } = await enterVisitor(t, service);
  const [client] = await store.scan("client", { limit: 1 });
  if (client === undefined) throw new Error("Expected a client");
  damage("client", client.key);
  const left = { type: "offline_message", text: "Call me", email: "zoe@example.com" };
  t.match(await page.ask(left), { type: "failed", retryAfter: 1 });
  const other = await enterVisitor(t, service);
  t.match(await other.page.ask({ type: "message", text: "Hello" }), { type: "done" });
});

t.test("a frame that begins no chat does not count as a chat of the address", async (t) => {
  const limits = { addressChatsPerHour: 2, senderPerSecond: 100, senderBurst: 100 };
  const service = await startService(t, { folder: temporaryFolder(t), channels, limits });
  const { page, ready } = await enterVisitor(t, service);
  const nothings = [
    { type: "message", text: "  " },
    { type: "offline_message", text: "no way to answer" },
    { type: "call", phone: "123" },
  ];
  for (let round = 0; round < 3; round += 1) {
    for (const nothing of nothings) {
      const { type, reason } = await page.ask(nothing);
      t.equal(type, "failed");
      t.notMatch(reason, /addressChatsPerHour/);
    }
    t.match(summaryOf(await sendFile(service, bytesOf(0), { visitor: ready.visitor })), { status: 400 });
  }
  t.equal(
    (await sendFile(service, bytesOf(10), { visitor: ready.visitor })).status,
    201,
    "a file begins the first chat",
  );
  t.equal(
    (await sendFile(service, bytesOf(10), { visitor: ready.visitor })).status,
    201,
    "a repeat of the file begins no chat",
  );
  const left = { type: "offline_message", id: "left", email: "z@a.example", text: "Hello" };
  page.send(left);
  page.send(left);
  await page.until(({ id }) => id === "left");
  t.equal((await page.ask({ type: "message", text: "Hello" })).type, "done", "the chat continues");
  t.match(await page.ask({ type: "offline_message", email: "z@a.example", text: "x" }), {
    type: "failed",
    reason: /addressChatsPerHour/,
  });
});

t.test("a refused hello receives the reason", async (t) => {
  const space = { freeBytes: 2 ** 40, totalBytes: 2 ** 42 };
  const disk = { latest: space, close: async () => undefined };
  const limits = { addressVisitorsPerHour: 1, newVisitorsPerSecond: 1, newVisitorsBurst: 1, visitorSocketsMax: 1 };
  const service = await startService(t, { channels, limits, disk, config: behindProxy });
  const refusalOf = async (address: string, visitor?: string): Promise<string> => {
    const page = await openVisitor(t, service, from(address));
    page.send({ type: "hello", widget: "MOBILEAPP1", ...(visitor === undefined ? {} : { visitor }) });
    return (await page.closed).reason;
  };
  const known = await helloFrom(t, service, "192.0.2.1");
  t.equal(await refusalOf("192.0.2.1", known), "One visitor may have 1 pages open (visitorSocketsMax).");
  t.equal(
    await refusalOf("192.0.2.1"),
    "From one address 1 new visitors may come in an hour (addressVisitorsPerHour). Try again in 3600 seconds.",
  );
  t.equal(
    await refusalOf("192.0.2.2"),
    "Too many new visitors come at once (newVisitorsPerSecond). Try again in 1 seconds.",
  );
  space.freeBytes = 2 ** 28 - 1;
  t.match(await refusalOf("192.0.2.3"), /^The disk has 268435455 bytes left; no new chat begins below 268435456/);
});

t.test("a flood of new visitors from many addresses does not block known visitors", async (t) => {
  const limits = { newVisitorsPerSecond: 1, newVisitorsBurst: 3 };
  const service = await startService(t, { channels, limits, config: behindProxy });
  const known = await helloFrom(t, service, "192.0.2.1");
  const flood = await Promise.all(
    Array.from({ length: 10 }, (_, index) => helloFrom(t, service, `198.51.100.${index}`)),
  );
  t.equal(flood.filter((answer) => answer === "1013").length, 8);
  t.equal(await helloFrom(t, service, "203.0.113.7", known), known);
});

t.test("the number of sockets of one visitor and of one address is limited", async (t) => {
  const limits = { visitorSocketsMax: 2, addressSocketsMax: 4 };
  const service = await startService(t, { channels, limits, config: behindProxy });
  const known = await helloFrom(t, service, "192.0.2.1");
  t.equal(await helloFrom(t, service, "192.0.2.1", known), known);
  t.equal(await helloFrom(t, service, "192.0.2.1", known), "1013", "the visitor's third page is refused");
  t.equal((await helloFrom(t, service, "192.0.2.1")).length, 43);
  t.equal((await helloFrom(t, service, "192.0.2.1")).length, 43);
  t.equal(await helloFrom(t, service, "192.0.2.1"), "1013", "the fifth page of the address is refused");
  t.equal((await helloFrom(t, service, "192.0.2.2")).length, 43);
});

t.test("the daily amount of texts and files from visitors at one address is limited", async (t) => {
  const service = await startService(t, {
    folder: temporaryFolder(t),
    channels,
    limits: { addressBytesPerDay: 8_000 },
  });
  const { page, ready } = await enterVisitor(t, service);
  const answers: string[] = [];
  for (let index = 0; index < 8; index += 1) answers.push((await page.ask({ type: "message", text: "Hello" })).type);
  t.ok(answers.indexOf("failed") > 4, "each costs a little more than 1 KiB");
  t.equal(answers.at(-1), "failed");
  const refused = summaryOf(await sendFile(service, bytesOf(2_000), { visitor: ready.visitor }));
  t.match(refused, { status: 429, message: /8000 bytes in a day \(addressBytesPerDay\)/ });
  service.clock.advance(12 * hourMs);
  const later = await enterVisitor(t, service, { visitor: ready.visitor });
  t.equal((await later.page.ask({ type: "message", text: "Later" })).type, "done");
  t.equal((await sendFile(service, bytesOf(2_000), { visitor: ready.visitor })).status, 201);
});

t.test("for an incomplete file an address is charged only the bytes that arrived", async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService(t, { folder, channels, limits: { addressBytesPerDay: 10_000 } });
  const { visitor } = (await enterVisitor(t, service)).ready;
  const wire = await startFile(service, visitor, "cut", 6_000);
  wire.send("x".repeat(3_000));
  const files = join(folder, "files");
  const cameBytes = (): number =>
    existsSync(files) ? filesIn(files).reduce((sum, name) => sum + statSync(join(files, name)).size, 0) : 0;
  while (cameBytes() < 3_000) await service.settle();
  const send = async (bytes: number, id: string) => summaryOf(await sendFile(service, bytesOf(bytes), { visitor, id }));
  t.match(
    await send(5_000, "beside"),
    { status: 429, message: /addressBytesPerDay/ },
    "the bytes of the other file that may still arrive count",
  );
  wire.abort();
  while (filesIn(files).length > 0) await service.settle();
  t.match(await send(0, "empty"), { status: 400 });
  t.match(await send(7_001, "too much"), { status: 429, message: /addressBytesPerDay/ });
  t.match(await send(7_000, "fits"), { status: 201 });
});
