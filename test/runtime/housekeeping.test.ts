import t from "tap";
import { asActorKey, asChatId } from "../../src/core/ids.ts";
import { createWorld } from "./world.ts";

const dayMs = 24 * 60 * 60_000;

t.test("[DEL-29] idempotency keys are deleted once they count no more, others stay", async (t) => {
  const world = await createWorld();
  const row = (expiresAtMs: number) => ({ fingerprint: "f", actor: asActorKey("chat/1"), answer: "0", expiresAtMs });
  const nowMs = world.clock.nowMs();
  const old = Array.from({ length: 1_500 }, (_, index) => ["desk", `old ${index}`] as const);
  await world.store.commit([], () => [
    ...old.map((key) => ({ table: "idempotency" as const, key, row: row(nowMs + 1_000) })),
    { table: "idempotency", key: ["desk", "young"], row: row(nowMs + dayMs) },
  ]);
  world.clock.advance(60 * 60_000);
  for (let round = 0; round < 5; round += 1) await world.settle();
  const left = await world.store.scan("idempotency", { limit: 10 });
  t.strictSame(
    left.map(({ key }) => key),
    [["desk", "young"]],
  );
  world.clock.advance(dayMs);
  for (let round = 0; round < 5; round += 1) await world.settle();
  t.strictSame(await world.store.scan("idempotency", { limit: 10 }), []);
});

t.test("feed rows beyond what is kept are deleted, the newest stay", async (t) => {
  const world = await createWorld({ limits: { feedEntriesKept: 4 } });
  for (const text of ["a", "b", "c", "d", "e"]) await world.say("c1", text);
  const cursor = world.runtime.feed.cursor;
  world.clock.advance(30_000);
  await world.settle();
  const rows = await world.store.scan("feed", { limit: 100 });
  t.ok(rows.length >= 2 && rows.length <= 3, `${rows.length} rows are left`);
  t.ok(rows.every(({ key }) => key[0] >= cursor - 5));
  await world.say("c1", "f");
  t.strictSame(world.texts(asChatId("1")), ["a", "b", "c", "d", "e", "f"]);
});
