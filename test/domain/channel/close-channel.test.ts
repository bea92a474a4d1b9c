import t from "tap";
import type { ChatId } from "../../../machines/ids.ts";
import { channelAddress, deliveryAddress, soloConversation } from "../../../machines/tells.ts";
import { asChannelId, clientConversation } from "../../../src/core/ids.ts";
import { readChat, readMessage } from "../../../src/domain/chat/queries/chat-queries.ts";
import { configureChannel, removeChannel } from "../../../src/domain/configure.ts";
import type { ActorEvent } from "../../../src/domain/effects.ts";
import type { OutboundOutcome } from "../../../src/ports/outbound.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { World } from "../../actors/world.ts";
import { channelId, createWorld, openChat, settings } from "../../actors/world.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";

const other = { ...settings, id: asChannelId("OTHERAPP01") };
const disabled = { ...settings, enabled: false };
const failed: Partial<OutboundOutcome> = {
  httpStatus: 503,
  failure: { kind: "http_status", code: "http_status", message: "The customer system answered HTTP 503." },
};
const isDisabled = "The message was not delivered: channel MOBILEAPP1 is disabled.";
const isGone = "The message was not delivered: channel MOBILEAPP1 does not exist any more.";

/** Returns the state and error of a chat's deliveries, in order. */
async function deliveries(world: World, chatId: ChatId): Promise<readonly string[]> {
  const found: string[] = [];
  for (let seq = 2; ; seq += 1) {
    const view = await readMessage(world.store, chatId, seq);
    if (view === undefined) return found;
    if (view.delivery === null) continue;
    const { state, context } = view.delivery;
    found.push(context.error === null ? state : `${state}: ${context.error.message}`);
  }
}

async function replyAll(world: World, chatId: ChatId, names: readonly string[]): Promise<void> {
  for (const name of names) await world.reply(chatId, name);
  await world.settle();
}

/** Sends the event only to the channel, like a process that is killed before it notifies the deliveries. */
async function closeAndDie(world: World, event: ActorEvent): Promise<void> {
  const actor = channelAddress(channelId);
  const target = { kind: "actor", actor, conversation: soloConversation(actor) } as const;
  const outcome = await world.runtime.post.send({ target, event, cause: "test" });
  if (!outcome.ok) throw new Error(outcome.failure.message);
}

t.test(
  "[DEL-08] when a channel is disabled, waiting deliveries fail at once with an error, and a running attempt is the last one",
  async (t) => {
    const world = await createWorld();
    await configureChannel(world.runtime, other);
    const backingOff = await openChat(world, "c1");
    await replyAll(world, backingOff, ["a1", "a2", "a3"]);
    await world.attempts[0]?.answer(failed);
    const sending = await openChat(world, "c2");
    await replyAll(world, sending, ["b1", "b2"]);
    const elsewhere = await openChat(world, "c1", other.id);
    await replyAll(world, elsewhere, ["c1", "c2"]);
    world.frames.length = 0;

    await configureChannel(world.runtime, disabled);
    t.strictSame(await deliveries(world, backingOff), Array(3).fill(`failed: ${isDisabled}`));
    t.strictSame(await deliveries(world, sending), ["attempting", `failed: ${isDisabled}`]);
    const shown = world.frames
      .filter(({ topic, frame }) => topic === "desk" && frame["type"] === "message")
      .map(({ frame }) => frame["message"] as { text: string; delivery: { state: string; error: unknown } });
    for (const text of ["a1", "a2", "a3", "b2"]) {
      const last = shown.filter((message) => message.text === text).at(-1);
      t.match(last?.delivery, { state: "failed", error: { code: "channel_closed", message: isDisabled } }, text);
    }

    await world.attempts[1]?.answer(failed);
    t.match((await deliveries(world, sending))[0], /^failed: .*503/, "its own result is shown");
    t.strictSame((await readChat(world.store, sending))?.context.lane, { active: null, waiting: [] });
    await world.attempts[2]?.answer();
    await world.attempts[3]?.answer();
    t.strictSame(await deliveries(world, elsewhere), ["delivered", "delivered"], "another channel continues");
    await world.pass(20_000);
    t.strictSame(
      world.attempts.map(({ content }) => content.text),
      ["a1", "b1", "c1", "c2"],
      "no other attempt is made",
    );
    t.strictSame(await world.store.scan("deadline", { limit: 10 }), []);
  },
);

