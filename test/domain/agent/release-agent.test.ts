import t from "tap";
import type { ChatOffer } from "../../../machines/chat/chat.types.ts";
import type { AgentSignature } from "../../../machines/chat/message.types.ts";
import type { ChatId } from "../../../machines/ids.ts";
import { agentAddress, soloConversation } from "../../../machines/tells.ts";
import { asAgentId, asChatId, asMessageId, clientConversation } from "../../../src/core/ids.ts";
import { readChat } from "../../../src/domain/chat/queries/chat-queries.ts";
import { configureAgent, removeAgent } from "../../../src/domain/configure.ts";
import { newBotNotice } from "../../../src/domain/new-ids.ts";
import type { Store } from "../../../src/ports/store.ts";
import { StoreError } from "../../../src/ports/store-errors.ts";
import type { World } from "../../actors/world.ts";
import { acceptBy, channelId, createWorld, kim, openChat, profile, settings } from "../../actors/world.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";

const lee: AgentSignature = { id: asAgentId(2), name: "Lee", photo: null };

async function transfer(world: World, chatId: ChatId, to: ChatOffer): Promise<void> {
  const nowMs = world.clock.nowMs();
  const messageId = asMessageId(`transfer-${chatId}`);
  await world.step(chatId, {
    type: "chat.transfer-requested",
    nowMs,
    agent: kim,
    isAdministrator: true,
    to,
    messageId,
    notice: newBotNotice(nowMs),
    acceptTimeoutMs: settings.acceptTimeoutMs,
  });
}

/** Returns the state of a chat with its agent, or with the agent or department to which it is offered. */
async function holderOf(world: World, chatId: ChatId): Promise<string> {
  const chat = await readChat(world.store, chatId);
  if (chat === undefined) return "none";
  const { agent, offer } = chat.context;
  return `${chat.state} ${agent?.name ?? "nobody"}${offer === null ? "" : `, offered to ${offer.name}`}`;
}

/** Opens seven chats. Kim has 1 and 2, Lee has 4. 3 is offered to Kim, 6 to Lee. 5 is offered to Sales. Kim has closed 7. */
async function openSeven(store?: Store): Promise<World> {
  const world = await createWorld(store === undefined ? {} : { store });
  await configureAgent(world.runtime, { ...profile, id: lee.id, name: "Lee", email: "lee@example.com" });
  for (let client = 1; client <= 7; client += 1) await openChat(world, `c${client}`);
  await transfer(world, asChatId("3"), { kind: "agent", id: kim.id, name: kim.name });
  await transfer(world, asChatId("4"), { kind: "agent", id: lee.id, name: lee.name });
  await world.step(asChatId("4"), acceptBy(lee, world.clock.nowMs()));
  await transfer(world, asChatId("5"), { kind: "department", id: Number(kim.id), name: "Sales" });
  await transfer(world, asChatId("6"), { kind: "agent", id: lee.id, name: lee.name });
  await world.step(asChatId("7"), { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent: kim });
  return world;
}
const holders = (world: World): Promise<readonly string[]> =>
  Promise.all(["1", "2", "3", "4", "5", "6", "7"].map((id) => holderOf(world, asChatId(id))));
const released = [
  "waiting nobody",
  "waiting nobody",
  "waiting nobody",
  "with_agent Lee",
  "waiting nobody, offered to Sales",
  "waiting nobody, offered to Lee",
  "closed Kim",
];
const noted = (world: World): Promise<readonly unknown[]> =>
  world.store.scan("fact", { after: ["agent-leaves/"], until: ["agent-leaves0"], limit: 9 });

