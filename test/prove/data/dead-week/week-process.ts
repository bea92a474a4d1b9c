import { defaultLimits } from "../../../../src/config/limits.ts";
import type { Store } from "../../../../src/ports/store.ts";
import { StoreError } from "../../../../src/ports/store-errors.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import type { Service } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import { webhooks } from "../../../harness/service-config.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";
import type { OwnersServer } from "./owners-server.ts";
import type { WatchedReports } from "./watched-reports.ts";
import { watchOutbound } from "./watched-reports.ts";

export const token = "gw-2f7c90ab41d86e35";
/** Far fewer than there are chats, so that the others are evicted. */
export const memoryLimits = { conversationsInMemoryMax: 60 };
/** Real time of the machine; no rule depends on it. */
const patienceMs = 60_000;

/** One process of the week's service. */
export interface WeekProcess {
  readonly service: Service;
  readonly store: Store;
  /** How many attempts have no end yet. */
  underWay(): number;
  /** Resolves when all work in progress is finished, or waits for the server. */
  settle(): Promise<void>;
  /** Every error in its log. */
  errors(): readonly unknown[];
  /** Ends it as a signal does, and closes the store. */
  stop(): Promise<void>;
  /** From now on it commits nothing, and no other part gets its results. The store stays open. */
  kill(): Promise<void>;
}

export interface WeekProcessParts {
  readonly store: Store;
  /** The time at which it starts. Absent: the start of the test's clock. */
  readonly atMs?: number;
  readonly server: OwnersServer;
  readonly reports: WatchedReports;
}

export async function startProcess({ store, atMs, server, reports }: WeekProcessParts): Promise<WeekProcess> {
  const clock = createManualClock(atMs);
  const { mortal, scans, wakesArchive, dies } = createMortalStore(store);
  const watched = watchOutbound(reports, { store: mortal, clock, limits: { ...defaultLimits, ...memoryLimits } });
  const ending = createEnding();
  const service = await startService(ending, {
    clock,
    store: mortal,
    outbound: watched.outbound,
    // The memory for these is allocated in advance, and a process inside this process does not release it.
    limits: { ...memoryLimits, rateBucketsMax: 100, sessionsMax: 100 },
    channels: { MOBILEAPP1: { webhooks: { ...webhooks, url: server.url } } },
    config: { telephony: { gatewayUrl: "https://pbx.example.com", token } },
    telephony: { isConfigured: true, startCall: async () => null, close: async () => undefined },
  });
  const isQuiet = (): boolean =>
    scans() === 0 && watched.underWay().every(([id, attempt]) => server.isHolding(id, attempt));
  return {
    service,
    store,
    underWay: () => watched.underWay().length,
    async settle() {
      const endMs = performance.now() + patienceMs;
      while (performance.now() < endMs) {
        await service.settle();
        if (!isQuiet()) continue;
        await service.settle();
        if (isQuiet()) return;
      }
      throw new Error("Some attempts neither end nor reach the owner's server");
    },
    // Source: pino's levels: 50 is an error.
    errors: () => service.logLines.filter(({ level }) => Number(level) >= 50),
    async stop() {
      wakesArchive();
      // No work is in progress, so the clock need not move.
      await service.app.stop();
      await ending.end();
    },
    async kill() {
      dies();
      wakesArchive();
      await watched.abandon();
      await ending.end();
    },
  };
}

interface MortalStore {
  readonly mortal: Store;
  /** Returns the number of reads in progress: deadlines that are far ahead are read before they are due. */
  scans(): number;
  /** Lets the work continue that waits for chats for the archive's index. */
  wakesArchive(): void;
  dies(): void;
}

/** The store as a process sees it. The process can be killed. */
function createMortalStore(store: Store): MortalStore {
  let isDead = false;
  let scans = 0;
  let wakesArchive: () => void = () => undefined;
  const archiveWoken = new Promise<void>((resolve) => {
    wakesArchive = resolve;
  });
  const mortal: Store = {
    read: (table, key) => store.read(table, key),
    durable: store.durable,
    async scan(table, range) {
      // Otherwise this read would run every 2 s of the week, and would use most of the processor time.
      if (table === "archiveQueue") await archiveWoken;
      scans += 1;
      return store.scan(table, range).finally(() => {
        scans -= 1;
      });
    },
    commit: (needs, apply) =>
      isDead ? Promise.reject(new StoreError("The process is dead")) : store.commit(needs, apply),
    async close() {
      if (!isDead) await store.close();
      isDead = true;
    },
  };
  const dies = (): void => {
    isDead = true;
  };
  return { mortal, scans: () => scans, wakesArchive, dies };
}

/** Ends everything that was started with it, the last first. */
export function createEnding(): Ending & { end(): Promise<void> } {
  const endings: (() => unknown)[] = [];
  return {
    teardown: (end) => void endings.push(end),
    async end() {
      for (const end of endings.splice(0).reverse()) await end();
    },
  };
}
