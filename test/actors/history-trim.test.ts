import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import { readCommits, readHistory, trimHistory } from "../../src/actors/history/history.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { asChatId } from "../../src/core/ids.ts";
import type { Store } from "../../src/ports/store.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { openSmall, quickFolder } from "../store/lmdb-fixture.ts";
import type { World } from "./world.ts";
import { createWorld } from "./world.ts";

const chat = chatAddress(asChatId("1"));
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const causes = async ({ store }: Pick<World, "store">): Promise<readonly string[]> =>
  (await readHistory(store, chat)).map(({ cause }) => cause);
const keysOf = async (store: Store): Promise<readonly number[]> =>
  (await store.scan("history", { limit: 10_000 })).map(({ key }) => key[0]);

t.test(
  "steps older than 7 days are deleted, the newest row stays, and an actor's history begins after the deleted ones",
  async (t) => {
    const world = await createWorld();
    await world.say("c1", "old");
    world.clock.advance(4 * dayMs);
    await world.settle();
    for (const text of ["a", "b"]) await world.say("c1", text);
    t.strictSame(await causes(world), ["request-old", "request-a", "request-b"]);
    world.clock.advance(4 * dayMs);
    await world.settle();
    t.strictSame(await causes(world), ["request-a", "request-b"]);
    const newest = (await keysOf(world.store)).at(-1);
    world.clock.advance(8 * dayMs);
    await world.settle();
    t.strictSame(await causes(world), ["request-b"]);
    t.strictSame(await keysOf(world.store), [newest]);
    const again = await world.restart();
    await again.say("c1", "c");
    t.strictSame(await causes(again), ["request-b", "request-c"], "the numbers continue after the one that stayed");
    again.clock.advance(minuteMs);
    await again.settle();
    t.strictSame(await causes(again), ["request-c"]);
  },
);

t.test("if there are too many steps, the oldest ones of all actors are deleted", async (t) => {
  const world = await createWorld({ limits: { historyStepsKept: 20 } });
  await world.say("c1", "first");
  for (let number = 0; number < 15; number += 1) {
    await Promise.all([world.say("c2", `${number}`), world.say("c3", `${number}`)]);
  }
  t.strictSame(await causes(world), ["request-first"]);
  world.clock.advance(minuteMs);
  await world.settle();
  t.strictSame(await causes(world), [], "an actor whose steps were all deleted has no steps");
  const keys = await keysOf(world.store);
  t.equal((keys.at(-1) ?? 0) - (keys[0] ?? 0), 20, "two steps a row");
  await world.say("c1", "second");
  t.strictSame(await causes(world), ["request-second"]);
});

t.test("steps that are deleted during a read are missing only at the beginning", async (t) => {
  const world = await createWorld();
  for (const text of ["a", "b", "c", "d"]) await world.say("c1", text);
  const { store } = world;
  const all = await keysOf(store);
  let reads = 0;
  /** After the read of the newest row the oldest two are deleted. */
  const trimmed: Store = {
    ...store,
    async read(table, key) {
      const row = await store.read(table, key);
      reads += table === "history" ? 1 : 0;
      if (reads === 1) {
        const old = all.filter((number) => number < Number(key[0])).slice(0, -1);
        await store.commit({}, () => old.map((number) => ({ table: "history", key: [number], row: null })));
      }
      return row;
    },
  };
  t.strictSame(await causes({ store: trimmed }), ["request-c", "request-d"]);
  const row = await store.read("actor", [chat]);
  await world.say("c1", "e");
  const commits = await readCommits(store, { actor: chat, historyAt: row?.historyAt ?? 0 });
  t.strictSame(
    commits.flatMap(({ steps }) => steps.map(({ cause }) => cause)),
    ["request-c", "request-d"],
    "from a row that was read before nothing newer than the row",
  );
});

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  "in memory": async () => createMemoryStore(),
  "on the disk": async () => openSmall(quickFolder(t), { segmentBytes: 1_000_000 }),
};
for (const [name, openStore] of Object.entries(stores)) {
  t.test(`rows ${name} are deleted in pages, and the deletion ends when the service stops`, async (t) => {
    const store = await openStore();
    const clock = createManualClock();
    const rows = Array.from({ length: 450 }, (_, index) => 3 * index + 1);
    await store.commit({}, () =>
      rows.map((key) => ({ table: "history", key: [key], row: { atMs: clock.nowMs(), packed: "" } })),
    );
    clock.advance(8 * dayMs);
    let looks = 0;
    const parts = { store, clock, limits: defaultLimits };
    await trimHistory(parts, () => {
      looks += 1;
      return looks > 2;
    });
    const left = await keysOf(store);
    t.ok(left.length < 450 && left.length > 200, `after two pages ${left.length} are left`);
    t.strictSame(left, rows.slice(-left.length), "the oldest went");
    await trimHistory(parts, () => false);
    t.strictSame(await keysOf(store), rows.slice(-1));
    await trimHistory(parts, () => false);
    t.strictSame(await keysOf(store), rows.slice(-1));
    await store.close();
  });
}

t.test("nothing is deleted in a store without steps", async (t) => {
  const store = createMemoryStore();
  await trimHistory({ store, clock: createManualClock(), limits: defaultLimits }, () => false);
  t.strictSame(await keysOf(store), []);
});
