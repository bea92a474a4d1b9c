import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { totalOf } from "../../compare/slices.ts";
import { comparePairs } from "../../load/figures/pairs.ts";
import type { Launch, Sliced } from "../../load/figures/slices.ts";
import { runSlices } from "../../load/figures/slices.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import type { BenchOptions } from "../../load/options.ts";
import type { Profiled } from "../../load/profile/profile.ts";
import { readMetrics } from "../../load/service/metrics.ts";
import { ownCheckout, startFlagsOf } from "../../load/service/service.ts";
import type { ThreadSample } from "../../load/service/threads.ts";
import { readThreads, timesBetween, v8PoolSizeOf } from "../../load/service/threads.ts";
import { buildVariant } from "../../load/service/variants.ts";
import { moveDeadlines, seedChats } from "../../load/stored/seed-chats.ts";
import { writeStoredSenders } from "../../load/stored/stored-senders.ts";
import type { DurableService } from "../messages/durable-service.ts";
import { createDurableService } from "../messages/durable-service.ts";
import { createLmdbHome } from "../messages/home.ts";
import type { BenchContext, Check, Column, Contestant, Figures, Scenario, Verdict } from "../scenario.types.ts";

/** A process that has accepted fewer messages than another is compiled less well. The warm-up does not wait longer for a slow machine. */
const warmMessages = 20_000;
const warmSecondsMax = 40;

/** Longer than the service collects rows before it writes them. */
const deferredMs = 5_000;
const lookEveryMs = 250;
const settledWithinMs = 60_000;

interface StoredService {
  readonly service: DurableService;
  readonly folder: string;
}

/** Launches all services at once: a service is idle outside its turns, and does its deferred work before its next turn. */
async function launchStored(services: readonly StoredService[], { nodeFlags }: BenchOptions): Promise<Launch> {
  const v8PoolSize = v8PoolSizeOf([...startFlagsOf(ownCheckout), ...nodeFlags.split(" ")]);
  const opened: Measured[] = [];
  for (const { service, folder } of services) {
    await moveDeadlines(folder);
    opened.push(await openMeasured(service, v8PoolSize));
  }
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
  const begin = { threads: [] as readonly ThreadSample[], putAway: Number.NaN, requests: 0 };
  return {
    name: service.name,
    async warmUp() {
      let taken = 0;
      for (let second = 0; taken < warmMessages && second < warmSecondsMax; second += 1)
        taken += (await slice(1))["requests"] ?? 0;
      begin.putAway = await whenWritten(server.url);
    },
    async slice(seconds) {
      begin.threads = readThreads(server.pid);
      const figures = await slice(seconds);
      begin.requests = figures["requests"] ?? Number.NaN;
      return figures;
    },
    async settle() {
      const putAwayBefore = begin.putAway;
      begin.putAway = await whenWritten(server.url);
      const times = timesBetween(begin.threads, readThreads(server.pid), v8PoolSize);
      return {
        cpuUsPerRequest: totalOf(times) / begin.requests,
        mainUsPerRequest: times.main / begin.requests,
        poolUsPerRequest: times.pool / begin.requests,
        v8UsPerRequest: times.v8 / begin.requests,
        putAwayPerRequest: (begin.putAway - putAwayBefore) / begin.requests,
        ownMib: server.resources().ownMib,
      };
    },
    close,
  };
}

