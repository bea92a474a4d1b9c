import t from "tap";
import type { ChannelId } from "../../../machines/ids.ts";
import { asActorKey, asChannelId, asChatId } from "../../../src/core/ids.ts";
import { configureChannel } from "../../../src/domain/configure.ts";
import type { Write } from "../../../src/ports/store.ts";
import { channelId, createWorld, settings } from "../../actors/world.ts";

const dayMs = 24 * 60 * 60_000;

t.test("idempotency keys are deleted after they have expired, other keys stay", async (t) => {
  const world = await createWorld();
  const row = (expiresAtMs: number) => ({ fingerprint: "f", actor: asActorKey("chat/1"), answer: "0", expiresAtMs });
  const nowMs = world.clock.nowMs();
  const old = Array.from({ length: 1_500 }, (_, index) => ["desk", `old ${index}`] as const);
  await world.store.commit({}, () => [
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

t.test("feed rows beyond the limit are deleted, the newest rows stay", async (t) => {
  const world = await createWorld({ limits: { feedEntriesKept: 4 } });
  for (const text of ["a", "b", "c", "d", "e"]) await world.say("c1", text);
  const cursor = world.runtime.feed.cursor;
  world.clock.advance(30_000);
  await world.settle();
  const rows = await world.store.scan("feed", { limit: 100 });
  t.ok(rows.length >= 2 && rows.length <= 3, `${rows.length} rows are left`);
  t.ok(rows.every(({ key }) => key[0] >= cursor - 5));
  await world.say("c1", "f");
  t.strictSame(await world.texts(asChatId("1")), ["a", "b", "c", "d", "e", "f"]);
});

t.test("the delivery log of each channel keeps its newest entries", async (t) => {
  const world = await createWorld({ limits: { channelLogEntriesKept: 2_500 } });
  const other = asChannelId("OTHERAPP01");
  await configureChannel(world.runtime, { ...settings, id: other });
  const entry = (channel: ChannelId, number: number): Write => ({
    table: "channelLog",
    key: [channel, `01${String(number).padStart(24, "0")}`],
    row: { atMs: number, kind: "warning", cause: "request", chatId: null, messageSeq: 0, text: `${number}` },
  });
  const many = Array.from({ length: 5_200 }, (_, number) => entry(channelId, number));
  await world.store.commit({}, () => [...many, entry(other, 1), entry(other, 2)]);
  world.clock.advance(60 * 60_000);
  for (let round = 0; round < 10; round += 1) await world.settle();
  const left = await world.store.scan("channelLog", { prefix: [channelId], limit: 9_999 });
  t.equal(left.length, 2_500);
  t.equal(left[0]?.row.text, "2700", "the newest entries stay");
  t.equal((await world.store.scan("channelLog", { prefix: [other], limit: 9 })).length, 2);
});
