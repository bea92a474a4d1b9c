import { join } from "node:path";
import { pino } from "pino";
import t from "tap";
import type { ChatId, DeliveryId } from "../../machines/ids.ts";
import { botAddress, chatAddress, deliveryAddress } from "../../machines/tells.ts";
import { asChatId } from "../../src/core/ids.ts";
import { readBotConversation } from "../../src/domain/bot/bot-actor.ts";
import { readChat, readMessage } from "../../src/domain/chat/queries/chat-queries.ts";
import type { Store, Write } from "../../src/ports/store.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import type { World } from "../actors/world.ts";
import { bot, createWorld, kim, openChat, webhooks } from "../actors/world.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { withContext } from "../harness/stored-contexts.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { plant } from "./damaged-rows.ts";
import { runDoctor } from "./in-process.ts";

const log = pino({ level: "silent" });

const [botChat, replyChat, closedChat, failedChat] = [asChatId("1"), asChatId("2"), asChatId("3"), asChatId("4")];
const channel = { bot, webhooks };

async function deliveryOf(store: Store, chat: ChatId, seq: number): Promise<DeliveryId> {
  const message = (await readMessage(store, chat, seq))?.message;
  const id = message?.deliveryId ?? message?.botDeliveryId ?? null;
  if (id === null) throw new Error(`Expected a delivery of message ${seq} of chat ${chat}`);
  return id;
}

/** Returns the seq of the message with this text in a chat. */
async function seqOf(world: World, chat: ChatId, text: string): Promise<number> {
  const at = (await world.texts(chat)).indexOf(text);
  if (at < 0) throw new Error(`Expected ${text} in chat ${chat}`);
  return at + 1;
}

/** Removes a delivery. Only the row that lists it and the lane that names it remain. */
async function loseDelivery(store: Store, id: DeliveryId): Promise<readonly Write[]> {
  const row = await store.read("actor", [deliveryAddress(id)]);
  if (row === undefined) throw new Error(`Expected ${id}`);
  const deadlines = row.deadlines.map(
    (one): Write => ({ table: "deadline", key: [one.atMs, row.actor, one.id], row: null }),
  );
  return [{ table: "actor", key: [row.actor], row: null }, ...deadlines];
}

/** Fills the lanes of a bot, an agent and an owner's server with three deliveries each, and one reply that is retried later. */
async function fillLanes(dir: string): Promise<{ readonly nowMs: number; readonly dueMs: number }> {
  const world = await createWorld({ store: await openLmdbStore({ dir, log }), channel });
  for (const text of ["b1", "b2", "b3"]) await world.say("c1", text);
  await openChat(world, "c2");
  for (const text of ["r1", "r2", "r3"]) await world.reply(replyChat, text);
  await openChat(world, "c3");
  const agent = { id: kim.id, name: kim.name, photo: null };
  await world.step(closedChat, { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent });
  await openChat(world, "c4");
  await world.reply(failedChat, "late");
  await world.settle();
  const refused = { kind: "connection", code: "connection", message: "No." } as const;
  await world.attempts.find(({ content }) => content.text === "late")?.answer({ failure: refused });
  await world.settle();
  const late = await deliveryOf(world.store, failedChat, await seqOf(world, failedChat, "late"));
  const row = await world.store.read("actor", [deliveryAddress(late)]);
  const front = {
    bot: await deliveryOf(world.store, botChat, 1),
    reply: await deliveryOf(world.store, replyChat, await seqOf(world, replyChat, "r1")),
  };
  const [accepted] = world.reports.filter(({ json }) => json["chat_id"] === 3);
  const deadline = row?.deadlines[0];
  const chat = await readChat(world.store, replyChat);
  if (accepted === undefined || deadline === undefined || chat === undefined) throw new Error("Expected full lanes");
  const lost = await Promise.all(
    [front.bot, front.reply, accepted.deliveryId].map((id) => loseDelivery(world.store, id)),
  );
  const botRow = await world.store.read("actor", [botAddress(botChat)]);
  if (botRow === undefined) throw new Error("Expected a bot's part");
  await world.store.close();
  const actor = deliveryAddress(late);
  const posted = [{ id: "hello", fingerprint: "hello", atMs: world.clock.nowMs() }];
  await plant(dir, async () => [
    ...lost.flat(),
    { table: "actor", key: [botRow.actor], row: withContext(botRow, { posted }) },
    { table: "deadline", key: [deadline.atMs, actor, deadline.id], row: null },
    { table: "chatState", key: [chat.state, Number(replyChat)], row: null },
  ]);
  return { nowMs: world.clock.nowMs(), dueMs: deadline.atMs };
}

t.test(
  "lanes that lost their front continue after a repair, in order and without repeats; a deadline fires at its time",
  async (t) => {
    const dir = join(temporaryFolder(t), "data");
    const { nowMs, dueMs } = await fillLanes(dir);
    const repaired = await runDoctor("--data", dir, "--repair");
    t.equal(repaired.code, 0);
    t.match(repaired.stdout, /^repaired The lane of chat\/2 is written/m);
    t.match(repaired.stdout, /^repaired The lane of bot\/1 is written/m);
    t.match(repaired.stdout, /^repaired The lane of webhooks\/3 is written/m);

    const store = await openLmdbStore({ dir, log });
    t.teardown(() => store.close());
    const world = await createWorld({
      store,
      channel,
      clock: createManualClock(nowMs),
      processId: "q",
      isDeclared: false,
    });
    const { posted } = (await readBotConversation(store, botChat))?.context ?? {};
    t.strictSame(posted, [], "the bot may repeat its last message before the current front of the lane");
    const attemptsAt = (text: string) => world.attempts.filter(({ content }) => content.text === text);
    await world.pass(dueMs - nowMs - 100);
    t.equal(attemptsAt("late").length, 0, "not before its deadline");
    await world.pass(100);
    t.match(attemptsAt("late"), [{ attempt: 2 }]);
    await attemptsAt("late")[0]?.answer();
    await world.pass(11_000);
    t.strictSame({ ...world.runtime.lanes.counts }, { woken: 3, lost: 0 });
    for (const text of ["r2", "r3"]) {
      await attemptsAt(text)[0]?.answer();
      await world.settle();
    }
    for (const text of ["b2", "b3"]) {
      const told = world.botEvents.find(({ event }) => JSON.stringify(event).includes(`"${text}"`));
      await told?.answer();
      await world.settle();
    }
    await world.pass(60_000);
    t.strictSame(
      world.attempts.map(({ content }) => content.text).filter((text) => text !== "late"),
      ["r2", "r3"],
    );
    t.equal(attemptsAt("late").length, 1);
    const toBot = world.botEvents.map(({ event }) => JSON.stringify(event)).filter((text) => /"b\d"/.test(text));
    t.strictSame(
      toBot.map((text) => /"(b\d)"/.exec(text)?.[1]),
      ["b2", "b3"],
    );
    t.strictSame((await readBotConversation(store, botChat))?.context.lane, { active: null, waiting: [] });
    t.match((await store.read("actor", [chatAddress(replyChat)]))?.state, "with_agent");
    const ofClosed = world.reports.filter(({ json }) => json["chat_id"] === 3);
    t.match(ofClosed[0]?.event, "chat_finished");
  },
);
