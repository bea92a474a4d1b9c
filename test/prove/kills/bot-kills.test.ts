import type { Test } from "tap";
import t from "tap";
import type { DeskMessage } from "../../../src/codec/desk/desk.ts";
import { botFaults, toldTo } from "../../system/harness/laws/bot-laws.ts";
import { earlyToleranceMs, lateToleranceMs, nowMs, stallMs, untilMs } from "../../system/harness/time.ts";
import {
  bringAll,
  killedCases,
  laneTexts,
  repliesTo,
  replyAll,
  sayAll,
  talkers,
} from "../../system/harness/worlds/bot-cases.ts";
import type { BotCase } from "../../system/harness/worlds/bot-world.ts";
import { BotWorld, otherToken, shortOfferMs } from "../../system/harness/worlds/bot-world.ts";

const refused = { status: 503 } as const;
const refusal = "The bot failed: The bot answered HTTP 503.";
const silence = "The bot failed: The bot did not answer within 3 s.";
const unknown =
  "The bot failed: The service was restarted during the last attempt; whether the event arrived is unknown.";
const timeoutMs = 3_000;
/** An extra request would have arrived within this time. */
const watchMs = 3_500;

t.setTimeout(300_000);
t.teardown(() => t.comment(`the longest stall of this process was ${stallMs()} ms`));
t.jobs = 3;

const says = (messages: readonly DeskMessage[]): readonly string[] =>
  messages.map(({ from, hidden, text }) => `${from}${hidden ? ", hidden" : ""}: ${text}`);

/**
 * Checks that the hand-over was shown when the third request had failed, or right after the restart that ended the request.
 * Source: BOT-18, DEL-25.
 */
async function checkHandOver(t: Test, world: BotWorld, client: string, what: string, reason: string): Promise<void> {
  const { atMs, message } = await world.untilBotFailed(client);
  t.equal(message.text, reason, client);
  const third = world.bot.eventsOf(client, what)[2]?.atMs ?? Number.NaN;
  const kill = world.outages.find(({ killedAtMs }) => killedAtMs > third);
  const answeredAtMs = third + (reason === silence ? timeoutMs : 0);
  // On a busy machine the kill can happen after the request's end.
  const cutAtMs = Math.min(kill?.killedAtMs ?? Number.NaN, third + timeoutMs);
  const failedAtMs = reason === unknown ? cutAtMs : answeredAtMs;
  const outage = world.outages.find(
    ({ killedAtMs, deskReadyAtMs }) => killedAtMs <= failedAtMs + earlyToleranceMs() && failedAtMs <= deskReadyAtMs,
  );
  const dueAtMs = outage?.deskReadyAtMs ?? failedAtMs;
  t.ok(atMs >= failedAtMs - earlyToleranceMs(), `${client}: not before the third has failed`);
  t.ok(atMs <= dueAtMs + lateToleranceMs(), `${client}: ${Math.round(atMs - dueAtMs)} ms late`);
  await world.untilState(client, "waiting");
}

/** Checks that no rule was broken and that no more requests arrive. */
async function checkTheEnd(t: Test, world: BotWorld, clients: readonly string[]): Promise<void> {
  await world.untilQuiet();
  const count = world.bot.events.length;
  await untilMs(nowMs() + watchMs);
  t.equal(world.bot.events.length, count, "nothing more is sent to the bot");
  t.strictSame(botFaults(world, clients), [], "ids, order and clock");
  t.strictSame([world.desk.resyncs, world.desk.repeats], [0, 0], "the desk was shown each thing once");
}

