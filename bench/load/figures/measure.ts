import type { Column, Figures } from "../../scenarios/scenario.types.ts";
import type { Span } from "../profile/profile.ts";
import { beginSpan } from "../profile/span.ts";
import type { ServerProcess } from "../service/server-process.ts";
import type { WrkOptions, WrkReport } from "../wrk/wrk.ts";
import { runWrk } from "../wrk/wrk.ts";

export const loadColumns: readonly Column[] = [
  { key: "perSecond", heading: "requests/s", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "maxMs", heading: "max ms", digits: 1, summary: "max" },
  { key: "cpuUsPerRequest", heading: "CPU us/request", digits: 2, summary: "median" },
  { key: "cpuSeconds", heading: "CPU s", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

export interface Measured {
  readonly figures: Figures;
  readonly report: WrkReport;
  /** The measured time span. */
  readonly span: Span;
}

/** Runs wrk once; returns the result with its cost for the server. */
export async function measureLoad(server: ServerProcess, options: WrkOptions): Promise<Measured> {
  const before = server.resources();
  const endSpan = beginSpan(server.pid);
  const report = await runWrk(options);
  const span = endSpan();
  const after = server.resources();
  const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
  const engineSeconds = (after.engineCpuSeconds ?? 0) - (before.engineCpuSeconds ?? 0);
  const figures = {
    requests: report.requests,
    perSecond: report.requests / (report.durationUs / 1e6),
    p50Ms: report.p50Us / 1000,
    p99Ms: report.p99Us / 1000,
    maxMs: report.maxUs / 1000,
    cpuUsPerRequest: (cpuSeconds * 1e6) / report.requests,
    cpuSeconds,
    rssMib: after.rssMib,
    ...(after.engineCpuSeconds === undefined ? {} : { engineUsPerRequest: (engineSeconds * 1e6) / report.requests }),
  };
  return { figures, report, span };
}

export const describeLoad = ({
  perSecond = Number.NaN,
  p99Ms = Number.NaN,
  cpuUsPerRequest = Number.NaN,
}: Figures): string =>
  `${Math.round(perSecond)} requests/s, p99 ${p99Ms.toFixed(1)} ms, ${cpuUsPerRequest.toFixed(1)} us CPU a request`;

/** A new process is not yet compiled and has read nothing. */
export const warmUpSeconds = (seconds: number): number => Math.max(1, Math.round(seconds / 3));
