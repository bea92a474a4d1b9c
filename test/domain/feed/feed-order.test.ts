import { setImmediate as nextTurn } from "node:timers/promises";
import t from "tap";
import { asChannelId, asChatId } from "../../../src/core/ids.ts";
import { encodeFeedTell, StoreOrder } from "../../../src/domain/feed/feed-order.ts";
import { watchOwnCommits } from "../../../src/domain/feed/shared-store.ts";
import type { PeerTopic } from "../../../src/ports/peers.ts";
import type { FeedEntry, Store } from "../../../src/ports/store.ts";
import { createAlonePeers } from "../../../src/store/alone-peers.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { logTo } from "../../harness/test-log.ts";
import { turns } from "./held-reads.ts";

const channelId = asChannelId("MOBILEAPP1");
const entry = (messageSeq: number): FeedEntry => ({ chatId: asChatId("1"), channelId, messageSeq });

/** Opens the order of one node. The test controls its peers and rows. Entry `n` has the cursor `n`. */
async function openOrder(inner: Store = createMemoryStore(), isElsewhere = false) {
  const clock = createManualClock();
  const handed: number[] = [];
  const sent: string[] = [];
  const lines: string[] = [];
  let hear: (text: string) => void = () => undefined;
  let gap = (): void => undefined;
  let skips = 0;
  const ownCommits = watchOwnCommits(inner, { ...createAlonePeers(), isAlone: false });
  const order = new StoreOrder({
    cursor: 0,
    store: ownCommits.store,
    peers: {
      ...createAlonePeers(),
      tell: async (_: PeerTopic, text) => void sent.push(text),
      hear: (_, listener) => {
        hear = (text) => listener(text, "other");
      },
      onGap: (listener) => {
        gap = listener;
      },
    },
    ownCommits,
    listening: { isElsewhere, note: () => undefined },
    clock,
    log: logTo((_, line) => void lines.push(line)),
    handOver: (entries, first) => {
      for (const [index, { messageSeq }] of entries.entries())
        if (messageSeq === first + index) handed.push(messageSeq);
    },
    skipped: () => {
      skips += 1;
    },
  });
  await turns(3);
  const row = (first: number, count = 1): FeedEntry[] =>
    Array.from({ length: count }, (_, index) => entry(first + index));
  return {
    ...{ order, clock, handed, told: sent, lines, ownCommits, row },
    skips: () => skips,
    tell: (first: number, count = 1) => hear(encodeFeedTell(row(first, count), first)),
    gap: () => gap(),
    store: (first: number, count = 1) =>
      inner.commit({}, () => [{ table: "feed", key: [first], row: { entries: row(first, count) } }]),
  };
}

t.test("entries that arrive in order are passed on in the same tick, without a read", async (t) => {
  const { order, handed, told: sent, tell, row, clock } = await openOrder();
  const next = clock.nextWakeAtMs();
  tell(1, 2);
  order.show(row(3), 3);
  tell(4);
  t.strictSame(handed, [1, 2, 3, 4]);
  t.strictSame(sent, [encodeFeedTell(row(3), 3)], "peers get only entries of this node");
  t.equal(clock.nextWakeAtMs(), next, "no timer is set");
});

t.test("entries are sent to the peers even if a frame cannot be made", async (t) => {
  const { order, handed, told: sent, row } = await openOrder(createMemoryStore(), true);
  const broken = { revision: 1, encode: () => JSON.stringify({ never: 1n }) };
  const whole = { revision: 4, encode: (cursor: number) => `under ${cursor}` };
  const frames = [Promise.reject(new Error("closed")), Promise.resolve(broken), Promise.resolve(whole)];
  order.show(row(1, 3), 1, (index) => frames[index]);
  t.strictSame(handed, [1, 2, 3], "shown at once on this node");
  await turns(3);
  t.strictSame(sent, [encodeFeedTell(row(1, 3), 1, [null, null, { revision: 4, text: "under 3" }])]);
});

