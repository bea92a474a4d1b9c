import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultLimits } from "../../src/config/limits.ts";
import type { Store } from "../../src/ports/store.ts";
import { StoreError } from "../../src/ports/store.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import type { Ending, Service } from "../harness/service.ts";
import { startService, webhooks } from "../harness/service.ts";
import { recordingLog } from "../store/lmdb-fixture.ts";
import type { Manner, OwnersServer } from "./owners-server.ts";
import { startOwnersServer } from "./owners-server.ts";
import type { WatchedOutbound, WatchedReports } from "./watched-reports.ts";
import { watchOutbound } from "./watched-reports.ts";

export const token = "gw-2f7c90ab41d86e35";
/** Far fewer than there are chats: the others are put away. */
export const memoryLimits = { conversationsInMemoryMax: 60, liveConversationsMax: 30 };
/** No more than the scheduler looks ahead. */
const leapMs = 10 * 60_000;
const looksMax = 10_000;

/** The whole service on a real store, over a long time, through several processes, with a real server of a channel's owner. */
export interface WeekService {
  /** The process that runs now. */
  readonly service: () => Service;
  readonly server: OwnersServer;
  readonly reports: WatchedReports;
  /** When the service was down, and when it was there again. */
  readonly pauses: readonly Pause[];
  /** Every error that was logged; what a killed process met is nobody's. */
  errors(): readonly unknown[];
  nowMs(): number;
  /** How many attempts the server holds without an answer. */
  underWay(): number;
  /** Moves time on, never past what wakes somebody; after each step all it set going is finished or waits for the server. */
  runUntil(atMs: number): Promise<void>;
  settle(): Promise<void>;
  /** Ends the process, waits and starts another. */
  restartAfter(downMs: number): Promise<void>;
  /** Kills it, whatever it has in hand, and starts another at once. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

export interface Pause {
  readonly fromMs: number;
  readonly untilMs: number;
}

interface Process {
  readonly service: Service;
  readonly watched: WatchedOutbound;
  readonly store: Store;
  /** Reads that have not ended: what is far ahead is read before it is due. */
  readonly scans: () => number;
  /** From now on it commits nothing. */
  readonly dies: () => void;
  /** Resolves when nothing of it is left. */
  readonly end: () => Promise<void>;
}

export async function startWeek(mannerAt: (nowMs: number) => Manner): Promise<WeekService> {
  const dir = mkdtempSync(join(tmpdir(), "parley-week-"));
  const world = createEnding();
  const reports: WatchedReports = new Map();
  const pauses: Pause[] = [];
  const storeLog = recordingLog();
  const errors: unknown[] = [];
  const openStore = (): Promise<Store> => openLmdbStore({ dir, log: storeLog });
  const clockNow = { nowMs: () => process.service.clock.nowMs() };
  const server = await startOwnersServer(world, clockNow, () => mannerAt(clockNow.nowMs()));
  const begin = (store: Store, atMs?: number) => startProcess({ store, atMs, url: server.url, reports });
  let process = await begin(await openStore());

  const isQuiet = (): boolean =>
    process.scans() === 0 && process.watched.underWay().every(([id, attempt]) => server.isHolding(id, attempt));
  const settle = async (): Promise<void> => {
    for (let look = 0; look < looksMax; look += 1) {
      await process.service.settle();
      if (!isQuiet()) continue;
      await process.service.settle();
      if (isQuiet()) return;
    }
    throw new Error("Some attempts neither end nor reach the owner's server");
  };
  const follow = async (store: Store, fromMs: number, untilMs: number): Promise<void> => {
    pauses.push({ fromMs, untilMs });
    process = await begin(store, untilMs);
    await settle();
  };
  return {
    service: () => process.service,
    server,
    reports,
    pauses,
    errors: () => [...storeLog.lines.filter(({ level }) => level === "error"), ...errors, ...errorsOf(process.service)],
    nowMs: clockNow.nowMs,
    underWay: () => process.watched.underWay().length,
    async runUntil(atMs) {
      const { clock } = process.service;
      await settle();
      while (clock.nowMs() < atMs) {
        const nextMs = Math.min(atMs, clock.nowMs() + leapMs, Math.max(clock.nextWakeAtMs(), clock.nowMs()));
        clock.advance(nextMs - clock.nowMs());
        await settle();
      }
    },
    settle,
    async restartAfter(downMs) {
      const { service, end } = process;
      // Nothing is in hand, so that no time has to pass.
      await service.app.stop();
      await end();
      errors.push(...errorsOf(service));
      const fromMs = service.clock.nowMs();
      await follow(await openStore(), fromMs, fromMs + downMs);
    },
    async kill() {
      const { store, dies, watched, service, end } = process;
      errors.push(...errorsOf(service));
      const atMs = service.clock.nowMs();
      dies();
      await watched.abandon();
      await end();
      await follow(store, atMs, atMs);
    },
    async end() {
      await process.end();
      await world.end();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Ends what was started with it, the last first. */
function createEnding(): Ending & { end(): Promise<void> } {
  const endings: (() => unknown)[] = [];
  return {
    teardown: (end) => void endings.push(end),
    async end() {
      for (const end of endings.splice(0).reverse()) await end();
    },
  };
}

/** Source: pino's levels: 50 is an error. */
const errorsOf = ({ logLines }: Service): readonly unknown[] => logLines.filter(({ level }) => Number(level) >= 50);

/** The store goes on after a kill, under the next process. */
async function startProcess({
  store,
  atMs,
  url,
  reports,
}: {
  readonly store: Store;
  readonly atMs: number | undefined;
  readonly url: string;
  readonly reports: WatchedReports;
}): Promise<Process> {
  const clock = createManualClock(atMs);
  let isDead = false;
  let scans = 0;
  const mortal: Store = {
    read: (table, key) => store.read(table, key),
    scan(table, range) {
      scans += 1;
      return store.scan(table, range).finally(() => {
        scans -= 1;
      });
    },
    commit: (conversations, apply) =>
      isDead ? Promise.reject(new StoreError("The process is dead")) : store.commit(conversations, apply),
    async close() {
      if (!isDead) await store.close();
      isDead = true;
    },
  };
  const limits = { ...defaultLimits, ...memoryLimits };
  const watched = watchOutbound(reports, { store: mortal, clock, limits });
  const ending = createEnding();
  const service = await startService(ending, {
    clock,
    store: mortal,
    outbound: watched.outbound,
    // Room for these is taken beforehand, and what a process in this one leaves behind is not given back.
    limits: { ...memoryLimits, rateBucketsMax: 100, sessionsInMemoryMax: 100 },
    channels: { MOBILEAPP1: { webhooks: { ...webhooks, url } } },
    config: { telephony: { gatewayUrl: "https://pbx.example.com", token } },
    telephony: { isConfigured: true, startCall: async () => null, close: async () => undefined },
  });
  const dies = (): void => {
    isDead = true;
  };
  return { service, watched, store, scans: () => scans, dies, end: ending.end };
}
