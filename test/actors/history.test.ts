import t from "tap";
import type { ActorKey } from "../../machines/ids.ts";
import { agentAddress, botAddress, channelAddress, chatAddress, deliveryAddress } from "../../machines/tells.ts";
import type { KeptStep } from "../../src/actors/history/history.ts";
import { readHistory } from "../../src/actors/history/history.ts";
import type { PendingEvent, TurnOutcome } from "../../src/actors/pending.ts";
import { asAgentId, asChatId, asDeliveryId, clientConversation } from "../../src/core/ids.ts";
import { newBotNotice } from "../../src/domain/new-ids.ts";
import type { Store } from "../../src/ports/store.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { historyFaults } from "../harness/history-laws.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { openSmall, quickFolder } from "../store/lmdb-fixture.ts";
import type { World } from "./world.ts";
import { bot, channelId, createWorld, kim, openChat, robin } from "./world.ts";

const one = asChatId("1");
const chat = chatAddress(one);
const unavailable = {
  kind: "http_status",
  code: "http_status",
  message: "The customer system answered HTTP 503.",
} as const;

const stepsOf = ({ store }: Pick<World, "store">, actor: ActorKey): Promise<readonly KeptStep[]> =>
  readHistory(store, actor);
/** Steps as `revision.index event`. */
const named = (steps: readonly KeptStep[]): readonly string[] =>
  steps.map(({ revision, index, event }) => `${revision}.${index} ${event.type}`);
const causes = async (world: World, actor: ActorKey): Promise<readonly string[]> =>
  (await stepsOf(world, actor)).map(({ cause }) => cause);
const rowsOf = ({ store }: World) => store.scan("history", { limit: 10_000 });

/** Submits without waiting, because events of one tick share a commit. */
function submit(world: World, actor: ActorKey, event: unknown, more: Partial<PendingEvent> = {}): Promise<TurnOutcome> {
  const target = { kind: "actor", actor, conversation: clientConversation(channelId, "c1") } as const;
  return new Promise((done) => {
    world.runtime.registry.submit({ target, event, cause: "test", done, ...more } as PendingEvent);
  });
}
const broken = { type: "message.received", nowMs: 1 };

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  "the store in memory": async () => createMemoryStore(),
  "the store on the disk": async () => openSmall(quickFolder(t), { segmentBytes: 1_000_000 }),
};
for (const [name, openStore] of Object.entries(stores)) {
  t.test(`${name} keeps an actor's steps: the event, its cause, its sender, the states and effects`, async (t) => {
    const store = await openStore();
    const world = await createWorld({ store });
    const chatId = await openChat(world, "c1");
    const beganAtMs = world.clock.nowMs();
    await world.reply(chatId, "hello");
    await world.settle();
    await world.attempts[0]?.answer({ httpStatus: 503, failure: unavailable });
    await world.pass(3_000);
    const again = await world.restart();
    await again.pass(20_000);
    const [listed] = await store.scan("delivery", { prefix: ["all", channelId], limit: 1 });
    const delivery = deliveryAddress(listed?.key[2] ?? asDeliveryId("none"));
    const common = { actor: delivery, index: 0 };
    const due = { type: "effect.deadline.set", id: "attempt-outcome" };
    const begun = [{ type: "effect.attempt.start", timeoutMs: 3_000 }, { type: "effect.delivery.publish" }];
    t.strictSame((await stepsOf(again, delivery)).slice(0, 3), [
      {
        ...common,
        revision: 1,
        atMs: beganAtMs,
        event: { type: "delivery.queued", cargo: "message", messageSeq: 2, isInFront: true },
        cause: "test",
        from: chat,
        before: null,
        after: "attempting",
        effects: [{ ...due, atMs: beganAtMs + 8_000 }, { ...begun[0], attempt: 1 }, begun[1]],
        changes: [],
      },
      {
        ...common,
        revision: 2,
        atMs: beganAtMs,
        event: { type: "attempt.failed", attempt: 1, httpStatus: 503, durationMs: 0, failure: "http_status" },
        cause: `attempt 1 of ${delivery}`,
        from: null,
        before: "attempting",
        after: "backing_off",
        effects: [
          { type: "effect.deadline.clear", id: "attempt-outcome" },
          { type: "effect.deadline.set", id: "next-attempt", atMs: beganAtMs + 3_000 },
          { type: "effect.delivery.publish" },
        ],
        // The attempts, one before, and the error.
        changes: [
          { part: 3, count: 1 },
          { part: 5, was: null },
        ],
      },
      {
        ...common,
        revision: 3,
        atMs: beganAtMs + 3_000,
        event: { type: "deadline.reached", id: "next-attempt", atMs: beganAtMs + 3_000, restarted: false },
        cause: `deadline next-attempt of ${delivery}`,
        from: null,
        before: "backing_off",
        after: "attempting",
        effects: [{ ...due, atMs: beganAtMs + 11_000 }, { ...begun[0], attempt: 2 }, begun[1]],
        changes: [{ part: 3, count: 1 }],
      },
    ]);
    const fourth = (await stepsOf(again, delivery))[3];
    t.match(fourth, { revision: 4, event: { type: "deadline.reached", id: "attempt-outcome", restarted: true } });
    t.strictSame((await causes(again, chat)).slice(0, 2), ["request-question", "test"]);
    t.strictSame(await historyFaults(store), []);
    await store.close();
  });
}

