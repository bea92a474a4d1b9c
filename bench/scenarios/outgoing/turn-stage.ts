import type { TurnOrder, TurnReport } from "../../load/clients/turns.ts";
import { describeTurnErrors, takeTurns, tellService } from "../../load/clients/turns.ts";
import type { Measured, OpenSide } from "../../load/figures/measure.ts";
import { costColumns, measureLoad } from "../../load/figures/measure.ts";
import type { BenchOptions } from "../../load/options.ts";
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
  { key: "p99Ms", heading: "p99 ms", digits: 1, summary: "median" },
  { key: "pacedP50Ms", heading: `at ${pacedPerSecond}/s: p50 ms`, digits: 1, summary: "median" },
  { key: "pacedP99Ms", heading: "p99 ms", digits: 1, summary: "median" },
  { key: "pacedMaxMs", heading: "max ms", digits: 1, summary: "max" },
  ...costColumns("turn"),
  { key: "othersCpuUsPerTurn", heading: "CPU of customers and bot", digits: 0, summary: "median" },
];

export const describeTurns = ({
  perSecond = Number.NaN,
  pacedP99Ms = Number.NaN,
  cpuUsPerRequest = Number.NaN,
}: Figures): string =>
  `${Math.round(perSecond)} turns/s, p99 ${pacedP99Ms.toFixed(1)} ms at ${pacedPerSecond}/s, ${Math.round(cpuUsPerRequest)} us CPU a turn`;

/** The customers with their system, and the bot. */
export interface Stage {
  readonly customers: ServerProcess;
  readonly bot: ServerProcess;
}

export async function startStage(folder: string): Promise<Stage> {
  const [customers, bot] = await Promise.all([startPeer("customers", folder), startPeer("turn-bot", folder, botPath)]);
  return { customers, bot };
}

/** Records a mistake when posts of the bot were refused. */
export async function endStage({ customers, bot }: Stage, note: (mistake: string) => void): Promise<void> {
  const response = await fetch(bot.url);
  const { refused } = (await response.json()) as { readonly refused: number };
  if (refused > 0) note(`${refused} replies of the bot were answered other than 200`);
  await Promise.all([customers.end("SIGKILL"), bot.end("SIGKILL")]);
}

export const fullPace = (connections: number): TurnOrder["pace"] => ({ atOnce: turnsPerConnection * connections });

/** Takes turns at a server and gives the bot its URL. */
export async function takeTurnsAt(
  { customers, bot }: Stage,
  server: ServerProcess,
  order: Omit<TurnOrder, "url" | "path" | "drainMs"> & Partial<Pick<TurnOrder, "drainMs">>,
): Promise<TurnReport> {
  await tellService(bot, server.url);
  return takeTurns(customers, { url: server.url, path: channelPath, drainMs, ...order });
}

export interface OpenTurns extends OpenSide {
  readonly stage: Stage;
  /** One run of turns. Its errors are recorded as mistakes. */
  take(pace: TurnOrder["pace"], seconds: number): Promise<TurnReport>;
}

export interface OpenTurnsOrder {
  /** Belongs to this contestant alone. */
  readonly folder: string;
  readonly connections: number;
  readonly senders: number;
  start(stage: Stage): Promise<ServerProcess>;
  /** The number of the next run, for a data folder that has had runs. Absent: counted from 1. */
  nextRun?(): number;
  took?(run: number, report: TurnReport): void;
  note(mistake: string): void;
}

/** Turns between customers and a bot through a server, as fast as possible where `load` is called. */
export async function openTurns(order: OpenTurnsOrder): Promise<OpenTurns> {
  const { folder, connections, senders, note } = order;
  const stage = await startStage(folder);
  const server = await order.start(stage);
  let runs = 0;
  const take = async (pace: TurnOrder["pace"], seconds: number): Promise<TurnReport> => {
    runs += 1;
    const run = order.nextRun?.() ?? runs;
    const report = await takeTurnsAt(stage, server, { run, seconds, connections, pace, senders });
    order.took?.(run, report);
    const errors = describeTurnErrors(report);
    if (errors !== "") note(`run ${run} met ${errors}`);
    return report;
  };
  return {
    server,
    stage,
    take,
    async load(seconds) {
      const { ended, perSecond, p50Ms, p99Ms } = await take(fullPace(connections), seconds);
      return { requests: ended, perSecond, figures: { p50Ms, p99Ms } };
    },
    async close() {
      await server.end("SIGTERM");
      await endStage(stage, note);
    },
  };
}

/** Measures turns as fast as possible, then at a steady pace. Closes the side. */
export async function measureTurns(
  { server, stage, take, load, close }: OpenTurns,
  seconds: number,
): Promise<Measured> {
  const cpuOfOthers = (): number => stage.customers.resources().cpuSeconds + stage.bot.resources().cpuSeconds;
  const before = cpuOfOthers();
  const measured = await measureLoad(server, () => load(seconds));
  const othersCpuUsPerTurn = ((cpuOfOthers() - before) * 1e6) / measured.done.requests;
  const paced = await take({ perSecond: pacedPerSecond }, seconds);
  const { ownMib } = await server.memory();
  await close();
  const pacedFigures = { pacedP50Ms: paced.p50Ms, pacedP99Ms: paced.p99Ms, pacedMaxMs: paced.maxMs };
  return { ...measured, figures: { ...measured.figures, ...pacedFigures, othersCpuUsPerTurn, ownMib } };
}
