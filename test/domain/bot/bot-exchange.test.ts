import t from "tap";
import type { ChatId } from "../../../machines/ids.ts";
import type { AttemptFailure } from "../../../machines/tells.ts";
import { botAddress, chatAddress } from "../../../machines/tells.ts";
import { asChatId, clientConversation } from "../../../src/core/ids.ts";
import { readBotConversation } from "../../../src/domain/bot/bot-actor.ts";
import { readChat, readMessage } from "../../../src/domain/chat/queries/chat-queries.ts";
import { readDelivery } from "../../../src/domain/delivery/delivery-actor.ts";
import { newBotNotice } from "../../../src/domain/new-ids.ts";
import type { OutboundOutcome } from "../../../src/ports/outbound.ts";
import type { World, WorldOptions } from "../../actors/world.ts";
import { acceptBy, bot, channelId, createWorld, kim, robin, settings } from "../../actors/world.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";

const failure: AttemptFailure = { kind: "http_status", code: "http_status", message: "The bot answered HTTP 503." };
const failed: Partial<OutboundOutcome> = { httpStatus: 503, failure };
const one = asChatId("1");

const createBotWorld = (options: WorldOptions = {}): Promise<World> =>
  createWorld({ ...options, channel: { bot, agentKeywords: ["agent"] } });
const states = async (world: World, chatId = one): Promise<readonly (string | undefined)[]> => [
  (await readChat(world.store, chatId))?.state,
  (await readBotConversation(world.store, chatId))?.state,
];
/** Returns the events that the bot received, one entry for each attempt. */
const sent = (world: World): readonly string[] =>
  world.botEvents.map(({ event }) => (event.event === "CLIENT_MESSAGE" ? event.text : event.event));
const botDelivery = async (world: World, seq: number, chatId = one) => {
  const id = (await readMessage(world.store, chatId, seq))?.message.botDeliveryId;
  return id === undefined ? undefined : await readDelivery(world.store, id);
};
const accept = (world: World, chatId: ChatId = one) => world.step(chatId, acceptBy(kim, world.clock.nowMs()));

t.test("every step of an exchange is one commit, and nothing is sent before the commit", async (t) => {
  const { store, commits, hold } = createFaultyStore();
  const world = await createBotWorld({ store });
  await world.kimEnters();
  let before = commits();
  const counted = async (step: () => Promise<unknown>): Promise<number> => {
    before = commits();
    await step();
    await world.settle();
    return commits() - before;
  };
  const letGo = hold();
  const saying = world.say("c1", "Hello");
  for (let tick = 0; tick < 10; tick += 1) await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(sent(world), [], "the commit is not durable yet");
  letGo();
  t.ok((await saying).ok);
  await world.settle();
  t.match(world.botEvents, [
    {
      channelId,
      channelKind: "api",
      bot,
      attempt: 1,
      timeoutMs: 3_000,
      event: { event: "CLIENT_MESSAGE", text: "Hello" },
    },
  ]);
  t.strictSame(await states(world), ["with_bot", "with_bot"]);
  t.match(await botDelivery(world, 1), { state: "attempting", context: { messageId: world.botEvents[0]?.eventId } });
  t.strictSame(await store.read("clientNumber", [1]), { conversation: clientConversation(channelId, "c1") });

  t.equal(await counted(async () => world.botEvents[0]?.answer()), 1);
  t.equal((await botDelivery(world, 1))?.state, "delivered");
  t.equal(await counted(() => world.botSays(one, "Hi, I am Robin")), 1);
  t.match(world.attempts, [{ content: { text: "Hi, I am Robin" }, sender: robin, attempt: 1 }]);
  t.match(await readMessage(store, one, 2), { message: { from: "bot" }, delivery: { state: "attempting" } });
  t.equal(await counted(async () => world.attempts[0]?.answer()), 1);
  t.equal(await counted(() => world.say("c1", "more")), 1);
  t.equal(await counted(async () => world.botEvents[1]?.answer()), 1);
  t.equal(await counted(() => world.botInvites(one)), 1);
  t.strictSame(await states(world), ["waiting", "offering"]);
  t.equal(await counted(() => accept(world)), 1);
  t.strictSame(await states(world), ["with_agent", "with_agent"]);
  t.equal(await counted(async () => world.botEvents[2]?.answer()), 1);
  t.strictSame(sent(world), ["Hello", "more", "AGENT_JOINED"]);
  t.equal(await counted(() => world.pass(120_000)), 0, "no deadline is left");
  t.strictSame(await store.scan("deadline", { limit: 10 }), []);
  t.strictSame(await world.texts(one), ["Hello", "Hi, I am Robin", "more", "Kim took the chat; the bot is notified."]);
});

