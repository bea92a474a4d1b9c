import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import type { Archive } from "../../src/archive/archive.ts";
import { createArchive } from "../../src/archive/archive.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { systemClock } from "../../src/core/clock.ts";
import { asActorKey } from "../../src/core/ids.ts";
import { Directory } from "../../src/domain/directory.ts";
import type { ArchiveIndex } from "../../src/ports/archive-index.ts";
import type { Peers } from "../../src/ports/peers.ts";
import type { Store } from "../../src/ports/store.ts";
import { createAlonePeers } from "../../src/store/alone-peers.ts";
import { until } from "../edge/edge-world.ts";
import { createMemoryHub } from "../harness/memory-store/memory-peers.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { closedChat } from "./archive-world.ts";
import { startPostgresWorld } from "./postgres-world.ts";

const world = await startPostgresWorld(t);
const log = pino({ level: "silent" });

const close = (store: Store, chatNumber: number, text: string, revision = 1): Promise<void> =>
  store.commit({}, () => closedChat(chatNumber, text, revision));

const remove = (store: Store, chatNumber: number): Promise<void> =>
  store.commit({}, () => [
    { table: "actor", key: [asActorKey(`chat/${chatNumber}`)], row: null },
    { table: "chatState", key: ["closed", chatNumber], row: null },
    { table: "archiveQueue", key: [chatNumber], row: { isRemoval: true } },
  ]);

function startArchive(t: Test, store: Store, peers: Peers, index: ArchiveIndex = world.index(t)): Archive {
  const parts = { store, peers, index, directory: new Directory(), clock: systemClock, log };
  const archive = createArchive({ ...parts, limits: { ...defaultLimits, archiveWaitMs: 20_000 } });
  archive.start();
  t.teardown(() => archive.stop());
  return archive;
}

async function find(archive: Archive, text: string): Promise<{ ids: number[]; isComplete: boolean }> {
  const any = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, channelIds: null, agentId: null, after: null };
  const page = await archive.search({ text, ...any });
  if (!page.ok) throw new Error(page.failure.message);
  const { chats, isComplete } = page.value;
  return { ids: chats.map(({ context }) => Number(context.id)), isComplete };
}

t.test("a chat that one process closes is found by another at once; nobody finds a deleted chat", async (t) => {
  await world.reset();
  const store = createMemoryStore();
  const hub = createMemoryHub({ clock: systemClock, log });
  const all = [
    startArchive(t, store, hub.join()),
    startArchive(t, store, hub.join()),
    startArchive(t, store, hub.join()),
  ];
  const pick = (round: number): Archive => all[round % all.length] ?? startArchive(t, store, hub.join());
  t.strictSame(await find(pick(0), ""), { ids: [], isComplete: true });
  await close(store, 100, "the index begins");
  while (!(await find(pick(0), "")).isComplete);
  let expected: number[] = [];
  for (let round = 1; round <= 12; round += 1) {
    await close(store, round, `parcel no${round}`);
    expected.unshift(round);
    if (round % 5 === 0) {
      await remove(store, round - 2);
      expected = expected.filter((number) => number !== round - 2);
    }
    const [found, alone] = await Promise.all([find(pick(round), "parcel"), find(pick(round + 1), `no${round} `)]);
    t.strictSame(found, { ids: expected, isComplete: true });
    t.strictSame(alone.ids, [round]);
  }
  t.strictSame(await store.scan("archiveQueue", { limit: 9 }), []);
});

t.test(
  "a process that was frozen between reading and indexing a chat does not overwrite a newer version",
  async (t) => {
    await world.reset();
    const store = createMemoryStore();
    // Every process gets the lease, because a frozen process believes that it still has the lease.
    const peers: Peers = { ...createAlonePeers(), isAlone: false };
    const inner = world.index(t);
    let thaw = (): void => undefined;
    let isFrozen = false;
    const frozen: ArchiveIndex = {
      isBegun: () => inner.isBegun(),
      open: () => inner.open(),
      search: (question) => inner.search(question),
      replace: () => inner.replace(),
      close: () => inner.close(),
      async change(change) {
        if (change.take.length > 0 && !isFrozen) {
          isFrozen = true;
          await new Promise<void>((resolve) => {
            thaw = resolve;
          });
        }
        return inner.change(change);
      },
    };
    const other = startArchive(t, store, peers);
    await find(other, "");
    await close(store, 1, "lion");
    const one = startArchive(t, store, peers, frozen);
    await until(() => isFrozen);
    await close(store, 1, "elephant", 2);
    t.strictSame((await find(other, "elephant")).ids, [1]);
    thaw();
    t.strictSame((await find(one, "elephant")).ids, [1]);
    t.strictSame((await find(one, "lion")).ids, []);
    t.strictSame((await find(other, "lion")).ids, []);
    t.strictSame(await store.scan("archiveQueue", { limit: 9 }), []);
  },
);

t.test("one process builds a missing index again, and no process reports it as complete before", async (t) => {
  await world.reset();
  const store = createMemoryStore();
  for (let number = 1; number <= 120; number += 1) await close(store, number, "parcel");
  const hub = createMemoryHub({ clock: systemClock, log });
  const first = startArchive(t, store, hub.join());
  while (!(await find(first, "parcel")).isComplete);
  await first.stop();
  await world.reset();
  const archives = [startArchive(t, store, hub.join()), startArchive(t, store, hub.join())];
  for (const archive of archives) {
    let page = await find(archive, "no1x");
    while (!page.isComplete) page = await find(archive, "no1x");
    t.equal((await find(archive, "parcel")).ids.length, defaultLimits.pageRowsMax);
    t.strictSame((await find(archive, "parcel")).ids[0], 120);
  }
  const { rows } = await world.pool.query(
    "SELECT count(*)::int, (SELECT rebuilt_down_to FROM parley.archive_state) AS down FROM parley.archive_text",
  );
  t.match(rows, [{ count: 120, down: "0" }]);
});
