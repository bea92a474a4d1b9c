import fc from "fast-check";
import t from "tap";
import type { Store } from "../../src/ports/store.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createSharedMemory } from "../harness/memory-store/shared-memory.ts";
import { quietMs } from "./toy/counter.machine.ts";
import type { CounterWorld } from "./toy/counter-world.ts";
import { createCounterWorld, distant, far, one, two } from "./toy/counter-world.ts";

interface Nodes {
  readonly clock: ManualClock;
  readonly nodes: readonly [CounterWorld, CounterWorld];
  readonly stores: readonly [Store, Store];
  /** Kills the node; the other node continues. */
  lose(index: 0 | 1): void;
}

/** Opens two kernels that both write the same rows. */
async function openNodes(): Promise<Nodes> {
  const clock = createManualClock();
  const shared = createSharedMemory();
  const living = new Set(["a", "b"]);
  const open = (id: string) => shared.open({ id, living: () => [...living] }, () => clock.nowMs());
  const [a, b] = [open("a"), open("b")];
  const nodes = [
    await createCounterWorld(a.store, clock, a.leftWork),
    await createCounterWorld(b.store, clock, b.leftWork),
  ] as const;
  return {
    ...{ clock, nodes, stores: [a.store, b.store] },
    lose(index) {
      living.delete(index === 0 ? "a" : "b");
      nodes[index].system.stopDeadlines();
    },
  };
}

t.test("tells of both nodes to one actor add up, whichever node carries them out", async (t) => {
  const moves = fc.array(fc.record({ node: fc.nat(1), by: fc.integer({ min: 1, max: 9 }), waits: fc.boolean() }), {
    minLength: 1,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(moves, async (taken) => {
      const { nodes, stores } = await openNodes();
      await nodes[0].send(one, { type: "counter.began", limit: 1_000 });
      const running: Promise<unknown>[] = [];
      for (const { node, by, waits } of taken) {
        running.push(nodes[node === 0 ? 0 : 1].raise(one, by));
        if (waits) await running.at(-1);
      }
      const outcomes = await Promise.all(running);
      if (outcomes.some((outcome) => !Object(outcome).ok)) return false;
      const sum = taken.reduce((count, { by }) => count + by, 0);
      return (await stores[1].read("fact", ["count/counter/one"]))?.text === String(sum);
    }),
    { numRuns: 60 },
  );
  t.pass();
});

t.test("a node's actor in memory is dropped when another node has changed it", async (t) => {
  const { nodes } = await openNodes();
  const [a, b] = nodes;
  await a.send(one, { type: "counter.began", limit: 100 });
  await a.raise(one, 1);
  await b.raise(one, 2);
  t.match(await a.raise(one, 3), { context: { count: 6 } });
  t.match(await b.raise(one, 4), { context: { count: 10 } });
});

t.test("an actor that is at rest, or that another actor tells, is found in a second attempt", async (t) => {
  const { nodes } = await openNodes();
  const [a, b] = nodes;
  await a.send(one, { type: "counter.began", limit: 100 });
  // This counter has not counted yet. It is at rest, so no commit loads it unless the commit names it.
  await a.send(two, { type: "counter.began", limit: 100 });
  t.match(await b.raise(one, 5, { partner: { to: two } }), { ok: true, context: { count: 5 } });
  t.equal(await b.fact("count/counter/two"), "5");
  t.same(b.lines, [], "that is no defect");
});

t.test("events that arrive while a commit returns other events do not overtake those events", async (t) => {
  const clock = createManualClock();
  const shared = createSharedMemory();
  const { store, leftWork } = shared.open({ id: "a", living: () => ["a"] }, () => clock.nowMs());
  /** Commits wait for their turn, as they would for a running transaction. */
  let last: Promise<unknown> = Promise.resolve();
  const commit: Store["commit"] = (needs, apply) => {
    const own = last.then(async () => {
      for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
      return store.commit(needs, apply);
    });
    last = own.catch(() => undefined);
    return own;
  };
  const a = await createCounterWorld({ ...store, commit }, clock, leftWork);
  await a.send(one, { type: "counter.began", limit: 1_000 });
  await a.send(two, { type: "counter.began", limit: 1_000 });
  // The partner is at rest, so the first commit does not have its row.
  const first = a.raise(one, 1, { partner: { to: two } });
  await new Promise(setImmediate);
  const second = a.raise(one, 10, { partner: { to: two } });
  t.match(await first, { ok: true, context: { count: 1 } });
  t.match(await second, { ok: true, context: { count: 11 } });
  t.same(a.lines, [], "there was no defect");
});

t.test("a deadline of a lost node fires on the other node, once and not early", async (t) => {
  const { nodes, clock, lose } = await openNodes();
  const [a, b] = nodes;
  await a.send(one, { type: "counter.began", limit: 5 });
  await a.raise(one, 5);
  lose(0);
  clock.advance(quietMs - 1);
  await b.settle();
  t.equal(await b.fact("full/counter/one"), "counter/one", "not before its time");
  for (let passed = 0; passed < 1_000; passed += 250) {
    clock.advance(250);
    await b.settle();
  }
  t.equal(await b.fact("full/counter/one"), undefined);
  t.match(await b.raise(one, 1), { context: { count: 1 } });
});

t.test("a deadline that both nodes fire counts once", async (t) => {
  const { nodes, clock } = await openNodes();
  const [a, b] = nodes;
  await a.send(one, { type: "counter.began", limit: 5 });
  await a.raise(one, 1);
  // Both deadlines are late: the node that stored it fires it, and the other node claims it.
  clock.advance(quietMs + 1_000);
  await Promise.all([a.settle(), b.settle()]);
  t.equal(await b.fact("count/counter/one"), "0");
  t.match(await b.raise(one, 2), { context: { count: 2 } });
  await Promise.all([a.settle(), b.settle()]);
  t.match(await a.raise(one, 2), { context: { count: 4 } });
});

t.test(
  "tells that two nodes stored for one actor are carried out in the order of their storing, each once",
  async (t) => {
    const { nodes, stores } = await openNodes();
    const [a, b] = nodes;
    await a.send(one, { type: "counter.began", limit: 1_000 });
    await a.send(distant, { type: "counter.began", limit: 1_000 });
    const partner = { to: distant, conversation: far };
    for (let round = 1; round <= 20; round += 1) await (round % 2 === 0 ? a : b).raise(one, round, { partner });
    await Promise.all([a.settle(), b.settle()]);
    const sum = (20 * 21) / 2;
    t.equal(await a.fact("count/counter/distant"), String(sum));
    t.same(await stores[0].scan("tell", { limit: 10 }), []);
  },
);

t.test("a tell of a lost node is carried out by the other node", async (t) => {
  const { nodes, clock, lose, stores } = await openNodes();
  const [, b] = nodes;
  await b.send(distant, { type: "counter.began", limit: 1_000 });
  const sent = { type: "counter.raised", nowMs: clock.nowMs(), by: 7 };
  const row = { id: "01TELL", to: distant, conversation: far, event: JSON.stringify(sent), from: one };
  // The row is stored as the first node would store it with a step; then that node is lost.
  await stores[0].commit({}, () => [{ table: "tell", key: [row.id], row }]);
  lose(0);
  clock.advance(300);
  await b.settle();
  t.equal(await b.fact("count/counter/distant"), "7");
  t.same(await stores[1].scan("tell", { limit: 10 }), []);
});
