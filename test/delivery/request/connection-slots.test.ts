import t from "tap";
import { ConnectionSlots } from "../../../src/delivery/request/endpoint-pools.ts";

const gone = new Error("gone");
const late = new Error("late");

/** The results of waits so far, by name. */
function watched(slots: ConnectionSlots) {
  const ends: string[] = [];
  const wait = (name: string) => {
    const waiting = slots.wait();
    void waiting.ended.then((reason) => ends.push(`${name}: ${reason?.message ?? "connected"}`));
    return waiting;
  };
  const settled = async (): Promise<readonly string[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return ends.splice(0);
  };
  return { wait, settled };
}

t.test("the newest wait is served next, and at most one per connection at once", async (t) => {
  const slots = new ConnectionSlots(2);
  t.same([slots.tryTake(), slots.tryTake(), slots.tryTake()], [true, true, false]);
  const { wait, settled } = watched(slots);
  for (const name of ["a", "b", "c"]) wait(name);
  t.same(await settled(), []);
  slots.giveBack();
  t.same(await settled(), ["c: connected"]);
  slots.giveBack();
  slots.giveBack();
  t.same(await settled(), ["b: connected", "a: connected"]);
  slots.giveBack();
  t.same([slots.tryTake(), slots.tryTake()], [true, false], "one connection is still in use");
});

t.test("a wait whose time is over gets no connection, regardless of the moment of its end", async (t) => {
  const slots = new ConnectionSlots(1);
  slots.tryTake();
  const { wait, settled } = watched(slots);
  wait("a");
  const b = wait("b");
  b.withdraw();
  slots.giveBack();
  t.same(await settled(), ["a: connected"]);
  b.end(late);
  b.end(gone);
  t.same(await settled(), ["b: late"]);
  slots.giveBack();
  t.ok(slots.tryTake(), "the connection was not given to a withdrawn wait");
});

t.test("withdrawn waits need no memory, in any number", async (t) => {
  const slots = new ConnectionSlots(1);
  slots.tryTake();
  const { wait, settled } = watched(slots);
  wait("first");
  for (let count = 0; count < 1_000; count += 1) wait("late").end(late);
  wait("last");
  await settled();
  slots.giveBack();
  slots.giveBack();
  t.same(await settled(), ["last: connected", "first: connected"]);
  slots.giveBack();
  t.ok(slots.tryTake());
  t.notOk(slots.tryTake());
});

t.test("a stop ends every wait", async (t) => {
  const slots = new ConnectionSlots(1);
  slots.tryTake();
  const { wait, settled } = watched(slots);
  const a = wait("a");
  wait("b");
  slots.endAll(gone);
  a.withdraw();
  t.same(await settled(), ["a: gone", "b: gone"]);
  slots.giveBack();
  t.ok(slots.tryTake());
});
