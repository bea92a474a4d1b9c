import { setTimeout as delay } from "node:timers/promises";
import { totalOf } from "../../compare/slices.ts";
import type { Launch, Sliced } from "../../load/figures/slices.ts";
import type { BenchOptions } from "../../load/options.ts";
import { readMetrics } from "../../load/service/metrics.ts";
import { ownCheckout, startFlagsOf } from "../../load/service/service.ts";
import type { ThreadSample } from "../../load/service/threads.ts";
import { readThreads, timesBetween, v8PoolSizeOf } from "../../load/service/threads.ts";
import { moveDeadlines } from "../../load/stored/seed-chats.ts";
import type { DurableService } from "../messages/durable-service.ts";
import type { Figures } from "../scenario.types.ts";

/** A process that has accepted fewer messages than another is compiled less well. The warm-up does not wait longer for a slow machine. */
const warmMessages = 20_000;
const warmSecondsMax = 40;

/** Longer than the service collects rows before it writes them. */
const deferredMs = 5_000;
const lookEveryMs = 250;
const settledWithinMs = 60_000;

export interface StoredService {
  readonly service: DurableService;
  readonly folder: string;
}

/** Launches all services at once: a service is idle outside its turns, and does its deferred work before its next turn. */
export async function launchStored(services: readonly StoredService[], { nodeFlags }: BenchOptions): Promise<Launch> {
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
