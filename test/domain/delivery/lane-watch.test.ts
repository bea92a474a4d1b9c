import t from "tap";
import type { ActorKey, DeliveryId } from "../../../machines/ids.ts";
import { botAddress, chatAddress, deliveryAddress } from "../../../machines/tells.ts";
import { asChatId, asDeliveryId } from "../../../src/core/ids.ts";
import { firstUlidOf } from "../../../src/core/random/ulid.ts";
import { readBotConversation } from "../../../src/domain/bot/bot-actor.ts";
import { readChat, readMessage } from "../../../src/domain/chat/queries/chat-queries.ts";
import { readDelivery } from "../../../src/domain/delivery/delivery-actor.ts";
import type { ActorRow, Store, Write } from "../../../src/ports/store.ts";
import type { World } from "../../actors/world.ts";
import { bot, createWorld, openChat, webhooks } from "../../actors/world.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { contextOf, withContext } from "../../harness/stored-contexts.ts";

const one = asChatId("1");
const stateOf = async (world: World, id: DeliveryId): Promise<string | undefined> =>
  (await readDelivery(world.store, id))?.state;
const messageDelivery = async (world: World, seq: number): Promise<DeliveryId> => {
  const message = (await readMessage(world.store, one, seq))?.message;
  return message?.deliveryId ?? message?.botDeliveryId ?? asDeliveryId("none");
};

/** Changes an actor's row, as a defect would. The row has its state before a step, but the other rows of the step are stored. */
async function damage(world: World, actor: ActorKey, change: (row: ActorRow) => Partial<ActorRow>): Promise<void> {
  const row = await world.store.read("actor", [actor]);
  if (row === undefined) throw new Error(`Expected ${actor}, got nothing`);
  const gone = row.deadlines.map(({ id, atMs }): Write => ({ table: "deadline", key: [atMs, actor, id], row: null }));
  const write: Write = { table: "actor", key: [actor], row: { ...row, ...change(row) } };
  await world.store.commit({ conversations: [row.conversation] }, () => [...gone, write]);
}
const neverOpened = (row: ActorRow): Partial<ActorRow> => ({
  ...withContext(row, { attempts: [], isInFront: false, recipient: null }),
  state: "pending",
  deadlines: [],
});

/** Returns the row of a chat or a bot conversation with these waiting deliveries. */
const withWaiting = (row: ActorRow, waiting: readonly DeliveryId[]): ActorRow =>
  withContext(row, { lane: { ...contextOf<{ readonly lane: object }>(row).lane, waiting } });

/** Starts a new process on the store, and passes the time that it needs, because it looks twice before it treats a lane as stuck. */
async function startOn(world: World): Promise<World> {
  const again = await world.restart();
  await again.pass(11_000);
  return again;
}
const isThird = (message: unknown): boolean => Object(message)["seq"] === 3;
const found = (world: World) => ({ ...world.runtime.lanes.counts });

t.test("a stuck message in front of its lane is sent at the next start", async (t) => {
  const world = await createWorld();
  await openChat(world, "c1");
  await world.reply(one, "first");
  await world.reply(one, "second");
  const [first, second] = [await messageDelivery(world, 2), await messageDelivery(world, 3)];
  await damage(world, deliveryAddress(first), neverOpened);
  const again = await startOn(world);
  t.strictSame(found(again), { woken: 1, lost: 0 });
  t.match(again.lines, [{ level: "error", facts: { delivery: first, state: "pending" } }]);
  t.match(again.attempts, [{ content: { text: "first" }, recipient: { senderId: "c1" }, attempt: 1 }]);
  await again.attempts[0]?.answer();
  await again.attempts[1]?.answer();
  t.strictSame([await stateOf(again, first), await stateOf(again, second)], ["delivered", "delivered"]);
});

