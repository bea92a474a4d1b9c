import { setTimeout as delay } from "node:timers/promises";
import { sharedNowMs } from "../../load/day/shared-clock.ts";
import { readLoopStops } from "../../load/service/metrics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { readThreads } from "../../load/service/threads.ts";
import { phases } from "./day-table.ts";

/** The resources that the service used in one phase. */
export interface PhaseCost {
  readonly name: string;
  readonly seconds: number;
  readonly cpuUs: number;
  /** The part of it on the thread that runs the service's code. */
  readonly mainUs: number;
  readonly rssStartMib: number;
  readonly rssPeakMib: number;
  readonly rssEndMib: number;
  readonly longestStopMs: number;
  readonly stopP99Ms: number;
}

const lookEveryMs = 100;

/** Measures the service in each phase, on the shared clock. Resolves when the last phase is over. */
export async function watchPhases(
  service: ServerProcess,
  boundsMs: readonly number[],
  told: (cost: PhaseCost) => void,
): Promise<readonly PhaseCost[]> {
  const costs: PhaseCost[] = [];
  await until(boundsMs[0] ?? 0);
  await readLoopStops(service.url);
  for (const [at, { name }] of phases.entries()) {
    const startedAtMs = sharedNowMs();
    const before = usedBy(service);
    let rssPeakMib = before.rssMib;
    for (const endsAtMs = boundsMs[at + 1] ?? 0; sharedNowMs() < endsAtMs; ) {
      await until(Math.min(endsAtMs, sharedNowMs() + lookEveryMs));
      rssPeakMib = Math.max(rssPeakMib, service.resources().rssMib);
    }
    const after = usedBy(service);
    const { longestMs, p99Ms } = await readLoopStops(service.url);
    const cost = {
      name,
      seconds: (sharedNowMs() - startedAtMs) / 1000,
      cpuUs: after.cpuUs - before.cpuUs,
      mainUs: after.mainUs - before.mainUs,
      rssStartMib: before.rssMib,
      rssPeakMib: Math.max(rssPeakMib, after.rssMib),
      rssEndMib: after.rssMib,
      longestStopMs: longestMs,
      stopP99Ms: p99Ms,
    };
    costs.push(cost);
    told(cost);
  }
  return costs;
}

function usedBy(service: ServerProcess): { readonly cpuUs: number; readonly mainUs: number; readonly rssMib: number } {
  const { cpuSeconds, rssMib } = service.resources();
  const main = readThreads(service.pid).find(({ tid }) => tid === service.pid);
  return { cpuUs: cpuSeconds * 1e6, mainUs: main?.cpuUs ?? Number.NaN, rssMib };
}

const until = async (atMs: number): Promise<void> => {
  await delay(Math.max(0, atMs - sharedNowMs()));
};