t.test("entries after a hole wait until it is filled, and no entry is passed on twice", async (t) => {
  const { order, handed, tell, row } = await openOrder();
  tell(3, 2);
  order.show(row(2), 2);
  t.strictSame(handed, []);
  t.ok(order.holds(({ messageSeq }) => messageSeq === 3));
  let isWhole = false;
  void order.whenWhole().then(() => {
    isWhole = true;
  });
  await turns(1);
  t.notOk(isWhole);
  tell(1);
  t.strictSame(handed, [1, 2, 3, 4]);
  await turns(1);
  t.ok(isWhole);
  tell(3, 2);
  tell(1);
  t.strictSame(handed, [1, 2, 3, 4]);
});

t.test("a hole that stays is read after 50 ms", async (t) => {
  const { handed, tell, clock, store } = await openOrder();
  await store(1, 2);
  tell(3);
  clock.advance(49);
  await turns(10);
  t.strictSame(handed, []);
  clock.advance(1);
  await turns(10);
  t.strictSame(handed, [1, 2, 3]);
});

t.test("an entry that no peer reported is found within a second, or at once after a gap", async (t) => {
  const { handed, clock, store, gap } = await openOrder();
  await store(1);
  clock.advance(1_000);
  await turns(10);
  t.strictSame(handed, [1]);
  await store(2);
  gap();
  await turns(10);
  t.strictSame(handed, [1, 2]);
});

t.test("for a commit with many entries, peers receive only its cursor, and read the entries", async (t) => {
  const { handed, store, tell, row } = await openOrder();
  t.ok(encodeFeedTell(row(1, 2_000), 1).length < 20);
  await store(1, 2_000);
  tell(1, 2_000);
  await turns(10);
  t.equal(handed.length, 2_000);
});

t.test("hundreds of missed rows are read page by page", async (t) => {
  const { handed, store, order } = await openOrder();
  for (let first = 1; first <= 600; first += 1) await store(first);
  await order.look();
  t.equal(handed.length, 600);
});

t.test("a read does not show a row of this node before the commit of the row returns", async (t) => {
  const held: (() => void)[] = [];
  const inner = createMemoryStore();
  // The row is stored before its writer gets the response.
  const slow: Store = {
    ...inner,
    commit: async (needs, apply) => {
      await inner.commit(needs, apply);
      if (held.length === 0) await new Promise<void>((resolve) => void held.push(resolve));
    },
  };
  const { handed, order, ownCommits, row } = await openOrder(slow);
  const happened: string[] = [];
  void ownCommits.store
    .commit({}, () => [{ table: "feed", key: [1], row: { entries: row(1) } }])
    .then(() => {
      happened.push(`answered, shown: ${handed.length}`);
      order.show(row(1), 1);
    });
  await turns(5);
  void order.look();
  await turns(10);
  t.strictSame(handed, []);
  held[0]?.();
  await turns(10);
  t.strictSame(happened, ["answered, shown: 0"]);
  t.strictSame(handed, [1]);
});

t.test("rows that are deleted before a node reads them are skipped, and the listener is notified", async (t) => {
  const { handed, clock, store, tell, skips, lines } = await openOrder();
  await store(7);
  tell(8);
  clock.advance(50);
  await turns(10);
  t.strictSame(handed, [7, 8]);
  t.equal(skips(), 1);
  t.equal(lines.length, 1);
});

t.test("a store that cannot be read is logged once, and the read is retried", async (t) => {
  let isBroken = true;
  const inner = createMemoryStore();
  const scan: Store["scan"] = (table, range) =>
    isBroken ? Promise.reject(new Error("broken")) : inner.scan(table, range);
  const { handed, clock, lines, store } = await openOrder({ ...inner, scan });
  await store(1);
  for (let second = 0; second < 3; second += 1) {
    clock.advance(1_000);
    await turns(10);
  }
  t.equal(lines.length, 1);
  isBroken = false;
  clock.advance(1_000);
  await turns(10);
  t.strictSame(handed, [1]);
});

t.test("a node that stops shows nothing more, and resolves all waits", async (t) => {
  const { order, handed, tell, clock } = await openOrder();
  tell(2);
  const whole = order.whenWhole();
  order.stop();
  await whole;
  tell(1);
  t.strictSame(handed, []);
  t.equal(clock.nextWakeAtMs(), Number.POSITIVE_INFINITY);
  await nextTurn();
});
