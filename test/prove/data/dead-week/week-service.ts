import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../../../src/ports/store.ts";
import { openLmdbStore } from "../../../../src/store/lmdb/open-lmdb-store.ts";
import type { Service } from "../../../harness/service.ts";
import { recordingLog } from "../../../store/lmdb-fixture.ts";
import type { Manner, OwnersServer } from "./owners-server.ts";
import { startOwnersServer } from "./owners-server.ts";
import type { WatchedReports } from "./watched-reports.ts";
import { createEnding, startProcess } from "./week-process.ts";

/** Not longer than the scheduler looks ahead. */
const leapMs = 10 * 60_000;

/** The complete service on a real store, over a long time, through several processes, with a real server of a channel's owner. */
export interface WeekService {
  /** Returns the process that runs now. */
  readonly service: () => Service;
  readonly server: OwnersServer;
  readonly reports: WatchedReports;
  /** When the service was down, and when it ran again. */
  readonly pauses: readonly Pause[];
  /** Returns every logged error, except errors that a process logged after its kill. */
  errors(): readonly unknown[];
  nowMs(): number;
  /** Returns how many attempts have no end yet. */
  underWay(): number;
  /** Moves time forward, never past the next wake-up. After each step, all work that it started is finished or waits for the server. */
  runUntil(atMs: number): Promise<void>;
  settle(): Promise<void>;
  /** Ends the process, waits and starts another one. */
  restartAfter(downMs: number): Promise<void>;
  /** Kills the process, even with work in progress, and starts another one at once. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

export interface Pause {
  readonly fromMs: number;
  readonly untilMs: number;
}

export async function startWeek(mannerAt: (nowMs: number) => Manner): Promise<WeekService> {
  const dir = mkdtempSync(join(tmpdir(), "parley-week-"));
  const world = createEnding();
  const reports: WatchedReports = new Map();
  const pauses: Pause[] = [];
  const storeLog = recordingLog();
  const errors: unknown[] = [];
  const openStore = (): Promise<Store> => openLmdbStore({ dir, log: storeLog });
  const nowMs = (): number => process.service.clock.nowMs();
  const server = await startOwnersServer(world, { nowMs }, () => mannerAt(nowMs()));
  let process = await startProcess({ store: await openStore(), server, reports });
  const settle = (): Promise<void> => process.settle();
  const follow = async (store: Store, fromMs: number, untilMs: number): Promise<void> => {
    pauses.push({ fromMs, untilMs });
    process = await startProcess({ store, atMs: untilMs, server, reports });
    await settle();
  };
  return {
    service: () => process.service,
    server,
    reports,
    pauses,
    errors: () => [...storeLog.lines.filter(({ level }) => level === "error"), ...errors, ...process.errors()],
    nowMs,
    underWay: () => process.underWay(),
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
      await process.stop();
      errors.push(...process.errors());
      const fromMs = nowMs();
      await follow(await openStore(), fromMs, fromMs + downMs);
    },
    async kill() {
      errors.push(...process.errors());
      const atMs = nowMs();
      await process.kill();
      await follow(process.store, atMs, atMs);
    },
    async end() {
      await process.stop();
      await world.end();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
