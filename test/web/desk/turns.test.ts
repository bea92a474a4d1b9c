import t from "tap";
import { createTurns } from "../../../src/web/desk/parts/picture-turn.ts";

t.test("two tasks run at once, and the others start in order as turns are returned", async (t) => {
  const turns = createTurns(2);
  const started: string[] = [];
  const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((name) => turns.take(() => started.push(name)));
  t.same(started, ["a", "b"]);
  c?.();
  t.same(started, ["a", "b"], "a waiting task that leaves frees no turn");
  b?.();
  t.same(started, ["a", "b", "d"], "the task that left is not started later");
  b?.();
  t.same(started, ["a", "b", "d"], "a turn can be returned only once");
  a?.();
  d?.();
  e?.();
  turns.take(() => started.push("f"));
  t.same(started, ["a", "b", "d", "e", "f"]);
});

t.test("a turn that is returned while another task starts does not exceed the limit", async (t) => {
  const turns = createTurns(1);
  const started: string[] = [];
  const first = turns.take(() => started.push("first"));
  const leaves: { now?: () => void } = {};
  leaves.now = turns.take(() => {
    started.push("leaves at once");
    leaves.now?.();
  });
  turns.take(() => started.push("third"));
  turns.take(() => started.push("fourth"));
  first();
  t.same(started, ["first", "leaves at once", "third"]);
});
