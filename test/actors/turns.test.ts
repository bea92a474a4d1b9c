import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import type { PendingEvent, TurnOutcome } from "../../src/actors/pending.ts";
import { asActorKey, asChatId, asConversationKey } from "../../src/core/ids.ts";
import { readChat } from "../../src/domain/chat/queries/chat-queries.ts";
import type { ActorEvent } from "../../src/domain/effects.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import type { World } from "./world.ts";
import { acceptBy, channelId, createWorld, kim, settings } from "./world.ts";

const one = asChatId("1");
const two = asChatId("2");

t.test("[CH-23] messages of one client join one chat in order; after its end the next opens a new one", async (t) => {
  const world = await createWorld();
  const results = await Promise.all(["a", "b", "c"].map((text) => world.say("c1", text)));
  t.ok(results.every(({ ok }) => ok));
  t.strictSame(await world.texts(one), ["a", "b", "c"]);
  await world.step(one, { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent: kim });
  await world.say("c1", "d");
  t.strictSame(await world.texts(one), ["a", "b", "c"]);
  t.strictSame(await world.texts(two), ["d"]);
  t.equal(
    (await readChat(world.store, two))?.context.client.number,
    (await readChat(world.store, one))?.context.client.number,
  );
});

t.test("a message that is submitted together with the closing of its chat is in exactly one chat", async (t) => {
  const world = await createWorld();
  await world.say("c1", "a");
  const closing = world.step(one, { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent: kim });
  const saying = [world.say("c1", "b"), world.say("c1", "c")];
  await Promise.all([closing, ...saying]);
  t.strictSame(await world.texts(one), ["a"]);
  t.strictSame(await world.texts(two), ["b", "c"]);
});

t.test(
  "[CH-19] a message is answered only after its commit is durable, and its frame is shown only then",
  async (t) => {
    const { store, hold } = createFaultyStore();
    const world = await createWorld({ store });
    const release = hold();
    let isAnswered = false;
    const saying = world.say("c1", "a").then((result) => {
      isAnswered = true;
      return result;
    });
    for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
    t.equal(isAnswered, false);
    t.strictSame(world.frames, []);
    release();
    t.ok((await saying).ok);
    await world.runtime.feed.whenShown();
    t.ok(world.frames.length > 0);
  },
);

t.test("[ERR-10] a commit that fails answers 500, leaves nothing behind, and the next request works", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await createWorld({ store });
  await world.say("c1", "before");
  failNext(1);
  const failed = await world.say("c1", "lost");
  t.match(failed, { ok: false, failure: { code: "internal_error" } });
  const fresh = await world.say("c1", "after");
  t.ok(fresh.ok);
  t.strictSame(await world.texts(one), ["before", "after"]);
  t.match(world.lines.at(-1)?.message, /commit failed/);
});

t.test(
  "[ERR-11] a store that refuses at once answers 502 to every waiting request, and no request is left waiting",
  async (t) => {
    const { store, refuseNext } = createFaultyStore();
    const world = await createWorld({ store });
    refuseNext(1);
    const results = await Promise.all([world.say("c1", "a"), world.say("c1", "b"), world.say("c2", "c")]);
    t.strictSame(
      results.map((result) => result.ok || result.failure.code),
      ["overloaded", "overloaded", "overloaded"],
    );
    t.ok((await world.say("c1", "d")).ok);
    t.strictSame(await world.texts(one), ["d"]);
  },
);

t.test("effects of a failed commit are never released", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await createWorld({ store });
  await world.say("c1", "a");
  await world.step(one, acceptBy(kim, world.clock.nowMs()));
  failNext(1);
  const outcome = await world.reply(one, "answer");
  t.equal(outcome.ok, false);
  await world.pass(10_000);
  t.equal(world.attempts.length, 0);
  t.strictSame(await world.texts(one), ["a"]);
});

t.test("an outcome whose commit fails is submitted again, so that a delivered message is not sent twice", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await createWorld({ store });
  await world.say("c1", "a");
  await world.step(one, acceptBy(kim, world.clock.nowMs()));
  await world.reply(one, "answer");
  await world.settle();
  failNext(2);
  await world.attempts[0]?.answer();
  await world.pass(5_000);
  t.equal(world.attempts.length, 1);
  const [delivery] = await store.scan("actor", { after: [asActorKey("delivery/")], until: ["delivery0"], limit: 2 });
  t.equal(delivery?.row.state, "delivered");
});