t.test("a tell to another conversation names its sender, also when the next process carries it out", async (t) => {
  const world = await createWorld();
  const kimsOwn = agentAddress(kim.id);
  const channel = channelAddress(channelId);
  await world.kimEnters();
  t.match((await stepsOf(world, channel)).at(-1), {
    event: { type: "agent.presence-changed", agent: 1 },
    from: kimsOwn,
  });
  const left = { to: channel, conversation: channel as never };
  const event = (id: number): string =>
    JSON.stringify({ type: "agent.presence-changed", agentId: asAgentId(id), isAvailable: true });
  await world.store.commit({}, () => [
    { table: "tell", key: ["01"], row: { id: "01", ...left, event: event(8), from: agentAddress(asAgentId(8)) } },
    { table: "tell", key: ["02"], row: { id: "02", ...left, event: event(9), from: agentAddress(asAgentId(9)) } },
    { table: "tell", key: ["03"], row: { id: "03", ...left, event: '{"type":"of.an-older-version"}', from: kimsOwn } },
  ]);
  const again = await world.restart();
  const sent = (await stepsOf(again, channel)).filter(({ cause }) => cause.startsWith("tell 0") && cause.length === 7);
  t.strictSame(
    sent.map(({ cause, from, event: { agent } }) => [cause, from, agent]),
    [
      ["tell 01", "agent/8", 8],
      ["tell 02", "agent/9", 9],
    ],
  );
  t.strictSame(await again.store.scan("tell", { limit: 1 }), [], "no stored tell is left");
  t.strictSame(await historyFaults(again.store), []);
});

t.test("steps that a defect undid are not kept; earlier steps of the same commit are", async (t) => {
  const world = await createWorld();
  await world.say("c1", "a");
  const outcomes = [world.say("c1", "b"), submit(world, chat, broken), world.say("c1", "c")];
  t.strictSame(
    (await Promise.all(outcomes)).map(({ ok }) => ok),
    [true, false, true],
  );
  t.strictSame(await causes(world, chat), ["request-a", "request-b", "request-c"]);
  t.strictSame(named(await stepsOf(world, chat)), [
    "1.0 message.received",
    "2.0 message.received",
    "3.0 message.received",
  ]);
  t.strictSame(await historyFaults(world.store), []);
});

t.test("a refusal that undoes the steps of other actors leaves none of these steps", async (t) => {
  const world = await createWorld({ channel: { bot } });
  await world.say("c1", "Hello");
  await world.settle();
  await world.botEvents[0]?.answer();
  for (let number = 0; number < 501; number += 1) await world.botSays(one, `bot ${number}`);
  // Both actors have already taken a step in the same commit, which stays.
  const noted = world.say("c1", "one more");
  t.notOk((await world.botSays(one, "one too many")).ok);
  t.ok((await noted).ok);
  t.match((await stepsOf(world, chat)).at(-1), {
    index: 0,
    event: { type: "message.received" },
    cause: "request-one more",
  });
  t.match((await stepsOf(world, botAddress(one))).at(-1), { index: 0, event: { type: "client.wrote" }, from: chat });
  t.strictSame(await historyFaults(world.store), []);
});

t.test("a commit that fails keeps no step, and its numbers are a gap that no link leads to", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await createWorld({ store });
  await world.say("c1", "a");
  failNext(1);
  t.notOk((await world.say("c1", "lost")).ok);
  await world.say("c1", "b");
  t.strictSame(await causes(world, chat), ["request-a", "request-b"]);
  const [first = 0, second = 0] = (await rowsOf(world)).slice(-2).map(({ key }) => key[0]);
  t.equal(second - first, 2);
  t.strictSame(await historyFaults(store), []);
});

