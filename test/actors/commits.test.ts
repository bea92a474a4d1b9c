import t from "tap";
import type { AgentContext } from "../../machines/agent/agent.machine.ts";
import type { ChatEvent } from "../../machines/chat/chat.types.ts";
import type { AgentId, ChatId, DeliveryId } from "../../machines/ids.ts";
import { agentAddress, channelAddress, soloConversation } from "../../machines/tells.ts";
import { asAgentId, asChannelId, asChatId } from "../../src/core/ids.ts";
import { readChat, readMessage } from "../../src/domain/chat/queries/chat-queries.ts";
import { configureAgent, configureChannel } from "../../src/domain/configure.ts";
import type { OutboundOutcome } from "../../src/ports/outbound.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { contextOf } from "../harness/stored-contexts.ts";
import type { World } from "./world.ts";
import { channelId, createWorld, kim, openChat, profile, settings } from "./world.ts";

const one = asChatId("1");
const failed: Partial<OutboundOutcome> = {
  httpStatus: 503,
  failure: { kind: "http_status", code: "http_status", message: "The customer system answered HTTP 503." },
};
const typing = (world: World, state: "typein" | "typeout"): ChatEvent => ({
  type: "chat.typing-requested",
  nowMs: world.clock.nowMs(),
  agent: kim,
  state,
});
const turns = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

t.test("[ERR-16] a typing notice is sent only after its commit is durable", async (t) => {
  const { store, hold } = createFaultyStore();
  const world = await createWorld({ store });
  await openChat(world, "c1");
  const release = hold();
  const asking = world.step(one, typing(world, "typein"));
  await turns();
  t.strictSame(world.notices, []);
  release();
  t.ok((await asking).ok);
  await world.settle();
  t.match(world.notices, [{ state: "typein", sender: kim, recipient: { senderId: "c1", senderIdKind: "string" } }]);
});

t.test("a notice whose commit fails is never sent, and the next typein counts as the first", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await createWorld({ store });
  await openChat(world, "c1");
  failNext(1);
  t.notOk((await world.step(one, typing(world, "typein"))).ok);
  await world.pass(6_000);
  t.strictSame(world.notices, []);
  t.ok((await world.step(one, typing(world, "typein"))).ok);
  await world.pass(6_000);
  t.strictSame(
    world.notices.map(({ state }) => state),
    ["typein", "typeout"],
  );
});

t.test("a stored deadline measures the pause: 5 s after the last typein, also after a restart", async (t) => {
  const world = await createWorld();
  await openChat(world, "c1");
  const t0 = world.clock.nowMs();
  for (const _ of [1, 2, 3]) {
    await world.step(one, typing(world, "typein"));
    await world.pass(2_000);
  }
  const again = await world.restart();
  await again.pass(10_000);
  t.strictSame(
    [...world.notices, ...again.notices].map(({ state, atMs }) => [state, atMs - t0]),
    [
      ["typein", 0],
      ["typeout", 9_000],
    ],
  );
});

t.test("typeout is sent before the message that ended the typing, and only once", async (t) => {
  const world = await createWorld();
  await openChat(world, "c1");
  await world.step(one, typing(world, "typein"));
  await world.settle();
  await world.reply(one, "answer");
  await world.settle();
  t.strictSame(
    world.notices.map(({ state }) => state),
    ["typein", "typeout"],
  );
  t.equal(world.attempts.length, 1);
  await world.attempts[0]?.answer();
  await world.pass(20_000);
  t.equal(world.notices.length, 2);
});

t.test("[CH-21] a message, its invitation and its warnings are stored together or not at all", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await createWorld({ store });
  const facts = { invitation: "May I help?", warnings: ["sender.photo was dropped.", "sender.url was dropped."] };
  const log = async (): Promise<readonly object[]> =>
    (await store.scan("channelLog", { prefix: [channelId], limit: 9 })).map(({ row }) => row);
  t.ok((await world.say("c1", "before")).ok);
  failNext(1);
  t.notOk((await world.say("c1", "lost", channelId, facts)).ok);
  t.strictSame(await log(), []);
  t.strictSame(await world.texts(one), ["before"]);
  t.ok((await world.say("c1", "hello", channelId, facts)).ok);
  t.strictSame(await world.texts(one), ["before", "May I help?", "hello"]);
  const row = {
    atMs: world.clock.nowMs(),
    kind: "warning",
    cause: "request-hello",
    chatId: one,
    messageSeq: 3,
  };
  t.strictSame(await log(), [
    { ...row, text: "sender.photo was dropped." },
    { ...row, text: "sender.url was dropped." },
  ]);
  t.ok((await world.say("c1", "again", channelId, { invitation: "May I help?" })).ok);
  const again = await world.restart();
  t.ok((await again.say("c1", "after a restart", channelId, { invitation: "May I help?" })).ok);
  t.strictSame(await again.texts(one), ["before", "May I help?", "hello", "again", "after a restart"]);
});