t.test(
  "when a channel is removed, waiting deliveries fail at once, and the running attempt may still arrive",
  async (t) => {
    const world = await createWorld();
    const chatId = await openChat(world, "c1");
    await replyAll(world, chatId, ["a1", "a2"]);
    await removeChannel(world.runtime, channelId);
    t.strictSame(await deliveries(world, chatId), ["attempting", `failed: ${isGone}`]);
    await world.attempts[0]?.answer();
    t.strictSame(await deliveries(world, chatId), ["delivered", `failed: ${isGone}`]);
    await world.pass(10_000);
    t.equal(world.attempts.length, 1);
  },
);

t.test("a reply on a disabled channel fails at once, and can be sent again after the channel is enabled", async (t) => {
  const world = await createWorld();
  const chatId = await openChat(world, "c1");
  await configureChannel(world.runtime, disabled);
  await replyAll(world, chatId, ["a1", "a2"]);
  t.strictSame(await deliveries(world, chatId), Array(2).fill(`failed: ${isDisabled}`));
  t.equal(world.attempts.length, 0);
  await configureChannel(world.runtime, settings);
  const deliveryId = (await readMessage(world.store, chatId, 2))?.message.deliveryId;
  t.ok(deliveryId);
  if (deliveryId == null) return;
  await world.step(chatId, { type: "delivery.resend-requested", nowMs: world.clock.nowMs(), deliveryId });
  await world.settle();
  await world.attempts[0]?.answer();
  t.match((await readMessage(world.store, chatId, 2))?.delivery, {
    state: "delivered",
    context: { attempts: [{ number: 1 }] },
  });
});

for (const [how, event] of [
  ["disabled", { type: "channel.configured", settings: disabled }],
  ["removed", { type: "channel.removed" }],
] as const) {
  t.test(
    `after a kill between "${how}" and the notification of the deliveries, the next process fails them all`,
    async (t) => {
      const world = await createWorld();
      const backingOff = await openChat(world, "c1");
      await replyAll(world, backingOff, ["a1", "a2"]);
      await world.attempts[0]?.answer(failed);
      const sending = await openChat(world, "c2");
      await replyAll(world, sending, ["b1", "b2"]);
      await closeAndDie(world, event);
      t.strictSame((await deliveries(world, backingOff)).at(-1), "pending");
      const again = await world.restart();
      await again.settle();
      const error = how === "disabled" ? isDisabled : isGone;
      t.strictSame(await deliveries(again, backingOff), Array(2).fill(`failed: ${error}`));
      t.match(
        await deliveries(again, sending),
        [/^failed: .*unknown/, `failed: ${error}`],
        "b1 was in flight at the kill",
      );
      await again.pass(20_000);
      t.equal(again.attempts.length, 0);
      t.strictSame(await again.store.scan("deadline", { limit: 10 }), []);
    },
  );
}

t.test("deliveries that are not notified fail without an attempt when the next attempt is due", async (t) => {
  const world = await createWorld();
  const chatId = await openChat(world, "c1");
  await replyAll(world, chatId, ["a1", "a2"]);
  await world.attempts[0]?.answer(failed);
  await closeAndDie(world, { type: "channel.configured", settings: disabled });
  await world.pass(3_000);
  t.strictSame(await deliveries(world, chatId), Array(2).fill(`failed: ${isDisabled}`));
  t.equal(world.attempts.length, 1);
});

t.test(
  "after a kill while deliveries are notified one after the other, the next process notifies the rest",
  async (t) => {
    const { store, failNext } = createFaultyStore();
    const world = await createWorld({ store });
    const chats: ChatId[] = [];
    for (const senderId of ["c1", "c2"]) {
      const chatId = await openChat(world, senderId);
      await replyAll(world, chatId, ["a1", "a2"]);
      await world.attempts.at(-1)?.answer(failed);
      chats.push(chatId);
    }
    await configureChannel(world.runtime, { ...settings, name: "Renamed" });
    failNext(1_000, clientConversation(channelId, "c2"));
    void configureChannel(world.runtime, { ...disabled, name: "Renamed" });
    await world.settle();
    failNext(0);
    const again = await world.restart();
    for (const chatId of chats) t.strictSame(await deliveries(again, chatId), Array(2).fill(`failed: ${isDisabled}`));
    await again.pass(10_000);
    t.equal(again.attempts.length, 0);
  },
);