t.test("a failed commit leaves neither a chat nor an event, and the next message starts from scratch", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await createBotWorld({ store });
  failNext(1);
  t.match(await world.say("c1", "lost"), { ok: false });
  await world.settle();
  t.strictSame([sent(world), await states(world)], [[], [undefined, undefined]]);
  t.ok((await world.say("c1", "Hello")).ok);
  await world.settle();
  const chatId = asChatId(String((await store.read("counter", ["chat"]))?.last));
  await world.botEvents[0]?.answer();
  failNext(1);
  t.match(await world.botSays(chatId, "lost"), { ok: false });
  await world.settle();
  t.strictSame([await world.texts(chatId), world.attempts.length], [["Hello"], 0]);
  t.ok((await world.botSays(chatId, "Hi")).ok);
  t.strictSame(await world.texts(chatId), ["Hello", "Hi"]);
});

t.test(
  "[BOT-17, BOT-22] the third failure causes the hand-over, no earlier one does; waiting events are never sent",
  async (t) => {
    const world = await createBotWorld();
    const t0 = world.clock.nowMs();
    await world.say("c1", "one");
    await world.say("c1", "two");
    await world.settle();
    for (const index of [0, 1]) {
      await world.botEvents[index]?.answer(failed);
      await world.pass(2_900);
      t.equal(world.botEvents.length, index + 1, "not before the deadline");
      await world.pass(100);
    }
    t.strictSame(
      [sent(world), await states(world)],
      [
        ["one", "one", "one"],
        ["with_bot", "with_bot"],
      ],
    );
    await world.pass(2_900);
    t.strictSame(await states(world), ["with_bot", "with_bot"]);
    await world.botEvents[2]?.answer(failed);
    t.strictSame(await states(world), ["waiting", "ended"]);
    t.ok(world.clock.nowMs() - t0 <= 9_000);
    t.strictSame(
      world.botEvents.map(({ atMs, eventId }) => [atMs - t0, eventId]),
      [0, 3_000, 6_000].map((ms) => [ms, world.botEvents[0]?.eventId]),
      "the same id",
    );
    t.match(await botDelivery(world, 1), { state: "failed", context: { error: failure } });
    t.match(await botDelivery(world, 2), { state: "failed", context: { error: { kind: "bot_ended" }, attempts: [] } });
    t.strictSame(await world.texts(one), ["one", "two", "The bot failed: The bot answered HTTP 503."]);

    await world.say("c1", "three");
    await world.botSays(one, "late");
    await accept(world);
    await world.pass(60_000);
    t.strictSame(sent(world), ["one", "one", "one"], "no further event, and no AGENT_JOINED");
    t.equal(world.attempts.length, 0, "[BOT-34] a late message of the bot is not shown");
    t.match((await readMessage(world.store, one, 5))?.message, { from: "bot", isHidden: true, deliveryId: null });

    await world.step(one, { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent: kim });
    await world.say("c1", "again");
    await world.settle();
    t.strictSame(await states(world, asChatId("2")), ["with_bot", "with_bot"], "the next chat starts with the bot");
    t.equal(sent(world).at(-1), "again");
  },
);

t.test("the series continues after a restart, and a request in flight counts", async (t) => {
  const world = await createBotWorld();
  const t0 = world.clock.nowMs();
  await world.say("c1", "Hello");
  await world.settle();
  await world.pass(1_000);
  const again = await world.restart();
  await again.settle();
  t.strictSame([again.botEvents.length, await states(again)], [0, ["with_bot", "with_bot"]], "not early");
  await again.pass(2_000);
  await again.botEvents[0]?.answer(failed);
  await again.pass(3_000);
  t.strictSame(
    again.botEvents.map(({ atMs, attempt, eventId }) => [atMs - t0, attempt, eventId]),
    [
      [3_000, 2, world.botEvents[0]?.eventId],
      [6_000, 3, world.botEvents[0]?.eventId],
    ],
  );
  await again.botEvents[1]?.answer();
  t.strictSame(await states(again), ["with_bot", "with_bot"]);
  t.equal((await botDelivery(again, 1))?.state, "delivered");
});