t.test("a kill while chats are in every state", { buffered: true }, async (t) => {
  const world = await BotWorld.open(t, killedCases);
  const { bot, customerSystem, desk } = world;
  const { invitedAtMs, answered } = await bringAll(world);
  const { killedAtMs, readyAtMs } = await world.kill();

  await t.test(
    "[DEL-25, BOT-18] the third request was in flight: the chat is with the agents right after the restart",
    async (t) => {
      const third = bot.eventsOf("in the third", "hello")[2]?.atMs ?? 0;
      const ageMs = killedAtMs - third;
      const isOver = ageMs > timeoutMs - earlyToleranceMs();
      t.comment(`the kill met the third request ${Math.round(ageMs)} ms old`);
      // On a busy machine the kill can happen just after the request's end.
      const { message } = await world.untilBotFailed("in the third");
      await checkHandOver(t, world, "in the third", "hello", isOver && message.text === silence ? silence : unknown);
    },
  );

  await t.test("[BOT-35, DEL-29] a reply answered 200 right before the kill is sent, and stored once", async (t) => {
    for (const client of talkers) {
      const before = says((await world.stored(client)).messages).slice(1);
      const count = answered.get(client) ?? 0;
      const about = `${client}: ${count} were answered, ${before.length} are stored`;
      t.ok(before.length === count || before.length === count + 1, about);
    }
    await Promise.all(talkers.map((client) => replyAll(world, client)));
    for (const client of talkers) {
      const { id } = await desk.untilChat(client);
      const expected = repliesTo(client);
      for (const text of expected) t.equal((await desk.untilEnded(id, text)).message.delivery?.state, "delivered");
      const { messages } = await world.stored(client);
      t.strictSame(says(messages), ["client: hello", ...expected.map((text) => `bot: ${text}`)]);
      const sent = customerSystem.requests.filter(({ recipientId }) => recipientId === client);
      t.strictSame([...new Set(sent.map(({ text }) => text))], expected, "in its order");
      t.strictSame(
        [...new Set(sent.map(({ messageId }) => messageId))],
        messages.slice(1).map(({ id }) => id),
      );
    }
  });

  await t.test(
    "[BOT-22, BOT-34] after a hand-over the bot gets no events, and its messages are not shown",
    async (t) => {
      const client = "handed over";
      await world.say(client, "anybody?");
      await world.reply(client, "too late");
      await world.accept(client);
      const { state, messages } = await world.stored(client);
      t.equal(state, "with_agent");
      t.strictSame(says(messages), [
        "client: hello",
        "client: behind it",
        `system: ${refusal}`,
        "client: anybody?",
        "bot, hidden: too late",
      ]);
      t.strictSame(customerSystem.requestsOf("too late"), []);
      t.strictSame(toldTo(world, client), ["3 hello"]);
      await world.close(client);
      await world.say(client, "once more");
      await bot.untilEvent(client, "once more", 1);
    },
  );

  await t.test(
    "[BOT-43, BOT-44, BOT-48] an offer survives the kill; an agent who accepts after the kill joins",
    async (t) => {
      await world.invite("offer asked again");
      await world.say("offer asked again", "for the agents");
      for (const client of ["offer accepted", "offer asked again"]) {
        t.equal((await world.stored(client)).state, "waiting");
        await world.accept(client);
        await bot.untilEvent(client, "AGENT_JOINED", 1);
      }
    },
  );

  await t.test("[BOT-45, BOT-47] an offer ends at its time", async (t) => {
    const client = "offer runs out";
    const { atMs } = await bot.untilEvent(client, "AGENT_UNAVAILABLE", 1);
    const dueAtMs = invitedAtMs + shortOfferMs;
    t.ok(atMs >= dueAtMs - earlyToleranceMs(), `${Math.round(dueAtMs - atMs)} ms early`);
    t.ok(atMs <= Math.max(dueAtMs, readyAtMs) + lateToleranceMs(), `${Math.round(atMs - dueAtMs)} ms late`);
    await world.untilState(client, "unstaffed");
    await world.say(client, "my number is 7");
    await bot.untilEvent(client, "my number is 7", 1);
  });

  await t.test("[DEL-22, DEL-23, BOT-17, BOT-18] three requests in total, then the agents get the chat", async (t) => {
    await checkHandOver(t, world, "in the second", "hello", refusal);
    await checkHandOver(t, world, "after the second", "hello", refusal);
    await checkHandOver(t, world, "after the first", "hello", refusal);
    await checkHandOver(t, world, "in the first", "hello", silence);
    await checkHandOver(t, world, "offer, given up", "hello", silence);
    const requests = { "in the first": 2, "in the second": 3, "after the first": 2, "after the second": 3 };
    for (const [start, count] of Object.entries(requests)) {
      await bot.untilEvent(`${start}, recovers`, "hello", count);
      t.strictSame(toldTo(world, start), ["3 hello"]);
    }
  });

  await t.test("[BOT-16, BOT-22] waiting events keep their order, and are dropped with the bot", async (t) => {
    await world.say("lane", "six");
    await bot.untilEvent("lane", "six", 1);
    await checkHandOver(t, world, "lane, given up", "one", silence);
    await bot.untilEvent("lane, closed", "one", 2);
  });

  await t.test(
    "[BOT-16, BOT-23, BOT-47] AGENT_UNAVAILABLE was in flight: if it fails, the chat continues without the bot",
    async (t) => {
      await bot.untilEvent("unavailable", "behind it", 1);
      await checkHandOver(t, world, "unavailable, given up", "AGENT_UNAVAILABLE", silence);
    },
  );

  const clients = Object.keys(killedCases);
  await checkTheEnd(
    t,
    world,
    clients.filter((client) => client !== "handed over"),
  );
  await t.test(
    "[BOT-10, BOT-16, BOT-22, BOT-23, BOT-44, BOT-45] the events that the bot received, and the state of each chat",
    async (t) => {
      for (const [client, { told, state }] of Object.entries(killedCases)) {
        t.strictSame(
          { told: toldTo(world, client), state: (await world.stored(client)).state },
          { told, state },
          client,
        );
      }
    },
  );
});

