import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import { systemClock } from "../../src/core/clock.ts";
import { asChannelId, asChatId } from "../../src/core/ids.ts";
import { StoreOrder } from "../../src/domain/feed/feed-order.ts";
import { watchOwnCommits } from "../../src/domain/feed/shared-store.ts";
import type { FeedEntry } from "../../src/ports/store.ts";
import { createPostgresPeers } from "../../src/store/postgres/peers/postgres-peers.ts";
import type { Databases } from "../store/postgres/postgres-fixture.ts";
import { openOn, startDatabases } from "../store/postgres/postgres-fixture.ts";
import { createRandom, seedOfRun } from "../system/harness/random.ts";

const channelId = asChannelId("MOBILEAPP1");
const log = pino({ level: "silent" });
const commitsOfNode = 120;
/** The ids in a commit encode the node that made the commit, and the number of the commit on that node. */
const nodesMax = 10;

/** Opens the feed order of one node over a real store and real peers. */
async function openNode(t: Test, url: string, index: number) {
  const { store, database } = await openOn(url, `node-${index}`);
  const peers = createPostgresPeers({ database, log, clock: systemClock });
  await peers.start();
  const shown: { readonly cursor: number; readonly seq: number }[] = [];
  const ownCommits = watchOwnCommits(store, peers);
  const order = new StoreOrder({
    ...{
      cursor: 0,
      store,
      peers,
      ownCommits,
      listening: { isElsewhere: false, note: () => undefined },
      clock: systemClock,
      log,
    },
    handOver: (entries, first) => {
      for (const [place, { messageSeq }] of entries.entries()) shown.push({ cursor: first + place, seq: messageSeq });
    },
    skipped: () => t.fail("no row is missing"),
  });
  let last = 0;
  t.teardown(async () => {
    order.stop();
    await peers.stop();
    await store.close();
  });
  return {
    shown,
    async commit(count: number): Promise<void> {
      const entries = Array.from({ length: count }, (): FeedEntry => {
        last += 1;
        return { chatId: asChatId("1"), channelId, messageSeq: last * nodesMax + index };
      });
      let cursor = 0;
      const numbered = (first: number): void => {
        cursor = first;
      };
      await ownCommits.store.commit({ numbered }, () => [{ table: "feed", key: [0], row: { entries } }]);
      order.show(entries, cursor);
    },
  };
}

/** Cuts all connections that listen for other nodes. */
const cutAll = ({ query }: Databases, url: string) =>
  query(
    url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()",
  );

t.test(
  "three nodes on one PostgreSQL show the same events under the same cursors, without a gap, also after lost connections",
  async (t) => {
    const databases = await startDatabases(t);
    const url = await databases.create();
    const random = createRandom(seedOfRun());
    const nodes = await Promise.all([1, 2, 3].map((index) => openNode(t, url, index)));
    const writers = nodes.map(async ({ commit }) => {
      const running: Promise<void>[] = [];
      for (let done = 0; done < commitsOfNode; done += 1) {
        running.push(commit(random() < 0.03 ? 600 : 1 + Math.floor(random() * 3)));
        if (random() < 0.3) await Promise.all(running.splice(0));
      }
      await Promise.all(running);
    });
    const cuts = pause(100).then(() => cutAll(databases, url));
    await Promise.all([...writers, cuts]);
    const rows = await databases.query(url, "SELECT count(*) AS rows FROM parley.feed");
    t.equal(Number(rows[0]?.["rows"]), nodes.length * commitsOfNode);
    const whole = (): boolean => new Set(nodes.map(({ shown }) => shown.length)).size === 1;
    for (let round = 0; round < 3_000 && (round < 30 || !whole()); round += 1) await pause(20);
    for (const { shown } of nodes) {
      t.equal(JSON.stringify(shown), JSON.stringify(nodes[0]?.shown), "all nodes show the same events");
      t.ok(
        shown.every(({ cursor }, index) => cursor === index + 1),
        "in order and without a gap",
      );
      for (const [place] of nodes.entries()) {
        const own = shown.map(({ seq }) => seq).filter((seq) => seq % nodesMax === place + 1);
        t.ok(
          own.every((seq, index) => seq === (index + 1) * nodesMax + place + 1),
          "the commits of one node are in its order",
        );
      }
    }
  },
);