t.test("a chat is put into the archive's queue in the commit that closes it, or stays open", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await createWorld({ store });
  await openChat(world, "c1");
  const close = { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent: kim } as const;
  const queue = async (): Promise<readonly unknown[]> => store.scan("archiveQueue", { limit: 9 });
  failNext(1);
  t.notOk((await world.step(one, close)).ok);
  t.strictSame(await queue(), []);
  t.equal((await readChat(store, one))?.state, "with_agent");
  t.ok((await world.step(one, close)).ok);
  t.strictSame(await queue(), [{ key: [1], row: { isRemoval: false } }]);
  t.strictSame(
    (await store.scan("chatState", { limit: 9 })).map(({ key }) => key),
    [["closed", 1]],
  );
});

/** Returns the lists of the channel, and the deliveries in each. */
async function lists(world: World): Promise<Record<string, readonly DeliveryId[]>> {
  const found: Record<string, DeliveryId[]> = { all: [], failed: [] };
  for (const { key } of await world.store.scan("delivery", { limit: 99 })) {
    t.equal(key[1], channelId);
    found[key[0]]?.push(key[2]);
  }
  return found;
}
async function deliveryOf(world: World, chatId: ChatId, seq: number): Promise<DeliveryId> {
  const id = (await readMessage(world.store, chatId, seq))?.message.deliveryId;
  if (id == null) throw new Error(`Expected a delivery of message ${seq} of chat ${chatId}`);
  return id;
}
async function failThrice(world: World): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await world.attempts.at(-1)?.answer(failed);
    if (attempt < 2) await world.pass(3_000);
  }
}

t.test("every delivery is listed once; one that failed twice is listed until it is sent again", async (t) => {
  const world = await createWorld();
  await openChat(world, "c1");
  await world.reply(one, "first");
  await world.settle();
  const first = await deliveryOf(world, one, 2);
  t.strictSame(await lists(world), { all: [first], failed: [] });
  await failThrice(world);
  t.strictSame(await lists(world), { all: [first], failed: [first] });
  const again = await world.restart();
  const resend = { type: "delivery.resend-requested", nowMs: 1, deliveryId: first } as const;
  t.ok((await again.step(one, resend)).ok);
  await again.settle();
  t.strictSame(await lists(again), { all: [first], failed: [] });
  await failThrice(again);
  t.strictSame(await lists(again), { all: [first], failed: [first] }, "failed again");
  t.ok((await again.step(one, resend)).ok);
  await again.settle();
  await again.attempts.at(-1)?.answer();
  await again.reply(one, "second");
  await again.settle();
  await again.attempts.at(-1)?.answer();
  const second = await deliveryOf(again, one, 3);
  t.strictSame(await lists(again), { all: [first, second], failed: [] });
});

t.test(
  "a delivery whose last outcome could not be stored is listed as failed when the outcome is stored",
  async (t) => {
    const { store, failNext } = createFaultyStore();
    const world = await createWorld({ store });
    await openChat(world, "c1");
    await world.reply(one, "first");
    await world.settle();
    for (const _ of [1, 2]) {
      await world.attempts.at(-1)?.answer(failed);
      await world.pass(3_000);
    }
    failNext(1);
    await world.attempts.at(-1)?.answer(failed);
    t.strictSame((await lists(world))["failed"], []);
    await world.pass(2_000);
    t.strictSame((await lists(world))["failed"], [await deliveryOf(world, one, 2)]);
  },
);

t.test(
  "[CH-06] an agent who is released and assigned again is notified of both in order, also on a failing disk",
  async (t) => {
    const { store, failNext } = createFaultyStore();
    const world = await createWorld({ store });
    const lee = asAgentId(2);
    await configureAgent(world.runtime, { ...profile, id: lee, name: "Lee", email: "lee@example.com" });
    const channelsOf = async (id: AgentId): Promise<readonly string[]> => {
      const row = await store.read("actor", [agentAddress(id)]);
      return row === undefined ? [] : contextOf<AgentContext>(row).channelIds;
    };
    await world.settle();
    t.strictSame(await channelsOf(kim.id), [channelId]);
    failNext(1, soloConversation(agentAddress(kim.id)));
    await configureChannel(world.runtime, { ...settings, agentIds: [lee] });
    await world.settle();
    t.strictSame(await channelsOf(kim.id), [channelId], "the tell could not be carried out yet");
    await configureChannel(world.runtime, { ...settings, agentIds: [kim.id] });
    await configureChannel(world.runtime, { ...settings, agentIds: [lee, kim.id] });
    await configureChannel(world.runtime, { ...settings, id: asChannelId("OTHERAPP01"), agentIds: [kim.id] });
    await world.pass(10_000);
    t.strictSame(await channelsOf(kim.id), [channelId, "OTHERAPP01"]);
    t.strictSame(await channelsOf(lee), [channelId]);
    t.strictSame(await store.scan("tell", { limit: 9 }), []);
    const opened = { type: "socket.opened", socketId: "p.1", isAvailable: true } as const;
    const actor = agentAddress(kim.id);
    const target = { kind: "actor", actor, conversation: soloConversation(actor) } as const;
    await world.runtime.post.send({ target, event: opened, cause: "test" });
    await world.settle();
    t.equal(world.runtime.directory.find(channelId)?.status, 1);
    t.equal((await store.read("actor", [channelAddress(channelId)]))?.state, "online");
  },
);
