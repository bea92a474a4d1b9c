import { readdirSync } from "node:fs";
import t from "tap";
import { asActorKey } from "../../src/core/ids.ts";
import type { Store } from "../../src/ports/store.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { converse, find, inFiles, keepOpen, restart } from "./archive-service.ts";

t.test("a chat is found by its messages and notes, as soon as it is closed", async (t) => {
  const service = await startService(t);
  const token = await service.logIn("kim");
  const startMs = service.clock.nowMs();
  const first = await converse(
    service,
    { id: "c-77", name: "Zoë Müller", email: "zoe@example.com" },
    "Where is my parcel?",
  );
  t.strictSame(await find(service, "q=parcel"), [first]);
  await service.say("8", "The parcel is open");
  t.strictSame(await find(service, "q=parcel"), [first], "an open chat is not in the archive");
  const second = await converse(service, { id: "9", url: "https://shop.example.com/blue%20shoes" }, "東京都に parcel");
  const other = await converse(service, "10", "Parcel of another channel", "max");
  for (const [query, found] of [
    ["q=parcel", [other, second, first]],
    ["q=PARC", [other, second, first]],
    ["q=parcel+where", [first]],
    ["q=zoe", [first]],
    ["q=m%C3%BCller%20parcel", [first]],
    ["q=zoe@example.com", [first]],
    ["q=c-77", [first]],
    ["q=%E4%BA%AC%E9%83%BD", [second]],
    ["q=shoe", [second]],
    ["q=kim", [second, first]],
    ["q=zoe+other", []],
    ["", [other, second, first]],
    ["q=&channel=OTHERAPP01", [other]],
    ["q=parcel&channel=MOBILEAPP1&agent=1", [second, first]],
    ["agent=3", [other]],
    ["agent=2", []],
    ["channel=NOSUCHCHANNEL", []],
    [`to=${startMs + 10}`, [first]],
    [`from=${startMs + 11}&to=${startMs + 20}`, [second]],
    [`from=${startMs + 31}`, []],
  ] as const) {
    t.strictSame(await find(service, query), found, query);
  }
  t.strictSame(await find(service, "q=parcel", "kim"), [second, first], "only the agent's channels");
  t.strictSame(await find(service, "q=parcel&channel=OTHERAPP01", "kim"), []);
  t.strictSame(await find(service, "", "max"), [other]);
  const { body } = await service.call("GET", "/api/archive?q=zoe", { token });
  t.match(body, {
    chats: [{ id: first, state: "closed", client: { name: "Zoë Müller" }, closedAt: startMs + 10 }],
    cursor: null,
    complete: true,
  });
});

t.test("[ERR-04, ERR-05] the error names the wrong part of a query", async (t) => {
  const service = await startService(t);
  const token = await service.logIn("kim");
  t.match(await service.call("GET", "/api/archive"), { status: 401, body: { error: { code: "unauthorized" } } });
  const long = encodeURIComponent("🙂".repeat(200));
  t.match(await service.call("GET", `/api/archive?q=${long}`, { token }), { status: 200, body: { chats: [] } });
  for (const [query, word] of [
    [`q=${long}x`, /q .*200/],
    ["from=yesterday", /from/],
    ["to=-1", /to/],
    ["to=1.5", /to/],
    ["from=2&to=1", /from .*to/],
    ["agent=kim", /agent/],
    ["cursor=x", /cursor/],
    [`cursor=${Buffer.from("before 1").toString("base64url")}`, /cursor/],
  ] as const) {
    const answer = await service.call("GET", `/api/archive?${query}`, { token });
    t.match(answer, { status: 400, body: { error: { code: "invalid_request", message: word } } }, query);
  }
  t.match(await service.call("POST", "/api/archive", { token }), { status: 405 });
});