t.test("[BOT-18] an overdue request is sent at once after a restart, the next request 3 s later", async (t) => {
  const world = await createBotWorld();
  await world.say("c1", "Hello");
  await world.settle();
  await world.botEvents[0]?.answer(failed);
  world.clock.advance(20_000);
  const again = await world.restart();
  again.clock.advance(0);
  await again.settle();
  const t1 = again.clock.nowMs();
  t.equal(again.botEvents.length, 1);
  await again.botEvents[0]?.answer(failed);
  await again.pass(2_900);
  t.equal(again.botEvents.length, 1);
  await again.pass(100);
  t.equal((again.botEvents[1]?.atMs ?? 0) - t1, 3_000);
});

t.test("if the third request is in flight at a kill, the hand-over follows right after the restart", async (t) => {
  const world = await createBotWorld();
  await world.say("c1", "Hello");
  await world.say("c1", "behind");
  await world.settle();
  for (const index of [0, 1]) {
    await world.botEvents[index]?.answer(failed);
    await world.pass(3_000);
  }
  const again = await world.restart();
  await again.settle();
  t.strictSame(await states(again), ["waiting", "ended"]);
  t.match((await again.texts(one)).at(-1), /^The bot failed: .*unknown\.$/);
  t.match(await botDelivery(again, 2), { state: "failed", context: { attempts: [] } });
  await again.pass(20_000);
  t.equal(again.botEvents.length, 0);
});

t.test("the end of an offer survives a kill: on time, and at once when it is overdue", async (t) => {
  for (const passedMs of [20_000, 90_000]) {
    const world = await createBotWorld();
    await world.kimEnters();
    await world.say("c1", "Hello");
    await world.settle();
    await world.botEvents[0]?.answer();
    await world.botInvites(one);
    t.strictSame(await states(world), ["waiting", "offering"]);
    const again = await world.restart();
    if (passedMs < 60_000) {
      await again.pass(passedMs);
      t.strictSame(await states(again), ["waiting", "offering"], "not early");
      await again.say("c1", "kept for the agents");
      await again.pass(39_900);
      t.strictSame([sent(again), await states(again)], [[], ["waiting", "offering"]]);
      await again.pass(100);
    } else {
      again.clock.advance(passedMs);
      await again.settle();
    }
    t.strictSame([sent(again), await states(again)], [["AGENT_UNAVAILABLE"], ["unstaffed", "unstaffed"]]);
    const third = await again.restart();
    await third.pass(3_000);
    t.match(third.botEvents, [{ attempt: 2, event: { event: "AGENT_UNAVAILABLE" } }]);
    await third.botEvents[0]?.answer();
    await third.say("c1", "my mail is …");
    await third.settle();
    t.match(third.botEvents[1], { attempt: 1, event: { event: "CLIENT_MESSAGE", text: "my mail is …" } });
    t.strictSame(await states(third), ["unstaffed", "unstaffed"], "");
  }
});

t.test(
  "[BOT-16] after a kill that follows an agent's acceptance, waiting events and AGENT_JOINED are sent in order",
  async (t) => {
    const world = await createBotWorld();
    for (const text of ["one", "two"]) await world.say("c1", text);
    await world.settle();
    await accept(world);
    const again = await world.restart();
    await again.say("c1", "for Kim");
    await again.botSays(one, "too late");
    await again.pass(3_000);
    for (let index = 0; index < 3; index += 1) await again.botEvents[index]?.answer();
    await again.pass(60_000);
    t.strictSame(
      [sent(again), await states(again)],
      [
        ["one", "two", "AGENT_JOINED"],
        ["with_agent", "with_agent"],
      ],
    );
    t.equal(again.attempts.length, 0);
    const third = await again.restart();
    await third.pass(60_000);
    t.strictSame(sent(third), []);
  },
);

t.test("[BOT-23] an AGENT_JOINED that fails, or is interrupted by kills, changes nothing for the agent", async (t) => {
  const world = await createBotWorld();
  await world.say("c1", "one");
  await world.settle();
  await world.botEvents[0]?.answer();
  await accept(world);
  await world.settle();
  await world.botEvents[1]?.answer(failed);
  const again = await world.restart();
  await again.pass(3_000);
  await again.botEvents[0]?.answer(failed);
  await again.pass(3_000);
  const third = await again.restart();
  await third.settle();
  t.strictSame(await states(third), ["with_agent", "with_agent"]);
  t.strictSame(await third.texts(one), ["one", "Kim took the chat; the bot is notified."]);
  t.match(await botDelivery(third, 2), { state: "failed", context: { error: { kind: "interrupted" } } });
});

