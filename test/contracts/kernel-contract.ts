import type { Test } from "tap";
import { readHistory } from "../../src/actors/history/history.ts";
import type { ActorRow, Store } from "../../src/ports/store.ts";
import { quietMs } from "../actors/toy/counter.machine.ts";
import type { CounterWorld } from "../actors/toy/counter-world.ts";
import { createCounterWorld, distant, far, near, one, two } from "../actors/toy/counter-world.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import type { StoreUnderTest } from "./store-contract.ts";

interface Parts {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly world: CounterWorld;
}

/** The kernel's contract with the actors of any product, on every store. */
export function kernelContract(t: Test, { name, open }: StoreUnderTest): void {
  const test = (title: string, run: (t: Test, parts: Parts) => Promise<void>): void => {
    t.test(`${name}: a counter ${title}`, async (t) => {
      const store = await open(t);
      const clock = createManualClock();
      const world = await createCounterWorld(store, clock);
      await world.send(one, { type: "counter.began", limit: 5 });
      await run(t, { store, clock, world });
      await store.close();
    });
  };

  test("is stored and listed, and tells others, in one commit; it answers once", async (t, { world, store }) => {
    await world.send(two, { type: "counter.began", limit: 5 });
    const outcome = await world.raise(one, 5, { partner: { to: two } });
    t.match(outcome, { ok: true, state: "full", context: { count: 5 }, result: "counted 5", answer: 5 });
    t.equal(await world.fact("count/counter/one"), "5");
    t.equal(await world.fact("count/counter/two"), "5", "a counter under the same lock is notified in the same commit");
    t.equal(await world.fact("full/counter/one"), "counter/one");
    t.same(world.bells, ["counter/one at 5", "counter/two at 5"]);
    t.equal((await store.read("actor", [one]))?.version, 2);
    const repeat = { type: "counter.raised", nowMs: 0, by: 1 } as const;
    await world.send(distant, { type: "counter.began", limit: 5 });
    t.match(await world.send(distant, repeat, "k"), { answer: 1, isRepeat: false });
    t.match(await world.send(distant, repeat, "k"), { answer: 1, isRepeat: true });
    t.equal(await world.fact("count/counter/distant"), "1");
  });

  test("that refuses undoes the steps of other counters for its event", async (t, { world }) => {
    await world.raise(one, 5);
    await world.send(two, { type: "counter.began", limit: 9 });
    const refused = await world.raise(two, 1, { partner: { to: one } });
    t.match(refused, { ok: false, failure: { code: "conflict", message: "The counter is full." } });
    t.equal(await world.fact("count/counter/two"), undefined);
    t.match(await world.raise(two, 2), { ok: true, context: { count: 2 } });
  });

  test("keeps its deadline through a crash, and its bell rings once", async (t, { world, clock }) => {
    await world.raise(one, 5);
    const next = await world.crash();
    clock.advance(quietMs - 1);
    await next.settle();
    t.equal(await next.fact("full/counter/one"), "counter/one");
    clock.advance(1);
    await next.settle();
    t.equal(await next.fact("count/counter/one"), "0");
    t.equal(await next.fact("full/counter/one"), undefined);
    t.same([...world.bells, ...next.bells], ["counter/one at 5"]);
  });

  test("is told by a counter whose process crashed before the tell was carried out", async (t, { world, store }) => {
    await world.send(distant, { type: "counter.began", limit: 9 });
    // Stored by a process that was killed before it carried out the tell.
    const event = JSON.stringify({ type: "counter.raised", nowMs: 0, by: 4 });
    const row = { id: "T1", to: distant, conversation: far, event, from: one };
    await store.commit({}, () => [{ table: "tell", key: [row.id], row }]);
    const next = await world.crash();
    t.equal(await next.fact("count/counter/distant"), "4");
    t.equal(await store.read("tell", [row.id]), undefined, "the row is deleted with the turn");
    const outcome = await next.raise(one, 1, { partner: { to: distant, conversation: far } });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    await next.system.executor.whenCarriedOut(outcome.tellIds);
    t.equal(await next.fact("count/counter/distant"), "5");
  });

  test("continues from its stored state after a defect, and is parked after three in a row", async (t, { world }) => {
    await world.raise(one, 1);
    t.match(await world.send(one, { type: "counter.broken" }), { ok: false, canRetry: true });
    t.match(await world.raise(one, 1), { ok: true, context: { count: 2 } });
    for (let time = 0; time < 3; time += 1) await world.send(one, { type: "counter.broken" });
    t.match(world.system.defects.parked(), [{ name: "counter/one" }]);
    t.match(await world.raise(one, 1), { ok: false, canRetry: false });
    const next = await world.crash();
    t.match(await next.raise(one, 1), { ok: true, context: { count: 3 } }, "until the process starts again");
  });

  test("that is evicted is reloaded unchanged", async (t, { world }) => {
    await world.raise(one, 3);
    await world.send(distant, { type: "counter.began", limit: 9 });
    await world.raise(distant, 1);
    t.equal(world.system.registry.counts().conversations, 1, "there is memory for one conversation");
    t.match(await world.raise(one, 1), { ok: true, context: { count: 4 } });
  });

  test("of an older version is read by its migration", async (t, { world, store }) => {
    const old: ActorRow = {
      ...{ actor: two, conversation: near, machine: "counter", version: 1, revision: 7, deadlines: [] },
      ...{ state: "counting", context: new TextEncoder().encode("8") },
    };
    await store.commit({}, () => [{ table: "actor", key: [two], row: old }]);
    t.match(await world.raise(two, 1), { ok: true, state: "counting", context: { count: 9, limit: 10 } });
    t.match(await store.read("actor", [two]), {
      version: 2,
      revision: 8,
      context: new TextEncoder().encode("9 of 10"),
    });
  });

  test("has a history of its events and effects", async (t, { world, store, clock }) => {
    await world.raise(one, 5);
    clock.advance(quietMs);
    await world.settle();
    t.match(
      (await readHistory(store, one)).map(({ event, before, after, effects }) => ({ event, before, after, effects })),
      [
        { event: { type: "counter.began", limit: 5 }, before: null, after: "counting", effects: [] },
        {
          event: { type: "counter.raised", by: 5 },
          before: "counting",
          after: "full",
          effects: [
            { type: "effect.count.store", count: 5 },
            { type: "effect.deadline.set", id: "quiet" },
            { type: "effect.bell.ring", count: 5 },
          ],
        },
        { event: { type: "deadline.reached", id: "quiet" }, before: "full", after: "counting" },
      ],
    );
  });
}
