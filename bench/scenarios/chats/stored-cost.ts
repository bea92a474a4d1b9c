import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { totalOf } from "../../compare/slices.ts";
import type { Launch, Sliced } from "../../load/figures/slices.ts";
import { runSlices } from "../../load/figures/slices.ts";
import { comparePairs } from "../../load/figures/statistics.ts";
import type { BenchOptions } from "../../load/options.ts";
import { readMetrics } from "../../load/service/metrics.ts";
import { ownCheckout, startFlagsOf } from "../../load/service/service.ts";
import type { ThreadSample } from "../../load/service/threads.ts";
import { readThreads, timesBetween, v8PoolSizeOf } from "../../load/service/threads.ts";
import { seedChats } from "../../load/stored/seed-chats.ts";
import type { DurableService } from "../messages/durable-service.ts";
import { createDurableService, profileAll, proveAll } from "../messages/durable-service.ts";
import { createLmdbHome } from "../messages/home.ts";
import type { BenchContext, Column, Contestant, Figures, Scenario, Verdict } from "../scenario.types.ts";
import { atMost } from "../verdicts.ts";

/** A process that has accepted fewer messages than another is compiled less well. The warm-up does not wait longer for a slow machine. */
const warmMessages = 20_000;
const warmSecondsMax = 40;

/** Longer than the service collects rows before it writes them. */
const deferredMs = 5_000;
const lookEveryMs = 250;
const settledWithinMs = 60_000;

/** Launches all services at once: a service is idle outside its turns, and does its deferred work before its next turn. */
async function launchStored(services: readonly DurableService[], { nodeFlags }: BenchOptions): Promise<Launch> {
  const v8PoolSize = v8PoolSizeOf([...startFlagsOf(ownCheckout), ...nodeFlags.split(" ")]);
  const opened: Measured[] = [];
  for (const service of services) opened.push(await openMeasured(service, v8PoolSize));
  for (const one of opened) await one.warmUp();
  return {
    contestants: opened,
    async settle() {
      await delay(deferredMs);
      const settled = new Map<string, Figures>();
      for (const one of opened) settled.set(one.name, await one.settle());
      return settled;
    },
    async close() {
      for (const one of opened) await one.close();
    },
  };
}

interface Measured extends Sliced {
  warmUp(): Promise<void>;
  /** Returns the figures since the slice began, with its deferred work. */
  settle(): Promise<Figures>;
  close(): Promise<void>;
}

async function openMeasured(service: DurableService, v8PoolSize: number): Promise<Measured> {
  const { server, slice, close } = await service.open();
  const begin = { threads: [] as readonly ThreadSample[], requests: 0 };
  return {
    name: service.name,
    async warmUp() {
      let taken = 0;
      for (let second = 0; taken < warmMessages && second < warmSecondsMax; second += 1)
        taken += (await slice(1))["requests"] ?? 0;
      await whenWritten(server.url);
    },
    async slice(seconds) {
      begin.threads = readThreads(server.pid);
      const figures = await slice(seconds);
      begin.requests = figures["requests"] ?? Number.NaN;
      return figures;
    },
    async settle() {
      await whenWritten(server.url);
      const times = timesBetween(begin.threads, readThreads(server.pid), v8PoolSize);
      return {
        cpuUsPerRequest: totalOf(times) / begin.requests,
        mainUsPerRequest: times.main / begin.requests,
        poolUsPerRequest: times.pool / begin.requests,
        v8UsPerRequest: times.v8 / begin.requests,
        ownMib: server.resources().ownMib,
      };
    },
    close,
  };
}

/** Waits until every row is written. */
async function whenWritten(url: string): Promise<void> {
  const givenUpAtMs = performance.now() + settledWithinMs;
  for (;;) {
    const metric = await readMetrics(url);
    if (metric("parley_journal_lag_records") === 0) return;
    if (performance.now() > givenUpAtMs)
      throw new Error(
        `Expected all rows to be written within ${settledWithinMs / 1000} s after the load, some still wait`,
      );
    await delay(lookEveryMs);
  }
}

const costMax = 1.2;
const turnsPerRound = 6;
/** As few as the smallest store has, so that they stay few beside the chats of the largest store. */
const activeChatsMax = 1_000;

const columns: readonly Column[] = [
  { key: "perSecond", heading: "messages/s", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "cpuUsPerRequest", heading: "CPU us/message", digits: 1, summary: "median" },
  { key: "mainUsPerRequest", heading: "main thread us", digits: 1, summary: "median" },
  { key: "poolUsPerRequest", heading: "pool us", digits: 1, summary: "median" },
  { key: "ownMib", heading: "own MiB", digits: 0, summary: "max" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

/** The cost of a message with few and with many stored chats. The messages go to the same active chats. */
export const storedCost: Scenario = async (context) => {
  const sizes = sizesOf(context.options.storedChats);
  const services: DurableService[] = [];
  for (const size of sizes) services.push(await createService(size, context));
  const launch = () => launchStored(services, context.options);
  const contestants = await runSlices("stored-cost", launch, context, turnsPerRound);
  const [least, ...others] = contestants;
  return {
    title: `stored-cost: a message in front of ${sizes.join(", ")} stored chats`,
    columns,
    contestants,
    verdicts: others.map((other) => judge(least ?? other, other)),
    checks: await proveAll(services),
    profile: context.options.profile ? await profileAll(services) : [],
  };
};

const smallest = 1_000;
/** By default a thousand, a hundred thousand, a million. */
const sizesOf = (largest: number): readonly number[] => [
  ...new Set([smallest, Math.max(smallest, Math.round(largest / 10)), largest]),
];

async function createService(size: number, context: BenchContext): Promise<DurableService> {
  const { options, workFolder } = context;
  const folder = mkdtempSync(join(workFolder, "stored-"));
  await seedChats(folder, size, context);
  const chats = Math.min(activeChatsMax, options.chats);
  return createDurableService(
    { name: `${size} stored`, logLevel: "info", home: createLmdbHome(folder), seeded: size },
    { ...context, options: { ...options, chats } },
  );
}

/** Compares turn by turn, because the largest and the smallest store ran within seconds of each other. */
function judge(least: Contestant, other: Contestant): Verdict {
  const { median, lower, upper, count } = comparePairs(least, other, "cpuUsPerRequest");
  const times = (share: number): string => (1 + share).toFixed(2);
  return {
    ...atMost(`${other.name}: cost of a message, times that in front of ${smallest}`, 1 + median, costMax),
    measured: `${times(median)} (half of ${count}: ${times(lower)} to ${times(upper)})`,
  };
}