t.test("a stuck message to the bot is sent at the next start, in every state in which it can be stuck", async (t) => {
  const standing: Readonly<Record<string, (row: ActorRow) => Partial<ActorRow>>> = {
    pending: neverOpened,
    "attempting without a deadline": () => ({ deadlines: [] }),
    "backing off without a deadline": () => ({ state: "backing_off", deadlines: [] }),
    "delivered, and the lane was not told": () => ({ state: "delivered", deadlines: [] }),
  };
  for (const [name, change] of Object.entries(standing)) {
    const world = await createWorld({ channel: { bot } });
    await world.say("c1", "first");
    await world.say("c1", "second");
    await damage(world, deliveryAddress(await messageDelivery(world, 1)), change);
    const again = await startOn(world);
    t.strictSame(found(again), { woken: 1, lost: 0 }, name);
    for (let answered = 0; answered < 2; answered += 1) {
      await again.pass(3_000);
      await again.botEvents[answered]?.answer();
    }
    t.strictSame((await readBotConversation(again.store, one))?.context.lane, { active: null, waiting: [] }, name);
    t.equal(await stateOf(again, await messageDelivery(again, 2)), "delivered", name);
  }
});

t.test("a message that is in no lane fails and is not sent, because it is unknown whether it arrived", async (t) => {
  const world = await createWorld();
  await openChat(world, "c1");
  await world.reply(one, "first");
  await world.reply(one, "second");
  const second = await messageDelivery(world, 3);
  // The chat's state before the second message joined its lane.
  await damage(world, chatAddress(one), (row) => withWaiting(row, []));
  const again = await startOn(world);
  t.strictSame(found(again), { woken: 0, lost: 1 });
  t.match(await readDelivery(again.store, second), {
    state: "failed",
    context: { error: { kind: "interrupted" }, attempts: [] },
  });
  t.match(
    again.frames.findLast(({ frame }) => frame["type"] === "message" && isThird(frame["message"]))?.frame,
    { message: { delivery: { state: "failed", error: { code: "interrupted" } } } },
    "its agent sees the failure",
  );
  await again.pass(20_000);
  t.notOk(again.attempts.some(({ content }) => content.text === "second"));
  t.ok(
    (await again.step(one, { type: "delivery.resend-requested", nowMs: again.clock.nowMs(), deliveryId: second })).ok,
  );
});

t.test("an event that is in no lane of the bot fails, and the chat goes to the agents", async (t) => {
  const world = await createWorld({ channel: { bot } });
  await world.say("c1", "first");
  await world.say("c1", "second");
  await damage(world, botAddress(one), (row) => withWaiting(row, []));
  const again = await startOn(world);
  t.strictSame(found(again), { woken: 0, lost: 1 });
  t.equal(await stateOf(again, await messageDelivery(again, 2)), "failed");
  t.equal((await readChat(again.store, one))?.state, "waiting");
  t.match((await again.texts(one)).at(-1), /lost track/);
});

t.test("stuck events for the owner's server are sent in their order", async (t) => {
  const world = await createWorld({ channel: { webhooks } });
  await openChat(world, "c1");
  await world.step(one, {
    type: "chat.close-requested",
    nowMs: world.clock.nowMs(),
    agent: { id: 1 as never, name: "Kim", photo: null },
  });
  await world.settle();
  const [accepted] = await world.store.scan("delivery", { prefix: ["all"], limit: 1 });
  t.ok(accepted);
  if (accepted === undefined) return;
  await damage(world, deliveryAddress(accepted.key[2]), neverOpened);
  const again = await startOn(world);
  t.strictSame(found(again), { woken: 1, lost: 0 }, "the chat is closed");
  t.match(again.reports, [{ event: "chat_accepted" }]);
});

t.test("lanes that continue are not touched, regardless of the number of looks", async (t) => {
  const world = await createWorld({ channel: { bot, webhooks } });
  await world.say("c1", "for the bot");
  await world.say("c1", "waits for it");
  await openChat(world, "c2");
  await world.kimEnters();
  for (const text of ["first", "second"]) await world.reply(asChatId("2"), text);
  for (let walk = 0; walk < 30; walk += 1) {
    await world.runtime.lanes.walk();
    await world.pass(500);
  }
  // A leap in time: all due deadlines fire at this moment.
  world.clock.advance(120_000);
  await world.runtime.lanes.walk();
  await world.attempts.at(-1)?.answer();
  await world.runtime.lanes.walk();
  const again = await startOn(world);
  for (let hours = 0; hours < 3; hours += 1) {
    again.clock.advance(60 * 60_000);
    await again.pass(11_000);
  }
  t.strictSame(
    [found(world), found(again)],
    [
      { woken: 0, lost: 0 },
      { woken: 0, lost: 0 },
    ],
  );
});

