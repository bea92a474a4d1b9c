import { setTimeout as pause } from "node:timers/promises";
import type { Answer } from "../../../src/demo/cast/peer.ts";
import type { Ending } from "../../harness/temporary-folder.ts";
import type { Installation } from "../../system/harness/service/installation.ts";
import { nowMs } from "../../system/harness/time.ts";
import { BotWorld, shortOfferMs } from "../../system/harness/worlds/bot-world.ts";
import type { Outage } from "../../system/harness/worlds/delivery-world.ts";
import type { Timed, TimedHistory } from "./timed-laws.ts";

const refused: Answer = { status: 503 };
const timeoutMs = 3_000;
/** The time from the first requests to the disturbance. It is between the first and the second attempts. */
const beforeMs = 1_000;
/** All timers have fired by then. A timer that has not is reported. */
const watchMs = 16_000;
/** The wait for a second end, which must not happen. */
const afterMs = 500;

/** Bots that do not respond with success, by the name of their client. */
const bots: Readonly<Record<string, readonly Answer[]>> = { "silent bot": ["hang"], "refusing bot": [refused] };
/** Replies of agents, by text. */
const replies: Readonly<Record<string, readonly Answer[]>> = {
  "reply to nobody": ["hang"],
  "reply that is refused": [refused],
  "reply that arrives late": [refused, refused, "ok"],
};
const offered = "offered";

/** Starts a timer of every kind at once, disturbs the service while the timers run, and records the end of each. */
export async function disturb(
  t: Ending,
  disturbance: (world: BotWorld) => Promise<Outage | null>,
  prepare?: (installation: Installation) => Promise<void>,
): Promise<TimedHistory> {
  const cases = {
    ...Object.fromEntries(Object.entries(bots).map(([client, answers]) => [client, { answers: { hello: answers } }])),
    ...Object.fromEntries(Object.keys(replies).map((text) => [text, {}])),
    [offered]: { channel: "hurried" as const },
  };
  const world = await BotWorld.open(t, cases, (text) => replies[text], undefined, prepare);
  for (const text of [...Object.keys(replies), offered]) await world.say(text, "hello");
  for (const text of Object.keys(replies)) {
    await world.bot.untilEvent(text, "hello", 1);
    await world.accept(text);
  }
  await world.bot.untilEvent(offered, "hello", 1);
  await world.untilQuiet();
  const ends = new Map<string, number>();
  await Promise.all(Object.keys(bots).map((client) => world.say(client, "hello")));
  for (const text of Object.keys(replies)) {
    const { status } = await world.desk.api.reply((await world.desk.untilChat(text)).id, text);
    if (status !== 202) throw new Error(`Expected 202 for "${text}", got ${status}`);
  }
  await world.invite(offered);
  const invitedAtMs = nowMs();
  await pause(beforeMs);
  const outage = await disturbance(world);
  const outages = outage === null ? [] : [outage];
  const watching = [
    ...Object.keys(bots).map((client) =>
      endOf(
        ends,
        client,
        world.untilBotFailed(client).then(({ atMs }) => atMs),
      ),
    ),
    ...Object.keys(replies).map((text) =>
      endOf(
        ends,
        text,
        world.desk.untilChat(text).then(async ({ id }) => (await world.desk.untilEnded(id, text)).atMs),
      ),
    ),
    endOf(
      ends,
      offered,
      world.bot.untilEvent(offered, "AGENT_UNAVAILABLE", 1).then(({ atMs }) => atMs),
    ),
  ];
  await Promise.race([Promise.all(watching), pause(watchMs, null, { ref: false })]);
  await pause(afterMs);
  return { things: thingsOf(world, ends, invitedAtMs), outages, isAhead: false };
}

/** Records the time of an end. An end that does not happen in time is not recorded. */
const endOf = (ends: Map<string, number>, what: string, end: Promise<number>): Promise<unknown> =>
  end.then(
    (atMs) => ends.set(what, atMs),
    () => null,
  );

function thingsOf(world: BotWorld, ends: ReadonlyMap<string, number>, invitedAtMs: number): readonly Timed[] {
  const timed = (what: string, answers: readonly Answer[], requests: Timed["requests"], count: number): Timed => {
    const last = requests.at(-1)?.atMs ?? 0;
    const dueAtMs = last + (answers.at(-1) === "hang" ? timeoutMs : 0);
    return { what, requests, ends: count, endedAtMs: ends.get(what) ?? null, dueAtMs };
  };
  const shown = (client: string): readonly string[] => {
    const id = world.desk.chats.get(client)?.id ?? "";
    const lines = new Map((world.desk.shown.get(id) ?? []).map(({ message }) => [message.seq, message.text]));
    return [...lines.values()];
  };
  const unavailable = world.bot.eventsOf(offered, "AGENT_UNAVAILABLE");
  return [
    ...Object.entries(bots).map(([client, answers]) => {
      const failures = shown(client).filter((text) => text.startsWith("The bot failed"));
      return timed(client, answers, world.bot.eventsOf(client, "hello"), failures.length);
    }),
    ...Object.entries(replies).map(([text, answers]) =>
      timed(text, answers, world.customerSystem.requestsOf(text), shown(text).filter((line) => line === text).length),
    ),
    {
      what: "an offer to agents",
      requests: unavailable,
      ends: new Set(unavailable.map(({ id }) => id)).size,
      endedAtMs: ends.get(offered) ?? null,
      dueAtMs: invitedAtMs + shortOfferMs,
    },
  ];
}
