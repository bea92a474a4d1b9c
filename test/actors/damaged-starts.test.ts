import t from "tap";
import { createScheduler } from "../../src/actors/deadlines/scheduler.ts";
import { prepareFirstStart } from "../../src/app/first-start.ts";
import { asActorKey, asChatId } from "../../src/core/ids.ts";
import { openPictureKey } from "../../src/domain/feed/visitor-pictures.ts";
import type { Write } from "../../src/ports/store.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createDamagedStore } from "../harness/damaged-store.ts";
import { startService } from "../harness/service.ts";
import type { Broken } from "./broken-world.ts";
import { keysOf, later, minuteMs, open } from "./broken-world.ts";
import { channelId } from "./world.ts";

t.test("deadlines after a damaged one fire, whatever replaces the damaged one", async (t) => {
  const { store, damage } = createDamagedStore();
  // Two more rows than one page reads.
  const rows = Array.from({ length: 1_002 }, (_, index) => ({
    ...{ id: "d", atMs: index + 1, atRestart: true, conversation: "x" as never },
    actor: asActorKey(`chat/${index + 1}`),
  }));
  const holder = {
    machine: "chat",
    version: 1,
    revision: 1,
    state: "{}",
    context: new Uint8Array(),
    conversation: "x" as never,
  };
  const last = asActorKey("chat/1000");
  const actor = { ...holder, actor: last, deadlines: [{ id: "d", atMs: 5_000, atRestart: true }] };
  await store.commit({}, () => [
    ...rows.map((row): Write => ({ table: "deadline", key: [row.atMs, row.actor, row.id], row })),
    { table: "actor", key: [last], row: actor },
  ]);
  damage("deadline", [1_000, last, "d"]);
  const fired: string[] = [];
  const scheduler = createScheduler(store, createManualClock(), false, (row) => fired.push(row.actor));
  await scheduler.start();
  t.strictSame(fired.slice(-3), ["chat/1000", "chat/1001", "chat/1002"]);
  scheduler.stop();
});

/** The reads of a start, each with a damaged row. */
const starts: Readonly<Record<string, (broken: Broken) => Promise<void>>> = {
  async "the newest feed row"(broken) {
    broken.damage("feed", (await keysOf(broken, "feed")).at(-1) ?? [0]);
  },
  async "the newest steps"(broken) {
    broken.damage("history", (await keysOf(broken, "history")).at(-1) ?? [0]);
  },
  async "a tell"(broken) {
    const row = {
      id: "01A",
      to: asActorKey("channel/x"),
      conversation: "x" as never,
      event: "{}",
      from: asActorKey("agent/1"),
    };
    await broken.store.commit({}, () => [{ table: "tell", key: ["01A"], row }]);
    broken.damage("tell", ["01A"]);
  },
  async "a deadline, and the actor that holds it"(broken) {
    const [deadline] = await broken.store.scan("deadline", { limit: 1 });
    const row = deadline?.row ?? {
      id: "x",
      atMs: 1,
      atRestart: true,
      actor: asActorKey("chat/9"),
      conversation: "x" as never,
    };
    const key = [row.atMs, row.actor, row.id] as const;
    await broken.store.commit({}, () => [{ table: "deadline", key, row }]);
    broken.damage("deadline", key);
    broken.damage("actor", [row.actor]);
  },
  async "an agent who leaves"(broken) {
    await broken.store.commit({}, () => [{ table: "fact", key: ["agent-leaves/7"], row: { text: "yes" } }]);
    broken.damage("fact", ["agent-leaves/7"]);
    broken.damage("chatState", ["waiting", 1]);
  },
  async "a bot that leaves"(broken) {
    const facts = [`bot-leaves/${channelId}`, "bot-leaves/OTHERAPP01"];
    await broken.store.commit({}, () => facts.map((key) => ({ table: "fact", key: [key], row: { text: "acme" } })));
    broken.damage("fact", ["bot-leaves/OTHERAPP01"]);
    broken.damage("chatState", ["waiting", 1]);
  },
};
for (const [name, damage] of Object.entries(starts)) {
  t.test(`a damaged row does not prevent the start of a process: ${name}`, async (t) => {
    const broken = await open();
    for (const sender of ["c1", "c2"]) await broken.world.say(sender, "Hello");
    const { cursor } = broken.world.runtime.feed;
    await damage(broken);
    const again = await broken.world.restart();
    t.ok(again.runtime.feed.cursor >= cursor, "the cursor never runs backwards");
    const before = await keysOf(broken, "history");
    t.ok((await again.say("c2", "Anybody?")).ok);
    t.strictSame(await again.texts(asChatId("2")), ["Hello", "Anybody?"]);
    t.equal((await keysOf(broken, "history")).length, before.length + 1, "no step is overwritten");
    t.ok(again.runtime.feed.cursor > cursor);
    await later({ ...broken, world: again }, 2 * minuteMs);
    t.ok((await keysOf(broken, "feed")).length > 0);
  });
}

t.test("a damaged key of picture addresses is replaced", async (t) => {
  const { store, damage } = createDamagedStore();
  const first = await openPictureKey(store);
  t.equal(await openPictureKey(store), first, "a sound one is kept");
  damage("fact", ["picture-key"]);
  const second = await openPictureKey(store);
  t.equal(second.length, first.length);
  t.not(second, first);
});

t.test("the first start is announced only once, even if the row that records it is damaged", async (t) => {
  const { store, damage } = createDamagedStore();
  const { app, url } = await startService(t, { store, config: { agents: [], channels: [] } });
  const first = await prepareFirstStart(app, { publicUrl: null, sampleCustomer: true }, url);
  t.ok(first);
  await first?.shown();
  damage("fact", ["first-start-told"]);
  t.equal(await prepareFirstStart(app, { publicUrl: null, sampleCustomer: true }, url), null);
});
