import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import type { ChatContext } from "../../machines/chat/chat.types.ts";
import type { DeskMessage } from "../../src/codec/desk/desk.ts";
import type { Store } from "../../src/ports/store.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { contextOf } from "../harness/stored-contexts.ts";
import type { Answer } from "./harness/peers/customer-system.ts";
import { createRandom, seedOfRun } from "./harness/random.ts";
import { BotWorld } from "./harness/worlds/bot-world.ts";
import { MixedLoad } from "./harness/worlds/mixed-load.ts";

const kills = Number(process.env["PARLEY_KILLS"] ?? 3);
const full = ["full"];
const served = ["served one", "served two"];
const clients = [...full, ...served];
const quietMs = 120_000;
const looksMax = 20;
const faultsShownMax = 10;

t.setTimeout(180_000 + kills * 5_000);

/** Resolves when nothing is on its way any more; with what is, when that takes too long. */
async function untilQuiet(world: BotWorld): Promise<readonly string[]> {
  let left: readonly string[] = [];
  for (const endsAtMs = Date.now() + quietMs; Date.now() < endsAtMs; ) {
    left = [];
    for (const state of ["pending", "attempting"]) {
      for (const kind of ["message", "bot"]) {
        const { body } = await world.desk.api.call("GET", `/deliveries?kind=${kind}&state=${state}`);
        left = [...left, ...body.deliveries.map((one: object) => `${state} ${kind} ${JSON.stringify(one)}`)];
      }
    }
    if (left.length === 0) return left;
    await pause(100);
  }
  return left.slice(0, faultsShownMax);
}

/** Where what a desk was shown, across all its cursors, differs from what is stored. */
async function desksFaults({ desk }: BotWorld): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { id } of await desk.api.chats()) {
    const shown = new Map<number, DeskMessage>();
    for (const { message } of desk.shown.get(id) ?? []) shown.set(message.seq, message);
    for (const { seq, text, delivery } of await desk.api.messages(id)) {
      const seen = shown.get(seq);
      if (seen?.text !== text) faults.push(`${id}/${seq} is "${text}", shown as "${seen?.text}"`);
      else if (seen.delivery?.state !== delivery?.state)
        faults.push(`${id}/${seq} "${text}" is ${delivery?.state}, shown as ${seen.delivery?.state}`);
    }
  }
  return faults;
}

/** The last frames may be on their way still. */
async function untilShown(world: BotWorld): Promise<readonly string[]> {
  for (let looks = 0; ; looks += 1) {
    const faults = await desksFaults(world);
    if (faults.length === 0 || looks === looksMax) return faults.slice(0, faultsShownMax);
    await pause(200);
  }
}

/** Everything has come to its end: what is not at rest, in a store that nobody writes to any more. */
async function restFaults(dir: string): Promise<readonly string[]> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const store: Store = await openLmdbStore({ dir, log });
  try {
    const faults = (await store.scan("deadline", { limit: 10 })).map(({ row }) => `${row.actor} waits for ${row.id}`);
    for (const { row } of await store.scan("actor", { limit: 1_000_000 })) {
      const [kind] = row.actor.split("/");
      if (kind === "delivery" && row.state !== "delivered" && row.state !== "failed")
        faults.push(`${row.actor} is ${row.state}: ${JSON.stringify(contextOf(row))}`);
      const context = contextOf<ChatContext>(row);
      if ((kind === "chat" || kind === "bot") && (context.lane.active !== null || context.lane.waiting.length > 0))
        faults.push(`${row.actor} has the lane ${JSON.stringify(context.lane)}`);
      if (kind !== "chat") continue;
      const messages = await store.scan("message", { prefix: [Number(context.id)], limit: 1_000_000 });
      if (messages.length !== context.lastSeq)
        faults.push(`${row.actor} has ${messages.length} messages and counts ${context.lastSeq}`);
    }
    return faults.slice(0, faultsShownMax);
  } finally {
    await store.close();
  }
}

t.test(
  "[CH-19, CH-23, DEL-06, BOT-35] killed under a mixed load: everything answered is there, comes to its end, and a desk that comes back shows it",
  async (t) => {
    const seed = seedOfRun();
    const random = createRandom(seed);
    let isDown = true;
    const answers: readonly Answer[] = ["ok", { status: 503 }, "close"];
    const script = (text: string): readonly Answer[] => {
      if (!isDown) return ["ok"];
      if (text.startsWith("bot")) return ["hang"];
      return [answers[Number(text.split(" ")[1]) % answers.length] ?? "ok", "ok"];
    };
    const world = await BotWorld.open(t, Object.fromEntries(clients.map((client) => [client, {}])), script);
    const load = new MixedLoad(world);
    for (const client of clients) await world.say(client, "hello");
    for (const client of clients) await world.bot.untilTold(client, "hello", 1);
    await Promise.all(full.map((client) => load.fillLane(client)));
    for (const client of served) await world.accept(client);
    const running = [
      ...full.map((client) => load.hurry(client)),
      ...served.flatMap((client) => [load.write(client), load.reply(client)]),
    ];
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(200 + random() * 600);
      await world.kill();
    }
    load.stop();
    isDown = false;
    await Promise.all(running);

    const count = [...load.said.values()].flat(2).length;
    const about = `seed ${seed}: ${kills} kills, ${count} messages, ${load.replied.length} replies, ${load.refusedPosts} posts refused`;
    t.comment(about);
    t.strictSame(load.surprises, [], about);
    t.ok(load.refusedPosts > kills && load.replied.length > kills, about);
    t.strictSame(await untilQuiet(world), [], `everything came to its end; ${about}`);
    t.strictSame(await untilShown(world), [], about);
    t.equal(world.desk.resyncs, 0, about);
    for (const client of clients) {
      const { messages } = await world.stored(client);
      const stored = messages.filter(({ from }) => from === "client").map(({ text }) => text);
      for (const said of load.said.get(client) ?? []) {
        const known = new Set(said);
        t.strictSame(
          stored.filter((text) => known.has(text)),
          said,
          `each once and in order; ${about}`,
        );
      }
    }
    // Three kills in three attempts at one event are a failure of the bot: then the agents have the chat. Source: BOT-22.
    for (const client of full) {
      const { state } = await world.stored(client);
      const untold = load.said
        .get(client)
        ?.flat()
        .filter((text) => world.bot.toldOf(client, text).length === 0);
      t.ok(state === "waiting" || untold?.length === 0, `the bot was told of each, or has left; ${about}`);
    }
    const metrics = await (await fetch(`${world.installation.url}/metrics`)).text();
    t.match(metrics, /^parley_lanes_woken_total 0$/m);
    t.match(metrics, /^parley_deliveries_lost_total 0$/m);
    world.desk.leave();
    await world.installation.terminate();
    t.strictSame(await restFaults(world.installation.dataDir), [], about);
  },
);
