import t from "tap";
import { createFreshRows } from "../../src/core/rows/fresh-rows.ts";
import { openPictureKey } from "../../src/domain/feed/visitor-pictures.ts";
import { noRowNews } from "../../src/ports/row-news.ts";
import { StoreError } from "../../src/ports/store-errors.ts";
import { createAlonePeers } from "../../src/store/alone-peers.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { startTwoServices } from "../harness/two-services.ts";

t.test("rows that could not be read are read again a second later", async (t) => {
  const clock = createManualClock();
  const store = createMemoryStore();
  let isAway = true;
  const durable: typeof store.durable = {
    read: async (table, key) => {
      if (isAway) throw new StoreError("The database is away");
      return store.durable.read(table, key);
    },
  };
  const taken: (string | undefined)[] = [];
  const freshRows = createFreshRows({
    store: { durable, scan: (table, range) => store.scan(table, range) },
    peers: { ...createAlonePeers(), isAlone: false },
    rowNews: noRowNews,
    clock,
  });
  const fresh = freshRows.keep("fact", {
    take: (_, row) => void taken.push(row?.text),
    takeAll: () => undefined,
  });
  await store.commit({}, () => [{ table: "fact", key: ["a"], row: { text: "one" } }]);
  await fresh.changed([["a"]]);
  t.strictSame(taken, [], "the writer continues");
  isAway = false;
  clock.advance(1_000);
  await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(taken, ["one"]);
});

t.test("nodes that start on one store sign pictures with the same key", async (t) => {
  const { nodes } = await startTwoServices(t);
  const keys = await Promise.all(nodes.map(({ app }) => openPictureKey(app.store)));
  t.equal(keys[0], keys[1]);
});

t.test("a canned reply with a shortcut that the other node has already used is refused", async (t) => {
  const { nodes, clock } = await startTwoServices(t);
  const tokens = await Promise.all(nodes.map((node) => node.logIn("kim")));
  const body = { shortcut: "hi", text: "Hello", shared: false };
  const both = Promise.all(
    nodes.map((node, index) => node.call("POST", "/api/canned-replies", { token: tokens[index] ?? "", body })),
  );
  let isDone = false;
  void both.then(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    clock.advance(25);
  }
  t.strictSame((await both).map(({ status }) => status).sort(), [201, 409]);
});
