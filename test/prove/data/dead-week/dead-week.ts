import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { everyPage } from "../../../harness/every-page.ts";
import type { Service } from "../../../harness/service.ts";
import { asAda } from "../../../webhooks/dead-letters.ts";
import type { DeadWeek, Memory, Series } from "./dead-week.types.ts";
import type { Manner } from "./owners-server.ts";
import { channelId, makeEvents } from "./week-load.ts";
import type { WeekService } from "./week-service.ts";
import { startWeek } from "./week-service.ts";

/*
 * A week of the complete service while the server of a channel's owner is dead; then that server works again. It runs in a
 * separate process, because the test library watches every promise of its own process, and the library's memory would be measured
 * too. Prints a `DeadWeek`.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The server behaves in each of these ways for a while, in turn. The length of a turn does not divide a day. */
const manners: readonly Manner[] = ["cut", "hangs", 500, 503];
const mannerMs = 35 * minuteMs;
const deadManner = (nowMs: number): Manner => manners[Math.floor(nowMs / mannerMs) % manners.length] ?? "cut";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

async function main(): Promise<DeadWeek> {
  let isAlive = false;
  const week = await startWeek((nowMs) => (isAlive ? "takes" : deadManner(nowMs)));
  const beganAtMs = week.nowMs();
  await makeEvents(week, dayMs - hourMs);
  await week.runUntil(beganAtMs + dayMs);
  const afterDay = measure(week.service());

  await toManner(week, "hangs");
  while (week.underWay() === 0) await week.runUntil(week.nowMs() + 1_000);
  await week.kill();
  await week.runUntil(beganAtMs + 2 * dayMs);
  await toManner(week, 500);
  // The restart comes after the time of all manners, so that all attempts that became due meanwhile are sent at once.
  await week.restartAfter(2 * manners.length * mannerMs);
  const others: DeadWeek["others"][number][] = [];
  for (let day = 3; day <= 7; day += 1) {
    await week.runUntil(beganAtMs + day * dayMs);
    others.push(await replyElsewhere(week.service(), day));
  }
  const afterWeek = measure(week.service());
  const [letters, told] = [await deadLetterIds(week.service()), await toldAdministrator(week.service())];

  isAlive = true;
  const series = seriesOf(week);
  const before = week.server.arrivals.length;
  const replayed = await replayAll(week);
  await week.runUntil(week.nowMs() + dayMs);
  const sentAgain = seriesOf(week).map(({ id, attempts }, at) => {
    const { length } = series[at]?.attempts ?? [];
    return { id, attempts: attempts.slice(length) };
  });
  const left = [...(await deadLetterIds(week.service())), ...(await deadlinesOf(week.service()))];
  const { pauses } = week;
  const [arrivals, errors] = [week.server.arrivals.slice(before), week.errors()];
  await week.end();
  const memory = { afterDay, afterWeek };
  return { series, pauses, memory, others, letters, told, replayed, arrivals, sentAgain, left, errors };
}

/** Runs to the next moment at which the server behaves like this. */
async function toManner(week: WeekService, manner: Manner): Promise<void> {
  const { nowMs } = week;
  while (deadManner(nowMs()) !== manner) await week.runUntil((Math.floor(nowMs() / mannerMs) + 1) * mannerMs);
}

function measure({ app }: Service): Memory {
  collectGarbage();
  return { heapMib: process.memoryUsage().heapUsed / 2 ** 20, ...app.runtime.registry.counts() };
}

const seriesOf = ({ reports }: WeekService): Series[] =>
  [...reports].map(([id, attempts]) => ({ id, attempts: attempts.map((attempt) => ({ ...attempt })) }));

/** A customer of another channel writes, and Max replies. */
async function replyElsewhere(service: Service, day: number): Promise<DeadWeek["others"][number]> {
  await service.say(`other-${day}`, "Anybody there?", "OTHERAPP01");
  const chat = `/api/chats/${(await service.store.read("counter", ["chat"]))?.last}`;
  const max = { token: await service.logIn("max") };
  await service.call("POST", `${chat}/accept`, max);
  await service.call("POST", `${chat}/messages`, { ...max, body: { type: "text", text: "Yes." } });
  await service.settle();
  const { messages } = (await service.call("GET", `${chat}/messages`, max)).body;
  const { state = "none", attempts = 0 } = messages[1]?.delivery ?? {};
  return { state, attempts };
}

const deadLetterIds = (service: Service): Promise<readonly string[]> =>
  everyPage(
    async (cursor) => {
      const query = `state=failed&kind=webhook&channel=${channelId}&cursor=${encodeURIComponent(cursor)}`;
      return (await asAda(service, "GET", `/api/deliveries?${query}`)).body;
    },
    ({ deliveries }) => deliveries.map(({ id }) => id),
  );

/** Returns how many failed events the channel's log contains. */
async function toldAdministrator(service: Service): Promise<number> {
  const path = `/api/channels/${channelId}/log?cursor=`;
  const entries = await everyPage(
    async (cursor) => (await asAda(service, "GET", path + encodeURIComponent(cursor))).body,
    (page) => page.entries,
  );
  return entries.filter(({ kind, text }) => kind === "webhook" && /was not delivered/.test(text)).length;
}

async function replayAll(week: WeekService): Promise<readonly number[]> {
  const pages: number[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const path = `/api/channels/${channelId}/webhooks/replay`;
    const { body } = await asAda(week.service(), "POST", path, cursor === "" ? {} : { cursor });
    pages.push(Number(Object(body)["replayed"]));
    cursor = body.cursor;
    await week.settle();
  }
  return pages;
}

async function deadlinesOf({ store }: Service): Promise<readonly string[]> {
  const rows = await store.scan("deadline", { limit: 1_000 });
  return rows.map(({ key }) => key.join(" ")).filter((name) => name.includes("delivery/"));
}

process.stdout.write(`${JSON.stringify(await main())}\n`);