t.test("if the chat refuses an event, the step of its bot conversation is undone", async (t) => {
  const world = await createBotWorld();
  await world.say("c1", "Hello");
  await world.settle();
  await world.botEvents[0]?.answer();
  for (let number = 0; number < 501; number += 1) await world.botSays(one, `bot ${number}`);
  const rows = async (): Promise<readonly unknown[]> => [
    await world.store.read("actor", [botAddress(one)]),
    await world.store.read("actor", [chatAddress(one)]),
    (await world.texts(one)).length,
  ];
  const before = await rows();
  const content = { type: "text", text: "one too many", media: null } as const;
  const nowMs = world.clock.nowMs();
  const { lineId, deliveryId, eventId } = newBotNotice(nowMs);
  const post = {
    type: "bot.message-posted",
    nowMs,
    posted: { id: "evt-1", fingerprint: "f" },
    message: { id: eventId, content },
    outward: content,
    sender: robin,
    deliveryId,
    lineId,
  } as const;
  t.match(await world.stepBot(one, post), { ok: false, failure: { code: "conflict" } });
  await world.settle();
  t.strictSame(await rows(), before, "nothing is stored");
  t.equal(await readDelivery(world.store, deliveryId), undefined);
  const [refused, noted] = await Promise.all([
    world.stepBot(one, post),
    world.step(one, { type: "typing.received", nowMs, state: "typein" }),
  ]);
  t.match(refused, { ok: false, failure: { code: "conflict" } });
  t.match(noted, { ok: true, context: { isClientTyping: true } }, "the event of the same tick is not lost");
  t.strictSame((await rows())[0], before[0]);
  await world.attempts[0]?.answer();
  t.ok((await world.stepBot(one, post)).ok, "a second try is not a repeat, because the first was undone");
  t.equal((await world.texts(one)).at(-1), "one too many");
});

t.test(
  "if an agent and the bot act in the same tick, their order decides whether the bot's message is shown",
  async (t) => {
    const world = await createBotWorld();
    for (const client of ["c1", "c2"]) await world.say(client, "Hello");
    const two = asChatId("2");
    await Promise.all([
      world.botSays(one, "in time"),
      accept(world),
      accept(world, two),
      world.botSays(two, "too late"),
      world.say("c2", "for Kim"),
    ]);
    await world.settle();
    t.strictSame(
      world.attempts.map(({ content }) => content.text),
      ["in time"],
    );
    t.match((await readMessage(world.store, two, 3))?.message, { content: { text: "too late" }, isHidden: true });
    for (const { answer } of world.botEvents) await answer();
    t.strictSame(sent(world), ["Hello", "Hello", "AGENT_JOINED", "AGENT_JOINED"]);
  },
);

t.test("[BOT-46] a keyword asks for an agent, regardless of its case and of surrounding blanks", async (t) => {
  const world = await createBotWorld();
  await world.say("c1", "I want an agent");
  await world.say("c1", " AGENT\n");
  await world.settle();
  t.strictSame(await states(world), ["unstaffed", "unstaffed"], "no agent is there");
  await world.kimEnters();
  await world.say("c2", "Agent");
  await world.settle();
  t.strictSame(await states(world, asChatId("2")), ["waiting", "offering"]);
  await world.botEvents[0]?.answer();
  t.strictSame(sent(world), ["I want an agent", "Agent", "AGENT_UNAVAILABLE"]);
});

t.test("a chat that was open when the bot was connected stays with the agents", async (t) => {
  const world = await createWorld();
  await world.say("c1", "Hello");
  const again = await createBotWorld({ store: world.store, clock: world.clock, processId: "with a bot" });
  t.equal(again.runtime.directory.find(channelId)?.settings.bot?.token, bot.token);
  await again.say("c1", "still there?");
  await again.say("c2", "new");
  await again.settle();
  t.strictSame(await states(again), ["waiting", undefined]);
  t.strictSame(sent(again), ["new"]);
  t.equal(settings.bot, null);
});