t.test("a lane that becomes stuck is found within an hour, and only once", async (t) => {
  const world = await createWorld();
  await openChat(world, "c1");
  await world.pass(1_000);
  await world.reply(one, "first");
  const first = await messageDelivery(world, 2);
  await damage(world, deliveryAddress(first), neverOpened);
  world.runtime.registry.forget((await readChat(world.store, one))?.conversation ?? ("" as never));
  world.clock.advance(60 * 60_000);
  await world.pass(11_000);
  await world.attempts.at(-1)?.answer();
  t.equal(await stateOf(world, first), "delivered");
  await world.runtime.lanes.walk();
  t.strictSame(found(world), { woken: 1, lost: 0 });
});

/** The number of deliveries after which a walk stores a mark. */
const many = 10_000;

/** A memory store that returns actors in one long page, because each page costs a look at all actors. */
function createLongPages(): Store {
  const store = createMemoryStore();
  return {
    ...store,
    scan: (table, range) => store.scan(table, table === "actor" ? { ...range, limit: 2 * many } : range),
  };
}

/** Makes one delivery that is three hours old and in no lane, and many newer deliveries that have ended. Returns the old one. */
async function openBehindMany(world: World, state: string): Promise<DeliveryId> {
  await openChat(world, "c1");
  await world.reply(one, "first");
  const known = await world.store.read("actor", [deliveryAddress(await messageDelivery(world, 2))]);
  if (known === undefined) throw new Error("Expected a delivery, got nothing");
  const write = (id: string, change: Partial<ActorRow>): Write => {
    const actor = deliveryAddress(asDeliveryId(id));
    return { table: "actor", key: [actor], row: { ...known, actor, deadlines: [], ...change } };
  };
  const nowMs = world.clock.nowMs();
  const ended = Array.from({ length: many }, (_, index) =>
    write(firstUlidOf(nowMs) + String(index).padStart(16, "0"), { state: "delivered", context: new Uint8Array() }),
  );
  const oldest = asDeliveryId(firstUlidOf(nowMs - 3 * 60 * 60_000) + "1".padStart(16, "0"));
  await world.store.commit({}, () => [...ended, write(oldest, { state })]);
  return oldest;
}

/** Sets the waiting deliveries in the chat's lane. */
const setWaiting = (world: World, waiting: readonly DeliveryId[]): Promise<void> =>
  damage(world, chatAddress(one), (row) => withWaiting(row, waiting));

t.test("every walk checks the oldest waiting delivery, not only the first walk", async (t) => {
  const world = await createWorld({ store: createLongPages() });
  await setWaiting(world, [await openBehindMany(world, "pending")]);
  await world.runtime.lanes.walk();
  t.strictSame(found(world), { woken: 0, lost: 0 });
  t.ok(await world.store.read("fact", ["lanes/checked-up-to"]), "the start of the next walk is stored");
  await setWaiting(world, []);
  await world.runtime.lanes.walk();
  t.strictSame(found(world), { woken: 0, lost: 1 });
});

t.test("if a process ends before it repairs a lane, the next process finds the lane again", async (t) => {
  const world = await createWorld({ store: createLongPages() });
  const oldest = await openBehindMany(world, "attempting");
  const killed = await world.restart();
  // The walk is waiting for its second look.
  await killed.pass(2_000);
  t.strictSame(found(killed), { woken: 0, lost: 0 });
  const again = await startOn(killed);
  t.strictSame(found(again), { woken: 0, lost: 1 });
  t.equal(await stateOf(again, oldest), "failed");
});
