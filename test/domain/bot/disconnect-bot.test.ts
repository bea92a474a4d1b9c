import t from "tap";
import type { ChatId } from "../../../machines/ids.ts";
import { asChannelId, asChatId } from "../../../src/core/ids.ts";
import { readBotConversation } from "../../../src/domain/bot/bot-actor.ts";
import { readChat } from "../../../src/domain/chat/queries/chat-queries.ts";
import { configureChannel, removeChannel } from "../../../src/domain/configure.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { World } from "../../actors/world.ts";
import { acceptBy, bot, channelId, createWorld, kim, settings } from "../../actors/world.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";

const withBot = { ...settings, bot };
const elsewhere = { ...withBot, id: asChannelId("OTHERAPP01"), bot: { ...bot, token: "0ther" } };
const failed = {
  httpStatus: 503,
  failure: { kind: "http_status", code: "http_status", message: "The bot answered HTTP 503." },
} as const;

const chat = (number: number): ChatId => asChatId(String(number));
async function states(world: World): Promise<readonly string[]> {
  const count = (await world.store.read("counter", ["chat"]))?.last ?? 0;
  const ids = Array.from({ length: count }, (_, index) => chat(index + 1));
  return Promise.all(
    ids.map(
      async (id) =>
        `${(await readChat(world.store, id))?.state} ${(await readBotConversation(world.store, id))?.state}`,
    ),
  );
}
const before = [
  "with_bot with_bot",
  "with_bot with_bot",
  "waiting offering",
  "unstaffed unstaffed",
  "with_agent with_agent",
  "closed closed",
  "with_bot with_bot",
];
const after = [
  "waiting ended",
  "waiting ended",
  "waiting ended",
  "waiting ended",
  "with_agent with_agent",
  "closed closed",
  "with_bot with_bot",
];

/** Makes a chat in each state, numbered as in `before`. The second has one event in flight and one waiting. The last has another bot. */
async function prepare(store: Store = createMemoryStore()): Promise<World> {
  const world = await createWorld({ store, channel: { bot } });
  await configureChannel(world.runtime, elsewhere);
  for (const number of [1, 2, 3, 4, 5, 6]) await world.say(`c${number}`, "Hello");
  await world.say("c2", "behind it");
  await world.say("c7", "Hello", elsewhere.id);
  await world.settle();
  for (const [index, { answer }] of world.botEvents.entries()) if (index !== 1) await answer();
  await world.botInvites(chat(4));
  await world.kimEnters();
  await world.botInvites(chat(3));
  const nowMs = world.clock.nowMs();
  await world.step(chat(5), acceptBy(kim, nowMs));
  await world.step(chat(6), { type: "chat.close-requested", nowMs, agent: kim });
  await world.settle();
  for (const { answer, event } of world.botEvents.slice(7)) if (event.event !== "CLIENT_MESSAGE") await answer();
  return world;
}

t.test("[BOT-08] disconnecting the bot moves its chats to the agents from every state", async (t) => {
  const world = await prepare();
  t.strictSame(await states(world), before);
  const sent = world.botEvents.length;
  await configureChannel(world.runtime, settings);
  t.strictSame(await states(world), after);
  t.equal((await world.texts(chat(1))).at(-1), "The bot was disconnected from the channel.");
  await world.botEvents[1]?.answer(failed);
  await world.say("c1", "for the agents");
  await world.step(chat(1), acceptBy(kim, world.clock.nowMs()));
  await world.say("c8", "a new chat");
  await world.pass(70_000);
  t.equal(world.botEvents.length, sent, "nothing more is sent: no retry, no waiting event, no AGENT_JOINED");
  t.strictSame((await states(world)).at(-1), "waiting undefined");
  t.equal((await readBotConversation(world.store, chat(5)))?.state, "with_agent");
  t.strictSame(await world.store.scan("deadline", { limit: 9 }), []);
});

t.test("a new provider means another bot; a new token or endpoint does not", async (t) => {
  const world = await prepare();
  const renamed = { ...bot, token: "n3w", endpoint: "https://other.example/hook" };
  await configureChannel(world.runtime, { ...settings, bot: renamed });
  t.strictSame(await states(world), before);
  await world.botEvents[1]?.answer(failed);
  await world.pass(3_000);
  t.match(world.botEvents.at(-1), { attempt: 2, bot: renamed }, "from the next attempt on");
  t.equal(world.runtime.directory.findBot(bot.providerId, bot.token), undefined);
  await configureChannel(world.runtime, { ...settings, bot: { ...renamed, providerId: "other-bots" } });
  t.strictSame(await states(world), after);
  await world.say("c8", "a new chat");
  await world.settle();
  t.match(world.botEvents.at(-1), { bot: { providerId: "other-bots" }, event: { text: "a new chat" } });
});