t.test("pages have no gap and no duplicate while more chats are closed", async (t) => {
  const service = await startService(t, { limits: { pageRowsMax: 2 } });
  const ids = [];
  for (let number = 1; number <= 7; number += 1) ids.push(await converse(service, `${number}`, "same words"));
  const token = await service.logIn("ada");
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await service.call("GET", `/api/archive?q=same&cursor=${cursor}`, { token });
    t.ok(body.chats.length <= 2);
    found.push(...body.chats.map(({ id }: { id: string }) => id));
    await converse(service, `later ${found.length}`, "same words");
    cursor = body.cursor;
  }
  t.strictSame(found, ids.toReversed());
});

t.test("a chat that was closed when the process ended is found after the next start", async (t) => {
  const inner = createMemoryStore();
  const folder = temporaryFolder(t);
  const service = await startService(t, { store: keepOpen(inner), archiveIndex: await inFiles(folder) });
  const id = await converse(service, "7", "Where is my parcel?");
  await service.stop();
  t.match(
    await inner.scan("archiveQueue", { limit: 9 }),
    [{ row: { isRemoval: false } }],
    "the chat is not indexed yet",
  );
  t.strictSame(readdirSync(folder), [], "and there is no index");
  const next = await restart(t, inner, { archiveIndex: await inFiles(folder) });
  t.strictSame(await find(next, "q=parcel"), [id]);
  t.strictSame(await inner.scan("archiveQueue", { limit: 9 }), []);
});

t.test("a chat that could not be removed from the queue is indexed again", async (t) => {
  const { store, failNext } = createFaultyStore();
  const service = await startService(t, { store });
  const id = await converse(service, "7", "Where is my parcel?");
  await find(service, "q=x");
  const later = await converse(service, "8", "Another parcel");
  failNext(1);
  t.strictSame(await find(service, "q=parcel"), [later, id], "the index has the chat anyway");
  t.equal((await store.scan("archiveQueue", { limit: 9 })).length, 1);
  t.ok(service.logLines.some(({ msg }) => String(msg).includes("could not be changed; trying again")));
  service.clock.advance(1_000);
  while ((await store.scan("archiveQueue", { limit: 1 })).length > 0) await find(service, "q=parcel");
  t.strictSame(await find(service, "q=parcel"), [later, id]);
});

t.test("a chat that is removed while it is indexed is removed from the index afterwards", async (t) => {
  const inner = createMemoryStore();
  let removeNow: (() => Promise<void>) | null = null;
  const store: Store = {
    ...keepOpen(inner),
    async commit(needs, apply) {
      // The next commit without a conversation removes the row from the queue.
      const remove = needs.conversations === undefined ? removeNow : null;
      removeNow = remove === null ? removeNow : null;
      await remove?.();
      await inner.commit(needs, apply);
    },
  };
  const service = await startService(t, { store });
  const first = await converse(service, "1", "parcel");
  t.strictSame(await find(service, ""), [first]);
  const id = await converse(service, "7", "Where is my parcel?");
  removeNow = () => inner.commit({}, () => [{ table: "archiveQueue", key: [Number(id)], row: { isRemoval: true } }]);
  await find(service, "");
  t.equal(removeNow, null, "the chat was removed after it was indexed and before its row left the queue");
  t.strictSame(await find(service, "q=parcel"), [first]);
  t.strictSame(await inner.scan("archiveQueue", { limit: 9 }), []);
});

t.test("a chat that changes while it is read for the index is indexed again", async (t) => {
  const inner = createMemoryStore();
  let changeNow: ((number: number) => Promise<void>) | null = null;
  const store: Store = {
    ...keepOpen(inner),
    // The messages of a chat are read after its revision.
    async scan(table, range) {
      const rows = await inner.scan(table, range);
      const change = table === "message" ? changeNow : null;
      changeNow = change === null ? changeNow : null;
      await change?.(Number(range.prefix?.[0]));
      return rows;
    },
  };
  const service = await startService(t, { store });
  // For a new index, all chats are read once more.
  const before = await converse(service, "6", "Where is my lion?");
  t.strictSame(await find(service, "q=lion"), [before]);
  const id = await converse(service, "7", "Where is my parcel?");
  const message = await inner.read("message", [Number(id), 1]);
  const row = await inner.read("actor", [asActorKey(`chat/${id}`)]);
  if (message === undefined || row === undefined) throw new Error("Expected a chat with a message");
  changeNow = (number) =>
    inner.commit({}, () => [
      {
        table: "message",
        key: [number, 1],
        row: { ...message, content: { ...message.content, text: "Where is my elephant?" } },
      },
      { table: "actor", key: [row.actor], row: { ...row, revision: row.revision + 1 } },
    ]);
  t.strictSame(await find(service, "q=elephant"), []);
  t.equal(changeNow, null, "it was changed between its revision and the index");
  t.strictSame(await find(service, "q=elephant"), [id]);
  t.strictSame(await inner.scan("archiveQueue", { limit: 9 }), []);
});