const downCases: Readonly<Record<string, BotCase>> = {
  silent: { answers: { hello: ["hang"] } },
  "overdue, refused": { answers: { hello: ["hang", refused] } },
  "overdue, recovers": { answers: { hello: ["hang", "ok"] } },
  lane: { answers: { one: ["hang", "hang", "ok"] } },
  "offer is over": { channel: "hurried" },
  unavailable: { channel: "empty", answers: { AGENT_UNAVAILABLE: ["hang"] } },
  joined: { answers: { AGENT_JOINED: ["hang"] } },
};

t.test(
  "a process that is down for longer than the clock, and is killed again and again",
  { buffered: true },
  async (t) => {
    const world = await BotWorld.open(t, downCases);
    const { bot } = world;
    const inFlight = [
      ["silent", "hello"],
      ["lane", "one"],
      ["unavailable", "AGENT_UNAVAILABLE"],
      ["joined", "AGENT_JOINED"],
    ] as const;
    const untilInFlight = (number: number) =>
      Promise.all(inFlight.map(([client, what]) => bot.untilEvent(client, what, number)));
    const greeted = ["offer is over", "unavailable", "joined"];
    await Promise.all(greeted.map((client) => world.say(client, "hello")));
    await Promise.all(greeted.map((client) => bot.untilEvent(client, "hello", 1)));
    await Promise.all([
      ...["silent", "overdue, refused", "overdue, recovers"].map((client) => world.say(client, "hello")),
      ...["offer is over", "unavailable"].map((client) => world.invite(client)),
      world.accept("joined"),
    ]);
    await sayAll(world, "lane");
    await Promise.all([untilInFlight(1), world.untilState("offer is over", "waiting")]);
    const { readyAtMs } = await world.kill(shortOfferMs + 500);

    const { atMs } = await bot.untilEvent("offer is over", "AGENT_UNAVAILABLE", 1);
    await untilInFlight(2);
    await t.test("[BOT-45] an offer whose time ended during the downtime ends right after the restart", async (t) => {
      t.ok(atMs <= readyAtMs + lateToleranceMs(), `${Math.round(atMs - readyAtMs)} ms late`);
      await world.untilState("offer is over", "unstaffed");
    });
    // If a response is not stored before the kill, the request is sent once more.
    await world.untilDelivered("overdue, recovers");
    await world.kill();
    await untilInFlight(3);
    await t.test("[DEL-24] the overdue request is sent at once, the next one 3 s later", async (t) => {
      await checkHandOver(t, world, "overdue, refused", "hello", refusal);
    });
    // Its third answer must be stored before the kill. Otherwise the outcome would be unknown, and the lane's chat would go to
    // the agents.
    await bot.untilEvent("lane", "two", 1);
    await world.kill();
    await t.test("[DEL-25, BOT-23] the third request of each event was in flight", async (t) => {
      await checkHandOver(t, world, "silent", "hello", unknown);
      await checkHandOver(t, world, "unavailable", "AGENT_UNAVAILABLE", unknown);
      await bot.untilEvent("lane", "five", 1);
      t.equal((await world.stored("joined")).state, "with_agent");
    });
    await checkTheEnd(t, world, Object.keys(downCases));
    const told = Object.keys(downCases).filter((client) => client !== "lane");
    t.strictSame(Object.fromEntries(told.map((client) => [client, toldTo(world, client)])), {
      silent: ["3 hello"],
      "overdue, refused": ["3 hello"],
      "overdue, recovers": ["2 hello"],
      "offer is over": ["1 hello", "1 AGENT_UNAVAILABLE"],
      unavailable: ["1 hello", "3 AGENT_UNAVAILABLE"],
      joined: ["1 hello", "3 AGENT_JOINED"],
    });
    await t.test(
      "[BOT-16, DEL-22] the lane keeps its order, and only a request that a kill interrupted is sent twice",
      async (t) => {
        const texts = toldTo(world, "lane").map((line) => line.split(" ")[1]);
        t.strictSame(texts, laneTexts);
        t.equal(toldTo(world, "lane")[0], "3 one");
        const twice = laneTexts.slice(1).filter((text) => bot.eventsOf("lane", text).length > 1);
        t.ok(twice.length <= 1, `came twice: ${twice}`);
      },
    );
  },
);