t.test("a defect in one chat drops it, parks it after three in a row, and affects no other chat", async (t) => {
  const world = await createWorld();
  await world.say("c1", "a");
  await world.say("c2", "b");
  await world.step(one, acceptBy(kim, world.clock.nowMs()));
  const row = await world.store.read("actor", [chatAddress(one)]);
  t.ok(row);
  if (row === undefined) return;
  const broken = { ...row, revision: 99, state: "nowhere" };
  await world.store.commit({ conversations: [row.conversation] }, () => [
    { table: "actor", key: [row.actor], row: broken },
  ]);
  const again = await world.restart();
  const outcomes: TurnOutcome[] = [];
  for (let count = 0; count < 4; count += 1) {
    outcomes.push(
      await again.step(one, {
        type: "chat.reply-requested",
        nowMs: 1,
        agent: kim,
        message: { id: "m" as never, content: { type: "text", text: "x", media: null } },
        deliveryId: "d" as never,
      }),
    );
    t.ok((await again.say("c2", `other ${count}`)).ok);
  }
  t.ok(outcomes.every((outcome) => !outcome.ok && outcome.failure.code === "internal_error"));
  t.match(again.runtime.defects.parked(), [{ name: "chat/1" }]);
  t.strictSame(await again.texts(two), ["b", "other 0", "other 1", "other 2", "other 3"]);
  t.equal(again.lines.filter(({ message }) => /parked/.test(message)).length, 1);
});

t.test("events before and after a defect in the same commit are kept, those of the defect are not", async (t) => {
  const world = await createWorld();
  await world.say("c1", "a");
  const conversation = asConversationKey(`client/${channelId}/c1`);
  const submit = (event: unknown): Promise<TurnOutcome> =>
    new Promise((done) => {
      const target = { kind: "actor", actor: chatAddress(one), conversation } as const;
      world.runtime.registry.submit({ target, event, cause: "test", done } as PendingEvent);
    });
  const before = world.say("c1", "b");
  const broken = submit({ type: "message.received", nowMs: 1 });
  const after = world.say("c1", "c");
  t.ok((await before).ok);
  t.equal((await broken).ok, false);
  t.ok((await after).ok);
  t.strictSame(await world.texts(one), ["a", "b", "c"]);
  t.equal((await readChat(world.store, one))?.context.lastSeq, 3);
});

t.test("a full mailbox refuses another event from outside, and accepted events are kept", async (t) => {
  const world = await createWorld({ limits: { mailboxDepthMax: 3 } });
  const results = await Promise.all(["a", "b", "c", "d", "e"].map((text) => world.say("c1", text)));
  t.strictSame(
    results.map((result) => (result.ok ? "ok" : result.failure.code)),
    ["ok", "ok", "ok", "overloaded", "overloaded"],
  );
  t.strictSame(await world.texts(one), ["a", "b", "c"]);
  t.ok((await world.say("c1", "f")).ok);
});

t.test("a full process refuses another event from outside", async (t) => {
  const world = await createWorld({ limits: { pendingEventsMax: 2 } });
  const results = await Promise.all(["c1", "c2", "c3"].map((senderId) => world.say(senderId, "x")));
  t.strictSame(
    results.map(({ ok }) => ok),
    [true, true, false],
  );
});

t.test("evicted conversations continue in their stored state", async (t) => {
  const world = await createWorld({ limits: { conversationsInMemoryMax: 10 } });
  for (let round = 0; round < 3; round += 1) {
    for (let client = 0; client < 40; client += 1) t.ok((await world.say(`c${client}`, `${round}`)).ok);
  }
  t.ok(world.runtime.registry.counts().conversations <= 11);
  for (let client = 1; client <= 40; client += 1)
    t.strictSame(await world.texts(asChatId(String(client))), ["0", "1", "2"]);
});

const tellId = "01TELL";

