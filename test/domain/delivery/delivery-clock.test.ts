import t from "tap";
import type { ChatId } from "../../../machines/ids.ts";
import type { AttemptFailure } from "../../../machines/tells.ts";
import { readMessage } from "../../../src/domain/chat/queries/chat-queries.ts";
import type { OutboundOutcome } from "../../../src/ports/outbound.ts";
import type { World } from "../../actors/world.ts";
import { createWorld, openChat } from "../../actors/world.ts";

const failure: AttemptFailure = {
  kind: "http_status",
  code: "http_status",
  message: "The customer system answered HTTP 503.",
};
const failed: Partial<OutboundOutcome> = { httpStatus: 503, failure };

/** Returns the start times of the attempts so far, in ms since `fromMs`. */
const starts = (world: World, fromMs: number): readonly number[] => world.attempts.map(({ atMs }) => atMs - fromMs);
const deliveryState = async (world: World, chatId: ChatId, seq: number): Promise<string | undefined> =>
  (await readMessage(world.store, chatId, seq))?.delivery?.state;

t.test(
  "[DEL-01, DEL-02, DEL-04] three attempts at 0, 3 and 6 s that fail at once; the error is shown at 6 s",
  async (t) => {
    const world = await createWorld();
    const chatId = await openChat(world, "c1");
    const t0 = world.clock.nowMs();
    await world.reply(chatId, "answer");
    await world.settle();
    await world.attempts[0]?.answer(failed);
    await world.pass(2_900);
    t.strictSame(starts(world, t0), [0], "nothing before 3 s");
    await world.pass(100);
    await world.attempts[1]?.answer(failed);
    await world.pass(3_000);
    t.strictSame(starts(world, t0), [0, 3_000, 6_000]);
    t.equal(await deliveryState(world, chatId, 2), "attempting", "not failed before the third attempt has failed");
    await world.attempts[2]?.answer(failed);
    t.equal(await deliveryState(world, chatId, 2), "failed", "as soon as it is certain");
    t.equal(world.clock.nowMs() - t0, 6_000, "at 6 s, without another 3 s");
    await world.pass(60_000);
    t.equal(world.attempts.length, 3, "never a fourth");
  },
);

t.test(
  "[DEL-03] regardless of the time of a response, the next attempt starts 3 s after the start of the previous one",
  async (t) => {
    for (const lateMs of [1, 467, 2_999]) {
      const world = await createWorld();
      const chatId = await openChat(world, "c1");
      const t0 = world.clock.nowMs();
      await world.reply(chatId, "answer");
      await world.settle();
      for (const index of [0, 1]) {
        await world.pass(lateMs);
        await world.attempts[index]?.answer(failed);
        await world.pass(2_999 - lateMs);
        t.equal(world.attempts.length, index + 1, `not a millisecond early, answered after ${lateMs} ms`);
        await world.pass(1);
      }
      t.strictSame(starts(world, t0), [0, 3_000, 6_000]);
    }
  },
);

t.test("attempts that time out start at 0, 3 and 6 s, and the error is shown at 9 s", async (t) => {
  const world = await createWorld();
  const chatId = await openChat(world, "c1");
  const t0 = world.clock.nowMs();
  await world.reply(chatId, "answer");
  await world.settle();
  for (const index of [0, 1, 2]) {
    await world.pass(3_000);
    await world.attempts[index]?.answer({ ...failed, httpStatus: null });
    world.clock.advance(0);
    await world.settle();
  }
  t.strictSame(starts(world, t0), [0, 3_000, 6_000]);
  t.equal(world.clock.nowMs() - t0, 9_000);
  t.equal(await deliveryState(world, chatId, 2), "failed");
});

t.test(
  "[DEL-06] the desk sees sending, then delivered, and the message is stored before its first attempt",
  async (t) => {
    const world = await createWorld();
    const chatId = await openChat(world, "c1");
    world.frames.length = 0;
    const outcome = await world.reply(chatId, "answer");
    t.ok(outcome.ok);
    t.equal((await readMessage(world.store, chatId, 2))?.message.content.text, "answer");
    await world.settle();
    await world.attempts[0]?.answer();
    const seen = world.frames
      .filter(({ topic, frame }) => topic === "desk" && frame["type"] === "message")
      .map(({ frame }) => (frame["message"] as { delivery: { state: string } }).delivery.state);
    t.strictSame([...new Set(seen)], ["attempting", "delivered"]);
  },
);