t.test("an unreadable chat does not block other chats; a long chat is indexed by its beginning", async (t) => {
  const service = await startService(t, { limits: { archiveChatCharactersMax: 300, pageRowsMax: 2 } });
  const broken = asActorKey("chat/900");
  const sound = asActorKey(`chat/${await converse(service, "1", "sound")}`);
  const row = await service.store.read("actor", [sound]);
  await service.store.commit({}, () => [
    { table: "actor", key: [broken], row: row === undefined ? null : { ...row, actor: broken, version: 77 } },
    { table: "archiveQueue", key: [900], row: { isRemoval: false } },
  ]);
  for (const text of ["first", "second", "third", "x".repeat(200), "y".repeat(200), "late"])
    await service.say("2", text);
  const long = await converse(service, "2", "later");
  t.strictSame(await find(service, "q=third"), [long]);
  t.strictSame(await find(service, "q=late"), []);
  t.strictSame(await find(service, "q=sound"), ["1"]);
  t.strictSame(await service.store.scan("archiveQueue", { limit: 9 }), []);
  t.ok(service.logLines.some(({ chatNumber, msg }) => chatNumber === 900 && String(msg).includes("left out")));
});

t.test("too many simultaneous searches are refused", async (t) => {
  const service = await startService(t, {
    archiveIndex: await inFiles(temporaryFolder(t), 1),
    limits: { archiveSearchesMax: 1 },
  });
  const token = await service.logIn("ada");
  await converse(service, "7", "Where is my parcel?");
  const ask = () => service.call("GET", "/api/archive?q=parcel", { token });
  const both = await Promise.all([ask(), ask()]);
  t.strictSame(both.map(({ status }) => status).sort(), [200, 502]);
  t.match(await ask(), { status: 200, body: { chats: [{ id: "1" }] } });
});

t.test("a search that takes too long times out, and the next search is answered", async (t) => {
  const archiveIndex = await inFiles(temporaryFolder(t));
  const service = await startService(t, { archiveIndex, limits: { answerTimeoutMs: 3_600_000 } });
  const token = await service.logIn("ada");
  await converse(service, "7", "Where is my parcel?");
  const ask = () => service.call("GET", "/api/archive?q=parcel", { token });
  t.match(await ask(), { status: 200 });
  /** Advances the clock while the thread works. */
  const askInAHurry = async () => {
    let isAnswered = false;
    const asked = ask().finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      service.clock.advance(2_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return asked;
  };
  let answer = await askInAHurry();
  for (let tries = 0; tries < 100 && answer.status !== 504; tries += 1) answer = await askInAHurry();
  t.match(answer, { status: 504, body: { error: { code: "timeout" } } });
  t.match(await ask(), { status: 200, body: { chats: [{ id: "1" }] } });
});

t.test("a deleted chat is removed from the index", async (t) => {
  const service = await startService(t);
  const id = await converse(service, "7", "Where is my parcel?");
  const other = await converse(service, "8", "Another parcel");
  t.strictSame(await find(service, "q=parcel"), [other, id]);
  const number = Number(id);
  await service.store.commit({}, () => [
    { table: "chatState", key: ["closed", number], row: null },
    { table: "archiveQueue", key: [number], row: { isRemoval: true } },
  ]);
  t.strictSame(await find(service, "q=parcel"), [other]);
  t.strictSame(await find(service, ""), [other]);
  t.strictSame(await service.store.scan("archiveQueue", { limit: 9 }), []);
});