t.test(
  "the chats of a removed agent, and the chats offered to it, wait for any agent, and the desk shows this",
  async (t) => {
    const world = await openSeven();
    await world.runtime.feed.whenShown();
    world.frames.length = 0;
    await removeAgent(world.runtime, kim.id);
    await world.runtime.feed.whenShown();
    t.strictSame(await holders(world), released);
    t.equal(world.runtime.directory.agent(kim.id), undefined);
    t.match(world.runtime.directory.agentEver(kim.id), { profile: { name: "Kim" }, isRemoved: true });
    const shown = world.frames
      .filter(({ topic, frame }) => topic === "desk" && frame["type"] === "chat")
      .map(({ frame }) => frame["chat"] as { id: string; state: string; agent: unknown; offeredTo: unknown });
    t.strictSame(shown.map(({ id }) => id).sort(), ["1", "2", "3"]);
    t.ok(shown.every(({ state, agent, offeredTo }) => state === "waiting" && agent === null && offeredTo === null));
    t.strictSame(await noted(world), [], "no work is left");
    t.ok((await world.step(asChatId("1"), acceptBy(lee, 1))).ok);
  },
);

t.test("removing an agent twice, or an agent without chats, changes nothing", async (t) => {
  const world = await openSeven();
  await removeAgent(world.runtime, kim.id);
  await world.step(asChatId("1"), acceptBy(lee, 1));
  await removeAgent(world.runtime, kim.id);
  t.strictSame(await holders(world), ["with_agent Lee", ...released.slice(1)]);
});

t.test("a chat that the agent accepts during the removal is released, too", async (t) => {
  const inner = createMemoryStore();
  let afterCommit: ((conversations: readonly string[]) => void) | null = null;
  const store: Store = {
    ...inner,
    async commit(needs, apply) {
      const names = [...(needs.conversations ?? [])];
      await inner.commit(needs, apply);
      afterCommit?.(names);
    },
  };
  const world = await createWorld({ store });
  await world.say("c1", "question");
  let accepting: Promise<unknown> = Promise.resolve();
  afterCommit = (names) => {
    if (!names.includes(agentAddress(kim.id))) return;
    afterCommit = null;
    accepting = world.step(asChatId("1"), acceptBy(kim, 1));
  };
  await removeAgent(world.runtime, kim.id);
  t.match(await accepting, { ok: true }, "the agent still existed at the time of the request");
  t.equal(await holderOf(world, asChatId("1")), "waiting nobody");
});

t.test("after a kill before the chats are released, the next process releases them", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await openSeven(store);
  failNext(1_000, clientConversation(channelId, "c2"));
  void removeAgent(world.runtime, kim.id);
  await world.settle();
  t.equal(await holderOf(world, asChatId("2")), "with_agent Kim", "the chat could not be released");
  failNext(0);
  const again = await world.restart();
  t.strictSame(await holders(again), released);
  t.strictSame(await noted(again), []);
});

t.test("after a kill before the agent is removed, the agent still exists with its chats", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await openSeven(store);
  failNext(1, soloConversation(agentAddress(kim.id)));
  await t.rejects(removeAgent(world.runtime, kim.id), StoreError);
  const before = await holders(world);
  t.match(before, ["with_agent Kim", "with_agent Kim"]);
  const again = await world.restart();
  t.strictSame(await holders(again), before);
  t.match(again.runtime.directory.agent(kim.id), { isRemoved: false });
  t.strictSame(await noted(again), [], "a later start does not release them");
});

t.test("an agent that is created again starts without chats", async (t) => {
  const world = await openSeven();
  await removeAgent(world.runtime, kim.id);
  await configureAgent(world.runtime, profile);
  t.match(world.runtime.directory.agent(kim.id), { isAvailable: false, isRemoved: false });
  t.strictSame(await holders(world), released);
  const again = await world.restart();
  t.match(again.runtime.directory.agent(kim.id), { isAvailable: false, isRemoved: false });
});

t.test("more chats than one page are released", async (t) => {
  const world = await createWorld();
  for (let client = 0; client < 130; client += 1) await openChat(world, `c${client}`);
  await removeAgent(world.runtime, kim.id);
  const left = await world.store.scan("chatState", { prefix: ["with_agent"], limit: 200 });
  t.strictSame(left, []);
  t.equal((await world.store.scan("chatState", { prefix: ["waiting"], limit: 200 })).length, 130);
});
