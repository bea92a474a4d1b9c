import t from "tap";
import { rowCodecs, TextWriter } from "../../src/codec/proto/rows.ts";
import { asConversationKey } from "../../src/core/ids.ts";
import type { Key, Row, Store, TableName, Write } from "../../src/ports/store.ts";
import { StoreError } from "../../src/ports/store-errors.ts";
import { asPendingErasure, isErasureKey } from "../../src/store/erasure-rows.ts";
import { decodeKey, encodeKey } from "../../src/store/keys.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";
import { startTwoServices } from "../harness/two-services.ts";
import { asAda } from "../webhooks/dead-letters.ts";
import { actAs, clientPath, erase, exportOf, markedClient, rowsIn, rowsWith, untilErased } from "./marked-client.ts";

const zoe = markedClient("zoemarker");

/** Returns all rows of a store, in the form that another store accepts. */
async function copyOf(store: Store, more: readonly Write[] = []): Promise<Store> {
  const copy = createMemoryStore();
  const writes: Write[] = [];
  for (const table of Object.keys(rowCodecs) as TableName[])
    for (const { key, row } of await store.scan(table, { limit: 1_000_000 })) writes.push({ table, key, row } as Write);
  await copy.commit({}, () => [...writes, ...more]);
  return copy;
}

const channels = { MOBILEAPP1: { webhooks } };

t.test("a kill between any two commits of an erasure loses nothing: the next process continues", async (t) => {
  const first = await startService(t, { channels });
  await actAs(first, zoe);
  const before = await copyOf(first.store);
  await first.stop();
  let commits = 1;
  for (let isCut = true; isCut; commits *= 2) {
    const store = await copyOf(before);
    const cut = cutBehind(store, commits);
    const killed = await startService(t, { channels, store: cut.store });
    const token = await killed.logIn("ada");
    // The archive's own commits come first.
    await killed.settle();
    cut.begin();
    const answered = killed.call("DELETE", clientPath(zoe), { token });
    await until(() => cut.isCut() || killed.logLines.some(({ msg }) => msg === erased), killed);
    isCut = cut.isCut();
    await killed.stop();
    await answered.catch(() => null);
    const next = await startService(t, { channels, store });
    t.strictSame(
      besideErasures(await rowsIn(store)),
      [],
      `after ${commits} commits, the start of the next process erases the client`,
    );
    await until(async () => (await store.scan("erasure", { prefix: ["pending"], limit: 1 })).length === 0, next);
    t.strictSame(rowsWith(await rowsIn(store), zoe.words), [], `after ${commits} commits, the erasure is complete`);
    await next.stop();
  }
  t.ok(commits > 16, `it took ${commits} commits`);
});

const erased = "the data of a client were erased";
const besideErasures = (rows: ReadonlyMap<string, Buffer>): readonly string[] =>
  rowsWith(rows, zoe.words).filter((name) => !name.startsWith("erasure"));

/** Moves the time until the condition is true. */
async function until(isSo: () => boolean | Promise<boolean>, service: Service): Promise<void> {
  for (let round = 1; !(await isSo()); round += 1) {
    await service.settle();
    if (round % 20 === 0) service.clock.advance(500);
  }
}

/** A store whose disk accepts this number of commits of the erasure and refuses all later ones. */
function cutBehind(store: Store, commits: number) {
  let left = Number.POSITIVE_INFINITY;
  const cut: Store = {
    ...store,
    close: async () => undefined,
    commit: (needs, apply) =>
      store.commit(needs, (rows) => {
        const writes = apply(rows);
        if (left <= 0) throw new StoreError("The disk is gone");
        left -= 1;
        return writes;
      }),
  };
  return {
    store: cut,
    begin(): void {
      left = commits;
    },
    isCut: () => left <= 0,
  };
}

t.test("a store that was restored from an older copy is erased again, and later clients stay", async (t) => {
  const first = await startService(t, { channels });
  await actAs(first, zoe);
  const older = await copyOf(first.store);
  await erase(first, zoe);
  await untilErased(first);
  await first.say({ id: zoe.senderId, name: `${zoe.word} again` }, `${zoe.word} is back`);
  const newer = await copyOf(first.store);
  await first.stop();
  const erasures: Write[] = [];
  for (const { key, row } of await newer.scan("erasure", { limit: 10 })) erasures.push(pendingAgain(key, row));
  t.strictSame(
    erasures.map(({ key }) => key),
    [["pending", 1]],
  );

  const restored = await copyOf(older, erasures);
  const second = await startService(t, { channels, store: restored });
  t.strictSame(besideErasures(await rowsIn(restored)), [], "the client is erased before the service serves");
  t.equal((await asAda(second, "GET", clientPath(zoe))).status, 404);
  await untilErased(second);
  t.strictSame(rowsWith(await rowsIn(restored), zoe.words), []);
  await second.stop();

  const twice = await copyOf(newer, erasures);
  const third = await startService(t, { channels, store: twice });
  await untilErased(third);
  const { client } = await exportOf(third, zoe);
  t.match(client, { number: 2, name: `${zoe.word} again` });
});

/** Makes an erasure pending again from the bytes of its row, as an operator does after restoring a copy. */
function pendingAgain(key: Key<"erasure">, row: Row<"erasure">): Write {
  const writer = new TextWriter();
  rowCodecs.erasure.encode(row, writer);
  const bytes = encodeKey("erasure", key);
  if (!isErasureKey(bytes) || isErasureKey(encodeKey("client", [asConversationKey("client/a/b")])))
    throw new Error("keys");
  const pending = asPendingErasure({ key: bytes, row: writer.finish() });
  return { table: "erasure", key: decodeKey("erasure", pending.key), row: rowCodecs.erasure.decode(pending.row) };
}

t.test("one of several nodes erases and the others know it: a client who writes at another node is new", async (t) => {
  const { nodes, passDuring, settle, pass } = await startTwoServices(t, { channels });
  const [one, two] = nodes;
  await one.say(zoe.senderId, `${zoe.word} asks`);
  await two.say(zoe.senderId, `${zoe.word} asks once more`);
  await settle();
  const token = await one.logIn("ada");
  const { body } = await passDuring(one.call("DELETE", clientPath(zoe), { token }));
  t.match(body, { erasure: { clientNumber: 1 } });
  await two.say(zoe.senderId, "Hello");
  await settle();
  const found = await exportOf(two, zoe);
  const texts = found.entries.flatMap((entry) => (entry.type === "message" ? entry.message.text : []));
  t.strictSame([found.client.number !== 1, texts], [true, ["Hello"]]);
  for (let round = 0; round < 2_000 && (await two.store.read("erasure", ["done", 1])) === undefined; round += 1)
    await pass(1_000);
  t.strictSame(
    (await two.store.scan("erasure", { limit: 9 })).map(({ key }) => key),
    [["done", 1]],
  );
  t.strictSame((await exportOf(one, zoe)).client, found.client, "a later client remains");
  const ofLater = await two.store.scan("archiveQueue", { limit: 9 });
  t.strictSame(ofLater, [], "the later client is not removed from the archive");
});