/** Stores what a process that is killed leaves: the news that Kim is available. */
async function leaveTell(world: World): Promise<void> {
  const conversation = asConversationKey(`channel/${channelId}`);
  const event = JSON.stringify({ type: "agent.presence-changed", agentId: kim.id, isAvailable: true });
  const row = {
    id: tellId,
    to: asActorKey(`channel/${channelId}`),
    conversation,
    event,
    from: asActorKey("agent/1"),
  };
  await world.store.commit({ conversations: [conversation] }, () => [{ table: "tell", key: [row.id], row }]);
}

t.test("a tell that a killed process did not carry out is carried out by the next process", async (t) => {
  const world = await createWorld();
  await leaveTell(world);
  const again = await world.restart();
  t.equal(again.runtime.directory.find(settings.id)?.status, 1);
  t.equal(await again.store.read("tell", [tellId]), undefined, "it is carried out once");
});

t.test("an old tell carried out after a restart does not make a vanished agent available", async (t) => {
  const world = await createWorld();
  const agent = { actor: asActorKey("agent/1"), conversation: asConversationKey("agent/1") };
  const socketId = `${world.processId}.1`;
  await world.runtime.post.send({
    target: { kind: "actor", ...agent },
    event: { type: "socket.opened", socketId, isAvailable: true },
    cause: "test",
  });
  await world.settle();
  t.equal(world.runtime.directory.find(settings.id)?.status, 1);
  await leaveTell(world);
  const again = await world.restart();
  t.equal(again.runtime.directory.find(settings.id)?.status, 0);
});

t.test("presence that changes while the disk fails arrives in order: the last value counts", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await createWorld({ store });
  const tellAgent = (event: ActorEvent): Promise<TurnOutcome> =>
    world.runtime.post.send({
      target: { kind: "actor", actor: asActorKey("agent/1"), conversation: asConversationKey("agent/1") },
      event,
      cause: "test",
    });
  failNext(1, asConversationKey(`channel/${channelId}`));
  const opened = await tellAgent({ type: "socket.opened", socketId: "p.1", isAvailable: true });
  t.ok(opened.ok);
  await world.settle();
  const closed = await tellAgent({ type: "socket.closed", socketId: "p.1" });
  t.ok(closed.ok);
  await world.pass(5_000);
  t.equal(world.runtime.directory.find(settings.id)?.status, 0);
});

t.test("[CH-48] typing ends by a stored deadline, also after a restart", async (t) => {
  const world = await createWorld();
  await world.say("c1", "a");
  await world.step(one, { type: "typing.received", nowMs: world.clock.nowMs(), state: "typein" });
  await world.runtime.stop(world.clock.nowMs());
  const again = await world.restart();
  await again.pass(9_900);
  t.strictSame(again.frames, []);
  await again.pass(200);
  t.match(again.frames.at(-1)?.frame, { type: "typing", chatId: "1", state: "typeout" });
  t.strictSame(await again.store.scan("deadline", { limit: 10 }), []);
});

t.test(
  "[DEL-29] with an idempotency key of the desk the same turn runs once, and another body is refused",
  async (t) => {
    const world = await createWorld();
    await world.say("c1", "a");
    await world.step(one, acceptBy(kim, world.clock.nowMs()));
    const conversation = asConversationKey(`client/${channelId}/c1`);
    const send = (fingerprint: string, name: string): Promise<TurnOutcome> =>
      world.runtime.post.send({
        target: { kind: "actor", actor: chatAddress(one), conversation },
        event: {
          type: "chat.reply-requested",
          nowMs: world.clock.nowMs(),
          agent: kim,
          message: { id: name as never, content: { type: "text", text: name, media: null } },
          deliveryId: `D-${name}` as never,
        },
        cause: "test",
        idempotency: { scope: "agent/1 chat/1", key: "k1", fingerprint },
      });
    const [first, together] = await Promise.all([send("f", "one"), send("f", "two")]);
    t.match(first, { ok: true, answer: 2, isRepeat: false });
    t.match(together, { ok: true, answer: 2, isRepeat: true });
    t.match(await send("f", "three"), { ok: true, answer: 2, isRepeat: true });
    t.match(await send("g", "four"), { ok: false, failure: { code: "invalid_request" } });
    t.strictSame(await world.texts(one), ["a", "one"]);
  },
);
