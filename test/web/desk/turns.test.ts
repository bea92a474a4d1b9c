import t from "tap";
import { createTurns } from "../../../src/web/desk/parts/turns.ts";

t.test("two have a turn at the same time; the others follow in order when turns are returned", async (t) => {
  const turns = createTurns(2);
  const started: string[] = [];
  const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((name) => turns.take(() => started.push(name)));
  t.same(started, ["a", "b"]);
  c?.();
  t.same(started, ["a", "b"], "who waits and leaves frees nothing");
  b?.();
  t.same(started, ["a", "b", "d"], "nor is called later");
  b?.();
  t.same(started, ["a", "b", "d"], "a turn is given back once");
  a?.();
  d?.();
  e?.();
  turns.take(() => started.push("f"));
  t.same(started, ["a", "b", "d", "e", "f"]);
});

t.test("a turn that is given back while another starts lets no more in than may be", async (t) => {
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