/** Waits until every row is written. Returns how many conversations were evicted by then. */
async function whenWritten(url: string): Promise<number> {
  const givenUpAtMs = performance.now() + settledWithinMs;
  for (;;) {
    const metric = await readMetrics(url);
    if (metric("parley_journal_lag_records") === 0) return metric("parley_conversations_put_away_total");
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
/** Far fewer than the chats to wake in the smallest store: chats with a request in progress cannot be evicted. */
const wakingConnectionsMax = 16;
const putAwayShareMin = 0.9;

const columns: readonly Column[] = [
  { key: "perSecond", heading: "messages/s", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "cpuUsPerRequest", heading: "CPU us/message", digits: 1, summary: "median" },
  { key: "mainUsPerRequest", heading: "main thread us", digits: 1, summary: "median" },
  { key: "poolUsPerRequest", heading: "pool us", digits: 1, summary: "median" },
  { key: "putAwayPerRequest", heading: "chats put away", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
  { key: "ownMib", heading: "of it own MiB", digits: 0, summary: "max" },
];

interface Load {
  readonly name: string;
  /** Each message goes to a stored chat that is not in memory. */
  readonly isWaking: boolean;
  /** `null`: the value is shown without a target. */
  readonly costMax: number | null;
}

const loads: readonly Load[] = [
  { name: "active chats", isWaking: false, costMax },
  // The smallest store has only 80 such chats, and they share pages. In a larger store, each row that is read or written has a
  // page of its own.
  { name: "chats put away", isWaking: true, costMax: null },
];

/**
 * The cost of a message with few and with many stored chats. Messages go to the same active chats, or to stored chats from all
 * over the store.
 */
export const storedCost: Scenario = async (context) => {
  const sizes = sizesOf(context.options.storedChats);
  const outcomes: LoadOutcome[] = [];
  for (const load of loads) outcomes.push(await measureLoad(load, sizes, context));
  return {
    title: `stored-cost: a message in front of ${sizes.join(", ")} stored chats`,
    columns,
    contestants: outcomes.flatMap(({ contestants }) => contestants),
    verdicts: outcomes.flatMap(({ verdicts }) => verdicts),
    checks: outcomes.flatMap(({ checks }) => checks),
    profile: outcomes.flatMap(({ profile }) => profile),
  };
};

const smallest = 1_000;
/** By default a thousand, a hundred thousand, a million. */
const sizesOf = (largest: number): readonly number[] => [
  ...new Set([smallest, Math.max(smallest, Math.round(largest / 10)), largest]),
];

interface LoadOutcome {
  readonly contestants: readonly Contestant[];
  readonly verdicts: readonly Verdict[];
  readonly checks: readonly Check[];
  readonly profile: readonly Profiled[];
}

async function measureLoad(load: Load, sizes: readonly number[], context: BenchContext): Promise<LoadOutcome> {
  const services: StoredService[] = [];
  for (const size of sizes) services.push(await createService(load, size, context));
  const launch = () => launchStored(services, context.options);
  const contestants = await runSlices("stored-cost", launch, context, turnsPerRound);
  const checks: Check[] = load.isWaking ? [checkPutAway(contestants)] : [];
  const profile: Profiled[] = [];
  for (const { service, folder } of services) {
    checks.push(await service.proveDurable());
    if (context.options.profile) profile.push(await service.profile());
    rmSync(folder, { recursive: true });
  }
  const [least, ...others] = contestants;
  return { contestants, verdicts: others.map((other) => judge(load, least ?? other, other)), checks, profile };
}

async function createService(load: Load, size: number, context: BenchContext): Promise<StoredService> {
  const { options, workFolder } = context;
  const folder = mkdtempSync(join(workFolder, "stored-"));
  await seedChats(folder, size, context);
  const chats = Math.min(activeChatsMax, options.chats);
  const connections = load.isWaking ? Math.min(wakingConnectionsMax, options.connections) : options.connections;
  const waking = load.isWaking
    ? { program: await buildVariant("few-in-memory"), named: writeStoredSenders(size, join(folder, "senders.txt")) }
    : {};
  const name = `${load.name}, ${size} stored`;
  const service = createDurableService(
    { name, logLevel: "info", home: createLmdbHome(folder), seeded: size, ...waking },
    { ...context, options: { ...options, chats, connections } },
  );
  return { service, folder };
}

/** Compares turn by turn, because the largest and the smallest store ran within seconds of each other. */
function judge(load: Load, least: Contestant, other: Contestant): Verdict {
  const { median, lower, upper, count } = comparePairs(least, other, "cpuUsPerRequest");
  const times = (share: number): string => (1 + share).toFixed(2);
  return {
    name: `${other.name}: cost of a message, times that in front of ${smallest}`,
    target: load.costMax === null ? "none" : `<= ${load.costMax.toFixed(2)}`,
    measured: `${times(median)} (half of ${count}: ${times(lower)} to ${times(upper)})`,
    isMet: load.costMax === null ? null : 1 + median <= load.costMax,
  };
}

/** Checks that chats were evicted. Without evictions the cost of waking a chat would not be measured. */
const checkPutAway = (contestants: readonly Contestant[]): Check => {
  const shares = contestants.map((one) => ({ name: one.name, share: medianOf(one, "putAwayPerRequest") }));
  return {
    name: "chats put away",
    detail: `at least ${putAwayShareMin} a message`,
    mistakes: shares
      .filter(({ share }) => !(share >= putAwayShareMin))
      .map(({ name, share }) => `${name}: ${share.toFixed(2)} a message`),
  };
};
