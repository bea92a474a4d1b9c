import t from "tap";
import { asAgentId } from "../../../src/core/ids.ts";
import { createUlids } from "../../../src/core/random/ulid.ts";
import type { Result } from "../../../src/core/result.ts";
import { cannedRepliesMax, createCannedReplies } from "../../../src/domain/agent/canned-replies.ts";
import type { Write } from "../../../src/ports/store.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";

const kim = asAgentId(1);
const codeOf = (result: Result<unknown>): string => (result.ok ? "ok" : result.failure.code);

const setUp = () => {
  const store = createMemoryStore();
  const clock = { nowMs: () => 1_700_000_000_000, wakeAt: () => ({ cancel: () => undefined }) };
  const members = new Set([kim]);
  const replies = createCannedReplies(store, clock, members);
  const add = (shortcut: string) => replies.create(kim, { shortcut, text: "Hello", shared: false });
  return { store, members, replies, add };
};

t.test("of several changes at the same time, each sees the result of the previous change", async (t) => {
  const { replies, add } = setUp();
  t.strictSame((await Promise.all(["hi", "HI", "bye"].map(add))).map(codeOf), ["ok", "conflict", "ok"]);
  const [bye, hi] = await replies.list(kim);
  const [shared, removed, late] = await Promise.all([
    replies.change(kim, hi?.id ?? "", { shared: true }),
    replies.remove(kim, bye?.id ?? ""),
    replies.change(kim, bye?.id ?? "", { text: "Goodbye" }),
  ]);
  t.strictSame([shared, removed, late].map(codeOf), ["ok", "ok", "not_found"]);
  t.strictSame(await replies.list(kim), [{ id: hi?.id, shortcut: "hi", text: "Hello", shared: true }]);
});

t.test("the last free place is given only once", async (t) => {
  const { store, replies, add } = setUp();
  const newId = createUlids();
  const rows = Array.from({ length: cannedRepliesMax - 1 }, (_, index): Write => {
    return { table: "cannedReply", key: [kim, newId(0)], row: { shortcut: `s${index}`, text: "Hello" } };
  });
  await store.commit({}, () => rows);
  t.strictSame((await Promise.all(["x", "y"].map(add))).map(codeOf), ["ok", "conflict"]);
  t.equal((await replies.list(kim)).length, cannedRepliesMax);
  t.equal((await store.scan("cannedReply", { limit: 1_000 })).length, cannedRepliesMax);
});

t.test("a reply that is created while its agent is removed is also deleted", async (t) => {
  const { store, members, replies, add } = setUp();
  await add("before");
  const made = add("while");
  members.delete(kim);
  const forgotten = replies.forget(kim);
  const late = add("late");
  t.strictSame([codeOf(await made), codeOf(await late)], ["unauthorized", "unauthorized"]);
  await forgotten;
  t.strictSame(await store.scan("cannedReply", { limit: 9 }), []);
});
