import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import type { Test } from "tap";
import t from "tap";
import { chatAddress, deliveryAddress } from "../../machines/tells.ts";
import { readHistory } from "../../src/actors/history/history.ts";
import { takeOlder, takeQueue } from "../../src/archive/index-keeper.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { asAgentId, asChatId, asDeliveryId, noAgentId } from "../../src/core/ids.ts";
import { createSessions } from "../../src/domain/agent/accounts/sessions.ts";
import { readDelivery } from "../../src/domain/delivery/delivery-actor.ts";
import { deleteOldVisitors } from "../../src/domain/housekeeping/visitor-retention.ts";
import { replayDeadLetters } from "../../src/domain/webhooks/replay.ts";
import type { ClientRow, FileRow, Key, TableName, Write } from "../../src/ports/store.ts";
import type { ArchiveDocument } from "../../workers/archive/archive.types.ts";
import { createDamagedStore } from "../harness/damaged-store.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { silentLog } from "../harness/test-log.ts";
import type { Broken } from "./broken-world.ts";
import { dayMs, keysOf, later, minuteMs, open } from "./broken-world.ts";
import { channelId, createWorld, kim, openChat, settings, webhooks } from "./world.ts";

const file: FileRow = {
  chatId: asChatId("1"),
  agentId: noAgentId,
  name: "a.txt",
  mimeType: "text/plain",
  bytes: 10,
  createdAtMs: 0,
};

const hasFailed = ({ world }: Broken): readonly unknown[] => world.lines.filter(({ level }) => level === "error");

