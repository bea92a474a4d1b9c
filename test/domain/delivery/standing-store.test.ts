import t from "tap";
import type { ChatId } from "../../../machines/ids.ts";
import { readChat, readMessage } from "../../../src/domain/chat/queries/chat-queries.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { World } from "../../actors/world.ts";
import { bot, createWorld, openChat } from "../../actors/world.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";

const manyCommits = 1_000_000;
const failed = {
  httpStatus: 503,
  failure: { kind: "http_status", code: "http_status", message: "HTTP 503" },
} as const;

const deliveryState = async (world: World, chatId: ChatId): Promise<string | undefined> =>
  (await readMessage(world.store, chatId, 2))?.delivery?.state;

t.test("[DEL-01, DEL-03] a positive answer in time ends the delivery, however long the store stands", async (t) => {
  for (const standsMs of [7_300, 7_900, 8_500, 20_000, 60_000]) {
    const { store, failNext } = createFaultyStore();
    const world = await createWorld({ store });
    const chatId = await openChat(world, "c1");
    await world.reply(chatId, "answer");
    await world.settle();
    await world.pass(500);
    failNext(manyCommits);
    await world.attempts[0]?.answer();
    await world.pass(standsMs);
    failNext(0);
    await world.pass(5_000);
    t.equal(world.attempts.length, 1, `no attempt follows the 200 after ${standsMs} ms`);
    t.equal(await deliveryState(world, chatId), "delivered");
  }
});

t.test("[BOT-18, BOT-22] a bot that answered keeps its chat when the store stood meanwhile", async (t) => {
  for (const standsMs of [7_300, 20_000]) {
    const { store, failNext } = createFaultyStore();
    const world = await createWorld({ store, channel: { bot } });
    await world.say("c1", "question");
    await world.settle();
    const chatId = world.botEvents[0]?.event.chatId;
    for (const index of [0, 1]) {
      await world.botEvents[index]?.answer(failed);
      await world.pass(3_000);
    }
    await world.pass(500);
    failNext(manyCommits);
    await world.botEvents[2]?.answer();
    await world.pass(standsMs);
    failNext(0);
    await world.pass(5_000);
    t.equal(world.botEvents.length, 3);
    t.equal(chatId === undefined ? null : (await readChat(store, chatId))?.state, "with_bot");
  }
});

t.test("[DEL-02] an attempt that an outage delayed has its full time, also across a kill", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await createWorld({ store });
  const chatId = await openChat(world, "c1");
  await world.reply(chatId, "first");
  await world.reply(chatId, "second");
  await world.settle();
  failNext(manyCommits);
  await world.attempts[0]?.answer();
  await world.pass(6_500);
  failNext(0);
  await world.pass(1_000);
  t.strictSame(
    world.attempts.map(({ content }) => content.text),
    ["first", "second"],
  );
  const secondAtMs = world.attempts[1]?.atMs ?? 0;
  const again = await world.restart();
  while (again.attempts.length === 0 && again.clock.nowMs() < secondAtMs + 10_000) await again.pass(100);
  t.equal(
    (again.attempts[0]?.atMs ?? 0) - secondAtMs,
    3_000,
    "at the earliest 3 s after the attempt that was in flight",
  );
});

t.test("[DEL-24] on a slow disk, too, a kill leaves 3 s between an attempt and the next", async (t) => {
  for (const takesMs of [1_900, 4_700]) {
    const clock = createManualClock();
    const inner = createMemoryStore();
    let isSlow = false;
    const commit: Store["commit"] = async (needs, apply) => {
      const delayMs = isSlow ? takesMs : 0;
      await inner.commit(needs, apply);
      if (delayMs > 0) await new Promise<void>((resolve) => clock.wakeAt(clock.nowMs() + delayMs, resolve));
    };
    const store: Store = { ...inner, commit };
    const world = await createWorld({ store, clock });
    const chatId = await openChat(world, "c1");
    isSlow = true;
    const passSome = async (): Promise<void> => {
      clock.advance(100);
      for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    void world.reply(chatId, "answer");
    while (world.attempts.length === 0) await passSome();
    const firstAtMs = world.attempts[0]?.atMs ?? 0;
    isSlow = false;
    const again = await world.restart();
    while (again.attempts.length === 0) await passSome();
    t.ok((again.attempts[0]?.atMs ?? 0) - firstAtMs >= 2_900, `a commit took ${takesMs} ms`);
  }
});