t.test("if the disk is full while deliveries are notified, this is retried until it succeeds", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await createWorld({ store });
  const chatId = await openChat(world, "c1");
  await replyAll(world, chatId, ["a1", "a2"]);
  await world.attempts[0]?.answer(failed);
  failNext(2, clientConversation(channelId, "c1"));
  const closing = configureChannel(world.runtime, disabled);
  await world.settle();
  t.strictSame((await deliveries(world, chatId)).at(-1), "pending");
  await world.pass(2_000);
  await closing;
  t.strictSame(await deliveries(world, chatId), Array(2).fill(`failed: ${isDisabled}`));
});

t.test("more chats than one page are closed, also if one chat has a delivery that cannot be read", async (t) => {
  const world = await createWorld();
  const chats: ChatId[] = [];
  for (let client = 0; client < 130; client += 1) {
    const chatId = await openChat(world, `c${client}`);
    await replyAll(world, chatId, ["a1", "a2"]);
    chats.push(chatId);
  }
  for (const attempt of world.attempts.slice()) void attempt.answer(failed);
  await world.settle();
  const broken = (await readMessage(world.store, chats[7] ?? ("" as never), 2))?.message.deliveryId;
  t.ok(broken);
  if (broken == null) return;
  const row = await world.store.read("actor", [deliveryAddress(broken)]);
  t.ok(row);
  if (row === undefined) return;
  await world.store.commit({}, () => [{ table: "actor", key: [row.actor], row: { ...row, version: 99 } }]);
  await configureChannel(world.runtime, disabled);
  for (const [index, chatId] of chats.entries()) {
    if (index !== 7) t.strictSame(await deliveries(world, chatId), Array(2).fill(`failed: ${isDisabled}`));
  }
  t.match(world.lines.at(-1)?.facts, { what: `closing the lane of ${row.actor}` });
});

t.test(
  "an attempt that fails during the notification moves its deadline, and its delivery is still found",
  async (t) => {
    const inner = createMemoryStore();
    let afterPage: (() => Promise<void>) | null = null;
    const store: Store = {
      ...inner,
      async scan(table, range) {
        const page = await inner.scan(table, range);
        const then = table === "deadline" ? afterPage : null;
        if (then !== null) afterPage = null;
        await then?.();
        return page;
      },
    };
    const world = await createWorld({ store });
    for (let client = 0; client < 100; client += 1) {
      await replyAll(world, await openChat(world, `c${client}`), ["a1"]);
    }
    world.clock.advance(1);
    const late = await openChat(world, "late");
    await replyAll(world, late, ["a1", "a2"]);
    afterPage = async () => world.attempts.at(-1)?.answer(failed);
    await configureChannel(world.runtime, disabled);
    t.equal(afterPage, null);
    t.strictSame(await deliveries(world, late), Array(2).fill(`failed: ${isDisabled}`));
  },
);

t.test("a changed setting applies to the next attempt", async (t) => {
  const world = await createWorld();
  const chatId = await openChat(world, "c1");
  await replyAll(world, chatId, ["a1"]);
  const changed = { ...settings, webhookUrl: "https://new.example.com/chat", chunked: true, strictAnswers: true };
  await configureChannel(world.runtime, changed);
  t.equal(world.attempts.length, 1, "the running attempt continues");
  await world.attempts[0]?.answer(failed);
  await world.pass(3_000);
  t.strictSame(
    world.attempts.map((attempt) => attempt.settings),
    [settings, changed],
  );
  const again = await world.restart();
  await again.settle();
  await again.pass(3_000);
  t.strictSame(
    again.attempts.map((attempt) => attempt.settings),
    [changed],
    "also after a restart",
  );
});

t.test("only a change is stored; the same settings again cause no write", async (t) => {
  const world = await createWorld();
  const revision = async (): Promise<number | undefined> =>
    (await world.store.read("actor", [channelAddress(channelId)]))?.revision;
  const before = await revision();
  await configureChannel(world.runtime, { ...settings });
  t.equal(await revision(), before);
  await configureChannel(world.runtime, { ...settings, name: "Renamed" });
  t.ok(((await revision()) ?? 0) > (before ?? 0));
});