t.test("the events of one commit are one row; of very many the last keep their positions", async (t) => {
  const world = await createWorld();
  await world.say("c1", "first");
  const rows = (await rowsOf(world)).length;
  await Promise.all(["a", "b", "c"].map((text) => world.say("c1", text)));
  t.strictSame(
    named(await stepsOf(world, chat)),
    ["1.0", "2.0", "2.1", "2.2"].map((place) => `${place} message.received`),
  );
  t.strictSame((await causes(world, chat)).slice(1), ["request-a", "request-b", "request-c"]);
  t.equal((await rowsOf(world)).length, rows + 1);
  const many = Array.from({ length: 40 }, (_, number) => String(number));
  await Promise.all(many.map((text) => world.say("c1", text)));
  const kept = (await stepsOf(world, chat)).filter(({ revision }) => revision === 3);
  t.strictSame(
    kept.map(({ index, cause }) => [index, cause]),
    many.slice(-32).map((text) => [Number(text), `request-${text}`]),
  );
  t.strictSame(await historyFaults(world.store), []);
  const again = await world.restart();
  await again.say("c1", "after it");
  const [before, after] = (await rowsOf(again)).slice(-2).map(({ key }) => key[0]);
  t.ok((after ?? 0) >= (before ?? 0) + 40, "the next process continues after all of them");
});

t.test("a turn that leaves all actors as they were writes no row", async (t) => {
  const world = await createWorld();
  await openChat(world, "c1");
  const rows = await rowsOf(world);
  const accept = { type: "chat.accept-requested", agent: kim, notice: newBotNotice(0), nowMs: 0 } as const;
  t.ok((await world.step(one, accept)).ok, "the agent has it already");
  t.notOk((await world.step(one, { ...accept, agent: robin, type: "chat.assign-requested" })).ok, "refused");
  t.strictSame(await rowsOf(world), rows);
});

t.test("actors that are created and evicted in every turn keep their links", async (t) => {
  const world = await createWorld({
    limits: { conversationsInMemoryMax: 1 },
    channel: { bot },
  });
  for (const client of ["c1", "c2", "c1", "c2"]) await world.say(client, "x");
  await world.settle();
  for (const sent of world.botEvents) await sent.answer();
  await world.botSays(one, "Hello");
  await world.kimEnters();
  await world.botInvites(one);
  const nowMs = world.clock.nowMs();
  await world.step(one, { type: "chat.accept-requested", nowMs, agent: kim, notice: newBotNotice(nowMs) });
  await world.attempts[0]?.answer();
  await world.pass(6_000);
  await world.step(one, { type: "chat.close-requested", nowMs, agent: kim });
  await world.say("c1", "again");
  t.ok((await stepsOf(world, chat)).length > 6);
  t.strictSame((await stepsOf(world, botAddress(one)))[0]?.from, chat);
  t.strictSame(await historyFaults(world.store), []);
  const again = await world.restart();
  await again.say("c1", "and again");
  t.strictSame(await historyFaults(again.store), []);
});

t.test("an actor stored before steps were kept has a history that begins with its next step", async (t) => {
  const world = await createWorld();
  await openChat(world, "c1");
  const stored = await world.store.read("actor", [chat]);
  if (stored === undefined) throw new Error("Expected chat 1 to be stored");
  const { sinceMs = 0, historyAt = 0, ...old } = stored;
  t.ok(sinceMs > 0 && historyAt > 0);
  await world.store.commit({}, () => [{ table: "actor", key: [chat], row: old }]);
  t.strictSame(await stepsOf(world, chat), []);
  const again = await world.restart();
  await again.say("c1", "b");
  t.equal((await again.store.read("actor", [chat]))?.sinceMs, 0, "the time is not known");
  t.strictSame(named(await stepsOf(again, chat)), ["3.0 message.received"]);
  await again.pass(10);
  await again.step(one, { type: "chat.close-requested", nowMs: again.clock.nowMs(), agent: kim });
  t.equal((await again.store.read("actor", [chat]))?.sinceMs, again.clock.nowMs());
  t.strictSame(named(await stepsOf(again, chat)), ["3.0 message.received", "4.0 chat.close-requested"]);
});

t.test("a deadline whose turn has a defect stays with an actor that took a step just before", async (t) => {
  const world = await createWorld();
  await openChat(world, "c1");
  await world.step(one, { type: "typing.received", nowMs: world.clock.nowMs(), state: "typein" });
  const [deadline] = (await world.store.scan("deadline", { limit: 1 })).map(({ row }) => row);
  if (deadline === undefined) throw new Error("Expected the typing to have an end");
  const outcomes = [world.say("c2", "x"), submit(world, chat, { type: "chat.rated", nowMs: 1, rate: "positive" })];
  const failed = submit(world, chat, broken, { deadline });
  t.notOk((await failed).ok);
  for (const outcome of outcomes) t.ok((await outcome).ok);
  t.match((await world.store.read("actor", [chat]))?.deadlines, [{ id: deadline.id, atMs: deadline.atMs }]);
  t.match((await stepsOf(world, chat)).at(-1), { event: { type: "chat.rated", rate: "positive" } });
  await world.pass(40_000);
  t.match((await stepsOf(world, chat)).at(-1), { event: { type: "deadline.reached", id: deadline.id } });
  t.strictSame(await historyFaults(world.store), []);
});
