import t from "tap";
import type { Show } from "../../../src/domain/feed/visitor-feed.ts";
import { createShownOrder } from "../../../src/domain/feed/visitor-feed.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function startOrder() {
  const shown: string[] = [];
  const failures: string[] = [];
  const order = createShownOrder<string>((error) => void failures.push(String(error)));
  const show =
    (what: string): Show =>
    () =>
      void shown.push(what);
  /** Adds a read that the test resolves. */
  const hold = (key: string) => {
    let answer = (_show: Show | null): void => undefined;
    let fail = (_error: Error): void => undefined;
    const reading = new Promise<Show | null>((resolve, reject) => {
      answer = resolve;
      fail = reject;
    });
    return { answer, fail, passed: order.add(key, reading) };
  };
  return { shown, failures, order, show, hold };
}

t.test("an entry that needs no read is shown in the same tick while no read is pending", (t) => {
  const { shown, failures, order, show } = startOrder();
  order.inTurn("a", show("one"));
  order.inTurn("a", () => {
    throw new Error("broken");
  });
  order.inTurn("a", show("two"));
  t.same(shown, ["one", "two"]);
  t.same(failures, ["Error: broken"]);
  t.end();
});

t.test("a slow read delays later entries of its key only", async (t) => {
  const { shown, order, show, hold } = startOrder();
  const first = hold("a");
  const second = hold("a");
  order.inTurn("a", show("third"));
  order.inTurn("b", show("other"));
  second.answer(show("second"));
  await turn();
  t.same(shown, ["other"]);
  first.answer(show("first"));
  await Promise.all([first.passed, second.passed]);
  t.same(shown, ["other", "first", "second", "third"]);
  order.inTurn("a", show("fourth"));
  t.same(shown.at(-1), "fourth", "no read is pending");
});

t.test("a read that fails, finds nothing or cannot be shown is skipped, and the next entry is shown", async (t) => {
  const { shown, failures, show, hold } = startOrder();
  const [failed, empty, broken, good] = [hold("a"), hold("a"), hold("a"), hold("a")];
  good.answer(show("good"));
  broken.answer(() => {
    throw new Error("broken");
  });
  empty.answer(null);
  failed.fail(new Error("no store"));
  await Promise.all([failed.passed, empty.passed, broken.passed, good.passed]);
  t.same(shown, ["good"]);
  t.same(failures, ["Error: no store", "Error: broken"]);
});

t.test("an entry that is added while another is shown comes after all waiting entries", async (t) => {
  const { shown, order, show, hold } = startOrder();
  const first = hold("a");
  order.inTurn("a", show("second"));
  first.answer(() => {
    shown.push("first");
    order.inTurn("a", show("third"));
  });
  await first.passed;
  await turn();
  t.same(shown, ["first", "second", "third"]);
});
