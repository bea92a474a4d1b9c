import t from "tap";
import { InOrder } from "../../src/core/in-order.ts";

/** A promise that the test settles. */
function hold() {
  let open = (): void => undefined;
  let fail = (_error: Error): void => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

t.test("a task runs in the same tick while no earlier task is running", (t) => {
  const order = new InOrder();
  const done: number[] = [];
  t.equal(
    order.run(() => void done.push(1)),
    undefined,
  );
  void order.run(() => void done.push(2));
  t.same(done, [1, 2]);
  t.throws(
    () =>
      order.run(() => {
        throw new Error("at once");
      }),
    /at once/,
  );
  void order.run(() => void done.push(3));
  t.same(done, [1, 2, 3], "a task that fails at once delays no other");
  t.end();
});

t.test("tasks after a waiting one wait for their turn, also when earlier ones fail", async (t) => {
  const order = new InOrder();
  const done: string[] = [];
  const first = hold();
  const third = hold();
  const running = [
    order.run(() => first.promise),
    order.run(() => void done.push("second")),
    order.run(() => third.promise),
    order.run(() => void done.push("fourth")),
  ];
  const outcomes = Promise.allSettled(running);
  t.equal(order.waiting, 3);
  await turn();
  t.same(done, []);
  first.fail(new Error("first"));
  await turn();
  t.same(done, ["second"]);
  t.equal(order.waiting, 1);
  third.open();
  t.same(
    (await outcomes).map(({ status }) => status),
    ["rejected", "fulfilled", "fulfilled", "fulfilled"],
    "each gets only its own result",
  );
  t.same(done, ["second", "fourth"]);
  t.equal(order.waiting, 0);
  void order.run(() => void done.push("fifth"));
  t.same(done, ["second", "fourth", "fifth"], "no task is running any more");
});

t.test("a task from the tick in which the last one ends does not overtake it", async (t) => {
  const order = new InOrder();
  const done: string[] = [];
  const first = hold();
  void order.run(() => first.promise.then(() => void done.push("first")));
  void order.run(async () => {
    await turn();
    done.push("second");
  });
  first.open();
  await first.promise;
  await order.run(() => void done.push("third"));
  t.same(done, ["first", "second", "third"]);
});
