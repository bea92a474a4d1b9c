import t from "tap";
import { laneWaitingMax } from "../../machines/chat/steps/lane-steps.ts";
import type { ActorKey } from "../../machines/ids.ts";
import { botAddress, deliveryAddress } from "../../machines/tells.ts";
import type { TurnOutcome } from "../../src/actors/pending.ts";
import { asChatId, clientConversation } from "../../src/core/ids.ts";
import { readBotConversation } from "../../src/domain/bot/bot-actor.ts";
import { readChat, readMessage } from "../../src/domain/chat/queries/chat-queries.ts";
import { readDelivery } from "../../src/domain/delivery/delivery-actor.ts";
import type { ActorEvent } from "../../src/domain/effects.ts";
import type { World } from "./world.ts";
import { bot, channelId, createWorld } from "./world.ts";

const one = asChatId("1");
const conversation = clientConversation(channelId, "c1");

/** Submits at once, so that the event shares its commit with other events that are submitted now. */
const submit = (world: World, actor: ActorKey, event: ActorEvent): Promise<TurnOutcome> =>
  new Promise((done) => {
    const target = { kind: "actor", actor, conversation } as const;
    world.runtime.registry.submit({ target, event, cause: "test", done });
  });

const succeeded = (world: World): ActorEvent => {
  const nowMs = world.clock.nowMs();
  const trace = { address: null, answer: null, note: null };
  return { type: "attempt.succeeded", nowMs, attempt: 1, startedAtMs: nowMs, durationMs: 1, httpStatus: 200, trace };
};
const botDelivery = async (world: World, seq: number) => {
  const id = (await readMessage(world.store, one, seq))?.message.botDeliveryId;
  return id === undefined ? undefined : await readDelivery(world.store, id);
};

t.test("[BOT-16, BOT-35] an event that is undone does not undo earlier events of its commit", async (t) => {
  const world = await createWorld({ channel: { bot } });
  await world.say("c1", "one");
  await world.settle();
  // Fills the lane to the customer system.
  for (let posts = 0; posts <= laneWaitingMax; posts += 1) await world.botSays(one, `post ${posts}`);
  const first = (await botDelivery(world, 1))?.context.id;
  t.ok(first);
  if (first === undefined) return;

  const lastSeq = (await world.texts(one)).length;
  const said = world.say("c1", "two");
  const answered = submit(world, deliveryAddress(first), succeeded(world));
  const refused = world.botSays(one, "one too many");
  t.ok((await said).ok);
  t.ok((await answered).ok);
  t.match(await refused, { ok: false, failure: { code: "conflict" }, isUndone: true });
  await world.settle();
  t.match(await botDelivery(world, lastSeq + 1), { state: "attempting", context: { attempts: [{ number: 1 }] } });
  const deadlines = (await world.store.scan("deadline", { limit: 10 })).map(({ row: { actor, id, atMs } }) => ({
    actor,
    id,
    atMs,
  }));
  const kept = await Promise.all(
    deadlines.map(async ({ actor, id, atMs }) =>
      (await world.store.read("actor", [actor]))?.deadlines.some((one) => one.id === id && one.atMs === atMs),
    ),
  );
  t.strictSame([...new Set(kept)], [true], "each stored deadline is in its actor's row");
  await world.botEvents.at(-1)?.answer();
  t.equal((await botDelivery(world, lastSeq + 1))?.state, "delivered");
  t.equal((await readBotConversation(world.store, one))?.context.lane.active, null);
});

t.test("a defect does not undo earlier events of its commit, at any position", async (t) => {
  const world = await createWorld({ channel: { bot } });
  await world.say("c1", "one");
  const first = (await botDelivery(world, 1))?.context.id;
  t.ok(first);
  if (first === undefined) return;
  const said = ["two", "three", "four"].map((text) => world.say("c1", text));
  const broken = submit(world, botAddress(one), { type: "client.wrote" } as ActorEvent);
  t.ok((await Promise.all(said)).every(({ ok }) => ok));
  t.equal((await broken).ok, false);
  t.equal((await readChat(world.store, one))?.context.lastSeq, 4);
  t.ok((await world.say("c1", "five")).ok);
  t.strictSame(await world.texts(one), ["one", "two", "three", "four", "five"]);
});

t.test("a deadline that is set again for the same moment fires at that moment", async (t) => {
  const world = await createWorld();
  await world.say("c1", "one");
  const typing = (): Promise<TurnOutcome> =>
    world.step(one, { type: "typing.received", nowMs: world.clock.nowMs(), state: "typein" });
  await typing();
  await typing();
  await Promise.all([typing(), typing()]);
  await world.pass(10_100);
  t.match(world.frames.at(-1)?.frame, { type: "typing", state: "typeout" });
  t.strictSame(await world.store.scan("deadline", { limit: 10 }), []);
});

t.test("a deadline that is cleared in the commit that sets it does not fire", async (t) => {
  const world = await createWorld();
  await world.say("c1", "one");
  const type = (state: "typein" | "typeout"): Promise<TurnOutcome> =>
    world.step(one, { type: "typing.received", nowMs: world.clock.nowMs(), state });
  await Promise.all([type("typein"), type("typeout")]);
  await world.runtime.feed.whenShown();
  const shown = world.frames.length;
  await world.pass(10_100);
  t.equal(world.frames.length, shown);
});