const disconnected = "The bot was disconnected from the channel.";
const clientsOf = (channel: "leaving" | "replaced", count: number) =>
  Array.from({ length: count }, (_, index) => `${channel} ${index + 1}`);
const leaving = clientsOf("leaving", 300);
const replaced = clientsOf("replaced", 150);

/** How often the desk showed each client's chat as moved. */
const movesOf = ({ desk }: BotWorld, clients: readonly string[]): readonly number[] =>
  clients.map((client) => {
    const shown = desk.shown.get(desk.chats.get(client)?.id ?? "") ?? [];
    return new Set(shown.filter(({ message }) => message.text === disconnected).map(({ message }) => message.seq)).size;
  });

/** Kills the service as soon as the desk shows that one of the chats has moved. Resolves when all have moved. */
async function killInTheMoves(
  t: Test,
  world: BotWorld,
  clients: readonly string[],
  { change, downMs }: { readonly change: Promise<void>; readonly downMs: number },
): Promise<void> {
  const { desk } = world;
  await desk.until("a chat that moves", () => movesOf(world, clients).some((moves) => moves > 0) || undefined);
  const moved = movesOf(world, clients).filter((moves) => moves > 0).length;
  await Promise.all([world.kill(downMs), change]);
  await desk.until("all chats moved", () => movesOf(world, clients).every((moves) => moves > 0) || undefined);
  t.strictSame([...new Set(movesOf(world, clients))], [1], `once each; the kill was seen after ${moved}`);
  const states = new Map((await desk.api.chats()).map(({ client, state }) => [client.id, state]));
  t.strictSame([...new Set(clients.map((client) => states.get(client)))], ["waiting"], "with the agents");
}

t.test("[BOT-08] kills while the chats of a removed bot move to the agents", { buffered: true }, async (t) => {
  const world = await BotWorld.open(t, {
    ...Object.fromEntries(leaving.map((client) => [client, { channel: "leaving" as const }])),
    ...Object.fromEntries(
      [...replaced, "newcomer"].map((client) => [
        client,
        { channel: "replaced" as const, answers: { more: ["hang" as const] } },
      ]),
    ),
  });
  const { bot } = world;
  await Promise.all([world.addChannel("leaving"), world.addChannel("replaced")]);
  for (const client of [...leaving, ...replaced]) await world.say(client, "hello");
  await Promise.all([...leaving, ...replaced].map((client) => bot.untilEvent(client, "hello", 1)));
  const offered = leaving.slice(0, 20);
  await Promise.all(offered.map((client) => world.invite(client)));
  await Promise.all(offered.map((client) => world.untilState(client, "waiting")));

  await t.test("[BOT-08] the bot is disconnected", async (t) => {
    await killInTheMoves(t, world, leaving, { change: world.disconnectBot("leaving"), downMs: 0 });
    await t.rejects(world.reply("leaving 1", "too late"), { message: /got 401$/ });
    await world.say("leaving 1", "for the agents");
    await world.accept("leaving 1");
  });

  await t.test("[BOT-08] another provider's bot replaces it, and gets no events of its chats", async (t) => {
    const busy = replaced.slice(-20);
    await Promise.all(busy.map((client) => world.say(client, "more")));
    await Promise.all(busy.map((client) => bot.untilEvent(client, "more", 1)));
    // Requests in flight are overdue when the service runs again.
    await killInTheMoves(t, world, replaced, { change: world.replaceBot("replaced"), downMs: timeoutMs + 500 });
    await world.say("newcomer", "hello");
    await bot.untilEvent("newcomer", "hello", 1);
    await world.accept("replaced 1");
  });

  await untilMs(nowMs() + watchMs);
  t.strictSame([...new Set(leaving.flatMap((client) => toldTo(world, client)))], ["1 hello"]);
  const late = bot.events.filter(({ atMs }) => atMs > (world.outages[1]?.readyAtMs ?? 0));
  t.match(late, [{ client: "newcomer", what: "hello" }]);
  t.equal(late.length, 1, "nobody's bot is told of a chat that has moved");
  t.strictSame(
    bot.events.filter(({ path }) => path.endsWith(otherToken)),
    late,
    "the newcomer's is the other one",
  );
});