/** The work of each job for other rows while one row is damaged. */
const jobs: Readonly<Record<string, (t: Test) => Promise<void>>> = {
  async "old feed rows"(t) {
    const broken = await open({ limits: { feedEntriesKept: 2 } });
    for (const text of ["a", "b", "c", "d", "e"]) await broken.world.say("c1", text);
    broken.damage("feed", [1]);
    await later(broken, 2 * minuteMs);
    t.ok((await keysOf(broken, "feed")).length <= 2);
  },
  async "old steps"(t) {
    const broken = await open();
    for (const text of ["a", "b", "c"]) await broken.world.say("c1", text);
    const keys = await keysOf(broken, "history");
    broken.damage("history", keys[1] ?? [0]);
    await later(broken, 8 * dayMs);
    t.strictSame(await keysOf(broken, "history"), keys.slice(-1));
  },
  async "expired keys"(t) {
    const broken = await open();
    const row = { fingerprint: "f", actor: null, answer: "0", expiresAtMs: broken.world.clock.nowMs() };
    const keys = ["a", "b", "c"].map((key) => ["desk", key] as const);
    await broken.store.commit({}, () => keys.map((key) => ({ table: "idempotency", key, row })));
    broken.damage("idempotency", ["desk", "a"]);
    await later(broken, 61 * minuteMs);
    t.strictSame(await keysOf(broken, "idempotency"), []);
  },
  async "old log entries"(t) {
    const broken = await open({ limits: { channelLogEntriesKept: 1 } });
    const keys = ["01A", "01B", "01C"].map((id) => [channelId, id] as const);
    const row = { atMs: 1, kind: "warning", cause: "c", chatId: null, messageSeq: 0, text: "t" } as const;
    await broken.store.commit({}, () => keys.map((key) => ({ table: "channelLog", key, row })));
    broken.damage("channelLog", [channelId, "01B"]);
    await later(broken, 61 * minuteMs);
    t.strictSame(await keysOf(broken, "channelLog"), [[channelId, "01C"]]);
  },
  async "unanswered chats"(t) {
    const broken = await open({ limits: { waitingKeptDays: 1, unansweredKeptDays: 1 } });
    for (const sender of ["c1", "c2", "c3"]) await broken.world.say(sender, "Hello");
    broken.damage("message", [1, 1]);
    broken.damage("chatState", ["waiting", 2]);
    await later(broken, 3 * dayMs);
    t.strictSame(await keysOf(broken, "chatState"), [
      ["closed", 2],
      ["closed", 3],
      ["waiting", 1],
    ]);
    broken.damage("actor", [chatAddress(asChatId("2"))]);
    broken.damage("chatState", ["closed", 3]);
    await later(broken, 3 * dayMs);
    t.strictSame(await keysOf(broken, "chatState"), [
      ["closed", 2],
      ["waiting", 1],
    ]);
  },
  async "old offline messages"(t) {
    const broken = await open({ limits: { chatKeptDays: 1 } });
    const nobody = { name: null, email: null, phone: null, ownerId: null, done: null, answerIds: [] };
    const row = { channelId, clientNumber: 1, ...nobody, text: "t", atMs: 1 };
    const events = ["01A", "01B"].map((id) => asDeliveryId(`${id}00000000000000000000000`));
    await broken.world.say("c1", "Hello");
    const delivery = await broken.store.read("actor", [chatAddress(asChatId("1"))]);
    if (delivery === undefined) throw new Error("Expected a chat");
    const ofEvent = (id: (typeof events)[number]): readonly Write[] => [
      { table: "chatActor", key: [0, deliveryAddress(id)], row: {} },
      { table: "actor", key: [deliveryAddress(id)], row: { ...delivery, actor: deliveryAddress(id) } },
      { table: "webhook", key: [0, id], row: {} as never },
    ];
    await broken.store.commit({}, () => [
      ...[1, 2, 3].map((number): Write => ({ table: "offlineMessage", key: [number], row })),
      ...events.flatMap(ofEvent),
    ]);
    for (const number of [1, 3]) broken.damage("offlineMessage", [number]);
    for (const id of events) broken.damage("actor", [deliveryAddress(id)]);
    broken.damage("chatActor", [0, deliveryAddress(events[0] ?? asDeliveryId(""))]);
    await later(broken, 3 * dayMs);
    t.strictSame(await keysOf(broken, "offlineMessage"), []);
    t.strictSame(await keysOf(broken, "chatActor"), []);
    t.strictSame(await keysOf(broken, "webhook"), []);
  },
  async "old visitors"(t) {
    const broken = await open();
    await broken.world.say("c1", "Hello");
    const [made] = await broken.store.scan("client", { limit: 1 });
    if (made === undefined) throw new Error("Expected a client");
    const nobody = { chatsCount: 0, name: null, email: null, phone: null, description: null, isBlacklisted: false };
    const row: ClientRow = { ...made.row, openChatId: null, seenAtMs: 1, client: { ...made.row.client, ...nobody } };
    const keys = ["v1", "v2", "v3"].map((id) => [`${made.key[0].slice(0, -2)}${id}` as never] as const);
    await broken.store.commit({}, () => keys.map((key) => ({ table: "client", key, row })));
    broken.damage("client", keys[1] ?? made.key);
    const widget = { settings: { ...settings, kind: "widget" as const }, status: 1 as const, isRemoved: false };
    const limits = { ...defaultLimits, visitorRetentionMs: dayMs };
    const parts = { ...broken.world.runtime, log: silentLog, files: {} as never, limits };
    await deleteOldVisitors(parts, { channelsEver: () => [widget] } as never, () => false);
    t.strictSame(await keysOf(broken, "client"), [made.key, keys[1]]);
  },
  async "left files"(t) {
    const filesFolder = temporaryFolder(t);
    const broken = createDamagedStore();
    const tokens = ["a", "b", "c"].map((letter) => letter.repeat(32));
    await broken.store.commit({}, () => [{ table: "file", key: [tokens[0] ?? ""], row: file }]);
    broken.damage("file", [tokens[0] ?? ""]);
    for (const token of tokens) {
      mkdirSync(`${filesFolder}/${token.slice(0, 2)}`, { recursive: true });
      writeFileSync(`${filesFolder}/${token.slice(0, 2)}/${token}`, "bytes");
    }
    const world = await createWorld({ store: broken.store, filesFolder });
    await later({ ...broken, world }, 2 * minuteMs);
    // Files are removed from a disk in real time. The sweep has ended when it has logged its result.
    while (!world.lines.some(({ facts, level }) => "removed" in facts || level === "error")) await world.settle();
    const left = readdirSync(filesFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    t.strictSame(
      left.map(({ name }) => name),
      [tokens[0]],
      "the file of a damaged row is not left",
    );
  },
  async "lanes that stand still"(t) {
    const broken = await open();
    const { world } = broken;
    for (const sender of ["c1", "c2", "c3"]) await world.reply(await openChat(world, sender), `for ${sender}`);
    const ids = (await keysOf(broken, "delivery")).map(([, , id]) => id);
    for (const id of ids) {
      const row = await broken.store.read("actor", [deliveryAddress(id)]);
      const gone = (row?.deadlines ?? []).map(({ id: name, atMs }): Write => {
        return { table: "deadline", key: [atMs, deliveryAddress(id), name], row: null };
      });
      if (row === undefined) continue;
      const pending = { ...row, state: "pending", deadlines: [] };
      await broken.store.commit({}, () => [...gone, { table: "actor", key: [row.actor], row: pending }]);
    }
    broken.damage("actor", [deliveryAddress(ids[0] ?? asDeliveryId(""))]);
    broken.damage("chatState", ["with_agent", 2]);
    const again = await world.restart();
    await again.pass(11_000);
    t.strictSame(again.runtime.lanes.counts, { woken: 2, lost: 0 });
    t.strictSame(await Promise.all(ids.slice(1).map(async (id) => (await readDelivery(broken.store, id))?.state)), [
      "attempting",
      "attempting",
    ]);
  },
  async "files of a channel, counted for its visitors' next"(t) {
    const broken = await open();
    for (const sender of ["c1", "c2"]) await broken.world.say(sender, "Hello");
    const chats = { a: "1", b: "1", c: "2", d: "2" };
    await broken.store.commit({}, () =>
      Object.entries(chats).map(([token, id]) => ({
        table: "file",
        key: [token],
        row: { ...file, chatId: asChatId(id) },
      })),
    );
    broken.damage("file", ["c"]);
    broken.damage("actor", [chatAddress(asChatId("1"))]);
    await broken.world.runtime.channelFileBytes.ready();
    t.equal(broken.world.runtime.channelFileBytes.of(channelId), 10);
  },
  async "sessions of an agent"(t) {
    const broken = createDamagedStore();
    const clock = { nowMs: () => 40 * dayMs, wakeAt: () => ({ cancel: () => undefined }) };
    const sessions = await createSessions(broken.store, clock, 100);
    const tokens = [await sessions.open(kim.id), await sessions.open(kim.id), await sessions.open(asAgentId(2))];
    const keys = await keysOf(broken, "session");
    for (const key of keys) broken.damage("session", key);
    const other = await createSessions(broken.store, clock, 100);
    t.strictSame(
      [other.list(kim.id), other.find(tokens[0] ?? "")],
      [[], undefined],
      "their agent is not known any more",
    );
    t.equal(sessions.list(kim.id).length, 2, "but the process that read them before still knows them");
    await sessions.closeAll(kim.id);
    t.strictSame([sessions.find(tokens[0] ?? ""), sessions.find(tokens[2] ?? "")], [undefined, 2]);
    t.equal((await keysOf(broken, "session")).length, 1);
    await other.open(kim.id);
    t.equal((await keysOf(broken, "session")).length, 1, "an unusable session is removed with the expired ones");
  },
  async "closed chats of the archive"(t) {
    const broken = await open();
    const { world, store } = broken;
    for (const sender of ["c1", "c2", "c3"]) {
      const chat = await openChat(world, sender);
      await world.step(chat, { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent: kim });
    }
    const isRemoval = false;
    await store.commit({}, () =>
      [1, 2, 3, 9].map((number) => ({ table: "archiveQueue", key: [number], row: { isRemoval } })),
    );
    broken.damage("actor", [chatAddress(asChatId("1"))]);
    broken.damage("message", [2, 1]);
    for (const number of [3, 9]) broken.damage("archiveQueue", [number]);
    for (const number of [1, 2]) broken.damage("chatState", ["closed", number]);
    const taken: unknown[] = [];
    const change = async ({ take, forget }: { take: readonly ArchiveDocument[]; forget: readonly number[] }) => {
      taken.push(
        take.map(({ chatNumber, texts }) => [chatNumber, texts.includes("question")]),
        forget,
      );
      return { id: "index", changes: 1, rebuiltDownTo: null };
    };
    const index = { change } as never;
    const log = { error: () => undefined } as never;
    const parts = { store, directory: world.runtime.directory, limits: defaultLimits, log };
    await takeQueue(parts, async () => index);
    t.strictSame(await keysOf(broken, "archiveQueue"), []);
    t.equal(await takeOlder(parts, index, null), 0);
    const found = [
      [2, false],
      [3, true],
    ];
    t.strictSame(taken, [found, [1, 9], found.toReversed(), [1]]);
  },
  async "steps of an actor"(t) {
    const broken = await open();
    for (const text of ["a", "b", "c"]) await broken.world.say("c1", text);
    const keys = await keysOf(broken, "history");
    broken.damage("history", keys.at(-2) ?? [0]);
    const steps = await readHistory(broken.store, chatAddress(asChatId("1")));
    t.strictSame(
      steps.map(({ cause }) => cause),
      ["request-c"],
    );
  },
  async "dead letters sent again"(t) {
    const broken = await open({ channel: { webhooks } });
    const ids = ["01A", "01B"].map((id) => asDeliveryId(`${id}00000000000000000000000`));
    await broken.store.commit({}, () =>
      ids.map((id) => ({ table: "delivery", key: ["dead", channelId, id], row: { chatId: asChatId("1") } })),
    );
    broken.damage("delivery", ["dead", channelId, ids[0] ?? asDeliveryId("")]);
    await broken.store.commit({}, () => [
      { table: "actor", key: [deliveryAddress(ids[1] ?? asDeliveryId(""))], row: {} as never },
    ]);
    broken.damage("actor", [deliveryAddress(ids[1] ?? asDeliveryId(""))]);
    const range = { channelId, fromMs: 0, toMs: 2 ** 47, after: null };
    const parts = { store: broken.store, post: broken.world.runtime.post };
    t.strictSame(await replayDeadLetters(parts, range, { nowMs: 1, cause: "test" }), {
      ok: true,
      value: { replayed: 0, next: null },
    });
  },
};

for (const [name, run] of Object.entries(jobs))
  t.test(`a damaged row does not stop the work on other rows: ${name}`, run);

/** Two closed chats without running deliveries. */
async function twoClosed(t: Test): Promise<Broken> {
  const broken = await open({ channel: { webhooks }, limits: { chatKeptDays: 1 }, filesFolder: temporaryFolder(t) });
  const { world } = broken;
  for (const sender of ["c1", "c2"]) {
    const chat = await openChat(world, sender);
    await world.reply(chat, `for ${sender}`);
    await world.attempts.at(-1)?.answer();
    await world.step(chat, { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent: kim });
    await broken.store.commit({}, () => [
      { table: "chatFile", key: [Number(chat), sender], row: {} },
      { table: "file", key: [sender], row: { ...file, chatId: chat } },
    ]);
  }
  for (let answered = 0; answered < world.reports.length; answered += 1) await world.reports[answered]?.answer();
  return broken;
}
const tables = ["actor", "message", "chatState", "webhook", "chatActor", "clientChat", "delivery", "chatFile", "file"];

t.test(
  "a damaged row of a closed chat, whichever it is, does not stop the timely removal of other chats",
  async (t) => {
    const seen = await twoClosed(t);
    const rows: (readonly [TableName, Key<TableName>])[] = [];
    for (const table of tables as readonly TableName[])
      for (const key of await keysOf(seen, table)) rows.push([table, key]);
    const ofChats = rows.filter(([, key]) => !/^(channel|agent)\//.test(String(key[0])));
    t.ok(ofChats.length > 20, `${ofChats.length} rows`);
    for (const [table, key] of ofChats) {
      const broken = await twoClosed(t);
      broken.damage(table, key);
      for (const number of [1, 2]) broken.damage("chatState", ["removing", number]);
      await later(broken, 3 * dayMs);
      // Files are removed from a disk in real time.
      while ((await keysOf(broken, "chatState")).some(([state]) => state === "removing")) await broken.world.settle();
      const left = (await keysOf(broken, "actor")).filter(([actor]) => /^chat\//.test(actor));
      const isChat = table === "actor" && /^chat\//.test(String(key[0]));
      t.strictSame(left, isChat ? [key] : [], `${table} ${key}`);
      const others = (await keysOf(broken, "message")).filter(([number]) => `chat/${number}` !== key[0]);
      t.strictSame(others, [], `${table} ${key}: messages`);
      t.strictSame(hasFailed(broken), [], `${table} ${key}`);
    }
  },
);
