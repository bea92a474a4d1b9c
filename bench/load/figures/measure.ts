import type { Column, Figures } from "../../scenarios/scenario.types.ts";
import type { Span } from "../profile/profile.ts";
import { beginSpan } from "../profile/profile.ts";
import type { ServerProcess } from "../service/server-process.ts";
import type { WrkReport } from "../wrk/wrk.ts";

/** What all processes of a contestant used. The memory that the kernel can drop is not its own. */
export const costColumns = (unit: string): readonly Column[] => [
  { key: "cpuUsPerRequest", heading: `CPU us/${unit}`, digits: 1, summary: "median" },
  { key: "cpuSeconds", heading: "CPU s", digits: 2, summary: "median" },
  { key: "ownMib", heading: "own MiB", digits: 0, summary: "max" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

export const loadColumns: readonly Column[] = [
  { key: "perSecond", heading: "requests/s", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "maxMs", heading: "max ms", digits: 1, summary: "max" },
  ...costColumns("request"),
];

/** The work of one load. */
export interface Done {
  readonly requests: number;
  readonly perSecond: number;
  /** When the last of it was done, by the monotonic clock. Absent: when the load ended. */
  readonly untilUs?: number;
  /** Further figures of the load itself. */
  readonly figures?: Figures;
}

/** A contestant with its peers, started and warmed up. */
export interface OpenSide {
  readonly server: ServerProcess;
  /** Loads it for this long. Resolves when every answered request has been completed. */
  load(seconds: number): Promise<Done>;
  close(): Promise<void>;
}

export interface Measured {
  readonly figures: Figures;
  readonly done: Done;
  /** The measured time span. */
  readonly span: Span;
}

/** Runs one load; returns its figures with its cost for all processes of the contestant. */
export async function measureLoad(server: ServerProcess, load: () => Promise<Done>): Promise<Measured> {
  const before = server.resources();
  const endSpan = beginSpan(server.pid);
  const done = await load();
  const span = endSpan(done.untilUs);
  const after = server.resources();
  const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
  const engineSeconds = (after.engineCpuSeconds ?? 0) - (before.engineCpuSeconds ?? 0);
  const { requests, perSecond } = done;
  const figures = {
    ...{ requests, perSecond, ...done.figures },
    ...{ cpuUsPerRequest: (cpuSeconds * 1e6) / requests, cpuSeconds, rssMib: after.rssMib },
    ...(after.engineCpuSeconds === undefined ? {} : { engineUsPerRequest: (engineSeconds * 1e6) / requests }),
  };
  return { figures, done, span };
}

/** One round: opens a contestant, measures one load, reads its memory after a garbage collection, and closes it. */
export async function measureRound(open: () => Promise<OpenSide>, seconds: number): Promise<Measured> {
  const { server, load, close } = await open();
  const measured = await measureLoad(server, () => load(seconds));
  const { ownMib } = await server.memory();
  await close();
  return { ...measured, figures: { ...measured.figures, ownMib } };
}

export const doneByWrk = (report: WrkReport): Done => ({
  requests: report.requests,
  perSecond: report.requests / (report.durationUs / 1e6),
  figures: { p50Ms: report.p50Us / 1000, p99Ms: report.p99Us / 1000, maxMs: report.maxUs / 1000 },
});

export const describeLoad = ({
  perSecond = Number.NaN,
  p99Ms = Number.NaN,
  cpuUsPerRequest = Number.NaN,
}: Figures): string =>
  `${Math.round(perSecond)} requests/s, p99 ${p99Ms.toFixed(1)} ms, ${cpuUsPerRequest.toFixed(1)} us CPU a request`;

/** A new process is not yet compiled and has read nothing. */
export const warmUpSeconds = (seconds: number): number => Math.max(1, Math.round(seconds / 3));