t.test("removing a channel disconnects its bot", async (t) => {
  const world = await prepare();
  await removeChannel(world.runtime, channelId);
  t.strictSame(await states(world), after);
  t.equal(world.runtime.directory.findBot(bot.providerId, bot.token), undefined);
  t.ok(world.runtime.directory.findBot(bot.providerId, "0ther"));
});

/** A store for a process that is killed: after the given number of commits, no further commit is made. */
function createMortalStore(inner: Store): { readonly store: Store; dieAfter(commits: number): void } {
  let left = Number.POSITIVE_INFINITY;
  const never = new Promise<never>(() => undefined);
  const store: Store = {
    read: (table, key) => inner.read(table, key),
    durable: inner.durable,
    scan: (table, range) => inner.scan(table, range),
    close: () => inner.close(),
    commit(needs, apply) {
      left -= 1;
      return left < 0 ? never : inner.commit(needs, apply);
    },
  };
  return {
    store,
    dieAfter: (commits) => {
      left = commits;
    },
  };
}

t.test("after a kill at any commit, the next process finishes the disconnection, or it has never begun", async (t) => {
  for (let commits = 0; commits < 8; commits += 1) {
    const inner = createMemoryStore();
    const { store, dieAfter } = createMortalStore(inner);
    const world = await prepare(store);
    dieAfter(commits);
    const done = configureChannel(world.runtime, settings).then(() => "done");
    const ticks = Array.from({ length: 60 }).reduce<Promise<unknown>>(
      (passed) => passed.then(() => new Promise((resolve) => setImmediate(resolve))),
      Promise.resolve(),
    );
    const isDone = (await Promise.race([done, ticks])) === "done";
    const { clock } = world;
    const next = await createWorld({ store: inner, clock, processId: `next-${commits}`, isDeclared: false });
    const isConnected = next.runtime.directory.find(channelId)?.settings.bot !== null;
    t.equal(isConnected, commits < 2, `${commits} commits`);
    t.strictSame(await states(next), isConnected ? before : after, `${commits} commits`);
    const notes = await inner.scan("fact", { after: ["bot-leaves/"], until: ["bot-leaves0"], limit: 9 });
    t.strictSame(notes, [], "no mark of the disconnection is left");
    if (isDone) t.ok(commits >= 4, `done with ${commits} commits`);
  }
});

t.test("more chats than one page are moved, and also chats that begin meanwhile", async (t) => {
  const world = await createWorld({ channel: { bot } });
  const count = 250;
  await Promise.all(Array.from({ length: count }, (_, index) => world.say(`many-${index}`, "Hello")));
  const disconnecting = configureChannel(world.runtime, settings);
  const meanwhile = Array.from({ length: 20 }, (_, index) => world.say(`late-${index}`, "Hello"));
  await Promise.all([disconnecting, ...meanwhile]);
  await world.settle();
  const found = await states(world);
  t.equal(found.length, count + 20);
  t.strictSame(
    found.filter((state) => !["waiting ended", "waiting undefined"].includes(state)),
    [],
  );
});

t.test("events for one provider's bot are never sent to another provider's bot", async (t) => {
  const world = await createWorld({ channel: { bot } });
  for (const text of ["Hello", "behind it"]) await world.say("c1", text);
  await world.say("c2", "Hello");
  await world.settle();
  for (const number of [1, 2]) await world.step(chat(number), acceptBy(kim, world.clock.nowMs()));
  await world.botEvents[0]?.answer(failed);
  await world.botEvents[1]?.answer();
  await world.botEvents[2]?.answer(failed);
  const sent = world.botEvents.length;
  await configureChannel(world.runtime, { ...settings, bot: { ...bot, providerId: "other-bots" } });
  await world.pass(20_000);
  t.equal(world.botEvents.length, sent);
  t.strictSame(await states(world), ["with_agent ended", "with_agent with_agent"]);
  t.strictSame(await world.store.scan("deadline", { limit: 9 }), []);
});

t.test("chats that begin with the new bot stay with it while the previous bot's chats are moved", async (t) => {
  const world = await createWorld({ channel: { bot } });
  for (let number = 0; number < 250; number += 1) void world.say(`former-${number}`, "Hello");
  await world.settle();
  const replacing = configureChannel(world.runtime, { ...settings, bot: { ...bot, providerId: "other-bots" } });
  const meanwhile: Promise<unknown>[] = [];
  for (let number = 0; number < 40; number += 1) {
    meanwhile.push(world.say(`new-${number}`, "Hello"));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all([replacing, ...meanwhile]);
  await world.settle();
  const stated = await states(world);
  const found = await Promise.all(
    stated.map(async (state, index) => {
      const whose = (await readBotConversation(world.store, chat(index + 1)))?.context.providerId;
      return `${whose}: ${state}`;
    }),
  );
  t.strictSame(new Set(found), new Set([`${bot.providerId}: waiting ended`, "other-bots: with_bot with_bot"]));
});
