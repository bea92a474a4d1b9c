import type { TurnOrder, TurnReport } from "../../load/clients/turns.ts";
import { takeTurns, tellService } from "../../load/clients/turns.ts";
import type { BenchOptions } from "../../load/options.ts";
import type { Span } from "../../load/profile/profile.ts";
import { beginSpan } from "../../load/profile/span.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { botPath, channelPath, startPeer } from "../../load/service/service.ts";
import type { Column, Figures } from "../scenario.types.ts";

const turnSendersMax = 5_000;
/** Customers with a chat each. */
export const turnSendersOf = (options: BenchOptions): number => Math.min(options.chats, turnSendersMax);

export const perSecondWanted = 2_500;
/** Half of the required rate. */
export const pacedPerSecond = perSecondWanted / 2;
/** Turns in progress for each connection: a turn uses the customer's connection only part of its time. */
const turnsPerConnection = 4;
/** A failed attempt is retried after 3 s. */
const drainMs = 20_000;

export const turnColumns: readonly Column[] = [
  { key: "perSecond", heading: "turns/s", digits: 0, summary: "median" },
  { key: "fullP99Ms", heading: "p99 ms", digits: 1, summary: "median" },
  { key: "pacedP50Ms", heading: `at ${pacedPerSecond}/s: p50 ms`, digits: 1, summary: "median" },
  { key: "pacedP99Ms", heading: "p99 ms", digits: 1, summary: "median" },
  { key: "pacedMaxMs", heading: "max ms", digits: 1, summary: "max" },
  { key: "cpuUsPerTurn", heading: "CPU us/turn", digits: 0, summary: "median" },
  { key: "othersCpuUsPerTurn", heading: "of the others", digits: 0, summary: "median" },
  { key: "cpuSeconds", heading: "CPU s", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

export const describeTurns = ({
  perSecond = Number.NaN,
  pacedP99Ms = Number.NaN,
  cpuUsPerTurn = Number.NaN,
}: Figures): string =>
  `${Math.round(perSecond)} turns/s, p99 ${pacedP99Ms.toFixed(1)} ms at ${pacedPerSecond}/s, ${Math.round(cpuUsPerTurn)} us CPU a turn`;

/** The customers with their system, and the bot. */
export interface Stage {
  readonly customers: ServerProcess;
  readonly bot: ServerProcess;
}

export async function startStage(folder: string): Promise<Stage> {
  const [customers, bot] = await Promise.all([startPeer("customers", folder), startPeer("turn-bot", folder, botPath)]);
  return { customers, bot };
}

/** Adds a mistake for each refused post of the bot. */
export async function endStage({ customers, bot }: Stage, name: string, mistakes: string[]): Promise<void> {
  const response = await fetch(bot.url);
  const { refused } = (await response.json()) as { readonly refused: number };
  if (refused > 0) mistakes.push(`${name}: ${refused} replies of the bot were answered other than 200`);
  await Promise.all([customers.end("SIGKILL"), bot.end("SIGKILL")]);
}

export const fullPace = (connections: number): TurnOrder["pace"] => ({ atOnce: turnsPerConnection * connections });

export interface MeasuredTurns {
  readonly figures: Figures;
  /** The time span in which turns ran as fast as possible. */
  readonly span: Span;
}

/** Measures turns as fast as possible, then at a steady pace. */
export async function measureTurns(
  stage: Stage,
  server: ServerProcess,
  { seconds, connections }: { readonly seconds: number; readonly connections: number },
  take: (pace: TurnOrder["pace"], seconds: number) => Promise<TurnReport>,
): Promise<MeasuredTurns> {
  const cpuOf = (processes: readonly ServerProcess[]): number =>
    processes.reduce((total, each) => total + each.resources().cpuSeconds, 0);
  const others = [stage.customers, stage.bot];
  const before = { cpu: cpuOf([server]), others: cpuOf(others) };
  const endSpan = beginSpan(server.pid);
  const full = await take(fullPace(connections), seconds);
  const span = endSpan();
  const cpuSeconds = cpuOf([server]) - before.cpu;
  const othersCpuSeconds = cpuOf(others) - before.others;
  const paced = await take({ perSecond: pacedPerSecond }, seconds);
  const figures = {
    turns: full.ended,
    perSecond: full.perSecond,
    fullP50Ms: full.p50Ms,
    fullP99Ms: full.p99Ms,
    pacedTurns: paced.ended,
    pacedPerSecond: paced.perSecond,
    pacedP50Ms: paced.p50Ms,
    pacedP99Ms: paced.p99Ms,
    pacedMaxMs: paced.maxMs,
    cpuUsPerTurn: (cpuSeconds * 1e6) / full.ended,
    othersCpuUsPerTurn: (othersCpuSeconds * 1e6) / full.ended,
    cpuSeconds,
    rssMib: server.resources().rssMib,
  };
  return { figures, span };
}

/** Takes turns at a server and gives the bot its URL. */
export async function takeTurnsAt(
  { customers, bot }: Stage,
  server: ServerProcess,
  order: Omit<TurnOrder, "url" | "path" | "drainMs"> & Partial<Pick<TurnOrder, "drainMs">>,
): Promise<TurnReport> {
  await tellService(bot, server.url);
  return takeTurns(customers, { url: server.url, path: channelPath, drainMs, ...order });
}