t.test(
  "[DEL-18] messages of a chat are sent in order; after a failure the next message starts at once with its own 9 s",
  async (t) => {
    const world = await createWorld();
    const chatId = await openChat(world, "c1");
    await world.reply(chatId, "first");
    await world.reply(chatId, "second");
    await world.settle();
    t.equal(world.attempts.length, 1);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await world.attempts.at(-1)?.answer(failed);
      if (attempt < 2) await world.pass(3_000);
    }
    t.strictSame(
      world.attempts.map(({ content }) => content.text),
      ["first", "first", "first", "second"],
    );
    const started = world.attempts.at(-1)?.atMs ?? 0;
    await world.attempts.at(-1)?.answer(failed);
    await world.pass(3_000);
    t.equal((world.attempts.at(-1)?.atMs ?? 0) - started, 3_000, "the second message has its own series");
  },
);

t.test("[DEL-19] a chat with a hanging endpoint delays no other chat of the same channel", async (t) => {
  const world = await createWorld();
  const slow = await openChat(world, "slow");
  const other = await openChat(world, "other");
  await world.reply(slow, "never answered");
  await world.reply(other, "answered");
  await world.settle();
  await world.attempts.find(({ content }) => content.text === "answered")?.answer();
  t.equal(await deliveryState(world, other, 2), "delivered");
  t.equal(await deliveryState(world, slow, 2), "attempting");
});

t.test("[DEL-22, DEL-23] the series continues after a restart, and an attempt in flight counts", async (t) => {
  const world = await createWorld();
  const chatId = await openChat(world, "c1");
  const t0 = world.clock.nowMs();
  await world.reply(chatId, "answer");
  await world.settle();
  await world.pass(1_000);
  const again = await world.restart();
  await again.settle();
  t.equal(again.attempts.length, 0, "not early");
  await again.pass(2_000);
  t.strictSame(starts(again, t0), [3_000]);
  await again.attempts[0]?.answer(failed);
  await again.pass(3_000);
  await again.attempts[1]?.answer(failed);
  t.strictSame(starts(again, t0), [3_000, 6_000]);
  t.equal(await deliveryState(again, chatId, 2), "failed");
  const delivery = (await readMessage(again.store, chatId, 2))?.delivery;
  t.equal(delivery?.context.attempts.length, 3);
});

t.test("[DEL-24] an overdue attempt starts at once after a restart, the next attempt 3 s later", async (t) => {
  const world = await createWorld();
  const chatId = await openChat(world, "c1");
  await world.reply(chatId, "answer");
  await world.settle();
  await world.attempts[0]?.answer(failed);
  await world.runtime.stop(world.clock.nowMs());
  world.clock.advance(20_000);
  const again = await world.restart();
  await again.settle();
  again.clock.advance(0);
  await again.settle();
  const t1 = again.clock.nowMs();
  t.equal(again.attempts.length, 1);
  await again.attempts[0]?.answer(failed);
  await again.pass(2_900);
  t.equal(again.attempts.length, 1);
  await again.pass(100);
  t.strictSame(starts(again, t1), [0, 3_000]);
});

t.test(
  "[DEL-25] if the third attempt is in flight at a kill, the error is shown right after the restart, with an unknown outcome",
  async (t) => {
    const world = await createWorld();
    const chatId = await openChat(world, "c1");
    await world.reply(chatId, "answer");
    await world.settle();
    for (const index of [0, 1]) {
      await world.attempts[index]?.answer(failed);
      await world.pass(3_000);
    }
    t.equal(world.attempts.length, 3);
    const again = await world.restart();
    await again.settle();
    const delivery = (await readMessage(again.store, chatId, 2))?.delivery;
    t.equal(delivery?.state, "failed");
    t.match(delivery?.context.error?.message, /unknown/);
    await again.pass(20_000);
    t.equal(again.attempts.length, 0);
  },
);

t.test("[DEL-05] sending again starts a new series with the same message id, after all waiting messages", async (t) => {
  const world = await createWorld();
  const chatId = await openChat(world, "c1");
  const sent = await world.reply(chatId, "first");
  t.ok(sent.ok);
  await world.settle();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await world.attempts.at(-1)?.answer(failed);
    if (attempt < 2) await world.pass(3_000);
  }
  await world.reply(chatId, "second");
  await world.reply(chatId, "third");
  await world.settle();
  const deliveryId = (await readMessage(world.store, chatId, 2))?.message.deliveryId;
  t.ok(deliveryId);
  if (deliveryId == null) return;
  await world.step(chatId, { type: "delivery.resend-requested", nowMs: world.clock.nowMs(), deliveryId });
  await world.settle();
  for (let index = 3; index < 6; index += 1) await world.attempts[index]?.answer();
  t.strictSame(
    world.attempts.slice(3).map(({ content }) => content.text),
    ["second", "third", "first"],
  );
  t.equal(world.attempts[5]?.messageId, world.attempts[0]?.messageId);
  t.equal(await deliveryState(world, chatId, 2), "delivered");
});
