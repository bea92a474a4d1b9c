import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { OwnersEvent } from "../../load/clients/owners-server.ts";
import { readEvents, startWatchfulOwners } from "../../load/clients/owners-server.ts";
import type {
  AgentsReport,
  Arrival,
  BotReport,
  CustomersReport,
  DayOrder,
  DayReport,
  DeskReport,
  PageReport,
} from "../../load/day/day-orders.ts";
import { askKnown, beginDay, endDay, makeReady, returnTo } from "../../load/day/day-orders.ts";
import { sharedNowMs } from "../../load/day/shared-clock.ts";
import type { BenchOptions } from "../../load/options.ts";
import type { Profiled, Span } from "../../load/profile/profile.ts";
import { readProfile } from "../../load/profile/profile.ts";
import { beginSpan } from "../../load/profile/span.ts";
import { readMetrics } from "../../load/service/metrics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { otherBotPath, startPeer, startService } from "../../load/service/service.ts";
import type { BenchContext } from "../scenario.types.ts";
import type { PhaseCost } from "./day-costs.ts";
import { watchPhases } from "./day-costs.ts";
import { countRequests } from "./day-figures.ts";
import { boundsOf, desks, pacesOf, peopleOf } from "./day-table.ts";

/** All people around the service, each kind in a separate process. */
interface DayStage {
  readonly customers: ServerProcess;
  readonly bot: ServerProcess;
  readonly owners: ServerProcess;
  readonly agents: ServerProcess;
  readonly visitors: ServerProcess;
}

/** The reports of all people at the end of the day. */
interface DayReports {
  readonly customers: CustomersReport;
  readonly agents: AgentsReport;
  readonly visitors: DayReport;
}

async function startStage(folder: string): Promise<DayStage> {
  const [customers, bot, owners, agents, visitors] = await Promise.all([
    startPeer("day/day-customers", folder),
    startPeer("day/day-bot", folder, otherBotPath),
    startWatchfulOwners(folder),
    startPeer("day/day-agents", folder),
    startPeer("day/day-visitors", folder),
  ]);
  return { customers, bot, owners, agents, visitors };
}

const endStage = async (stage: DayStage): Promise<void> => {
  await Promise.all(Object.values(stage).map((each: ServerProcess) => each.end("SIGKILL")));
};

/** The service with its three channels: customers and agents, customers and the bot, pages. */
const startDayService = (
  folder: string,
  { nodeFlags }: BenchOptions,
  { customers, bot, owners }: DayStage,
  profileFolder?: string,
): Promise<ServerProcess> =>
  startService({
    folder,
    nodeFlags,
    webhookUrl: customers.url,
    otherWebhookUrl: customers.url,
    otherBotUrl: bot.url,
    ownersUrl: owners.url,
    hasWidget: true,
    colleagues: desks - 1,
    ...(profileFolder === undefined ? {} : { profileFolder }),
  });

/** From when all people are ready until the day begins. */
const leadMs = 300;

/** Resolves when all people are ready, with the moment on the shared clock at which the day begins for all of them. */
async function beginStage(stage: DayStage, order: Omit<DayOrder, "startAtMs">): Promise<number> {
  await returnTo(stage.bot, order.url);
  const people = [stage.agents, stage.customers, stage.visitors];
  await Promise.all(people.map((each) => makeReady(each, order)));
  const startAtMs = sharedNowMs() + leadMs;
  await Promise.all(people.map((each) => beginDay(each, { startAtMs })));
  return startAtMs;
}

async function endPeople({ customers, agents, visitors }: DayStage): Promise<DayReports> {
  const [ofCustomers, ofAgents, ofVisitors] = await Promise.all([
    endDay<CustomersReport>(customers),
    endDay<AgentsReport>(agents),
    endDay<DayReport>(visitors),
  ]);
  return { customers: ofCustomers, agents: ofAgents, visitors: ofVisitors };
}

/** The service was restarted: its disconnected peers connect again. */
async function returnStage({ bot, agents, visitors }: DayStage, url: string): Promise<void> {
  await returnTo(bot, url);
  await Promise.all([agents, visitors].map((each) => returnTo(each, url)));
}

/** A day that is over, with all reports about it. */
export interface Day {
  /** The folder in which the service stored the day. */
  readonly folder: string;
  /** When each phase began, and when the service was killed, on the shared clock. */
  readonly boundsMs: readonly number[];
  readonly costs: readonly PhaseCost[];
  readonly reports: DayReports;
  readonly bot: BotReport;
  readonly desks: readonly DeskReport[];
  readonly pages: readonly PageReport[];
  readonly arrivals: readonly Arrival[];
  readonly events: readonly OwnersEvent[];
  /** From the restart after the kill until no work was pending; NaN after the timeout. */
  readonly restMs: number;
  /**
   * Every message that was written earlier, by the clock of the messages, must have been received. Later messages, such as the
   * end of an offer, may coincide with the end of the service.
   */
  readonly endedAtMs: number;
}

const restPatienceMs = 60_000;
/** Time for the frames of messages that were stored until then. */
const lastFramesMs = 300;
/** A value of `/metrics` is at most one second old. */
const lookEveryMs = 1_100;

interface LivedDay {
  /** It runs under the load of the evening, which continues. */
  readonly service: ServerProcess;
  readonly boundsMs: readonly number[];
  readonly costs: readonly PhaseCost[];
  readonly span: Span;
}

/** Runs the day of all people, from the first phase to the last. */
async function live(
  stage: DayStage,
  folder: string,
  { options, progress }: BenchContext,
  profileFolder?: string,
): Promise<LivedDay> {
  const { daySeconds, chats, connections } = options;
  const service = await startDayService(folder, options, stage, profileFolder);
  const people = peopleOf(chats);
  const order = { url: service.url, seed: 1, paces: pacesOf(daySeconds, chats), people, connections };
  const startAtMs = await beginStage(stage, order);
  const boundsMs = boundsOf(daySeconds).map((atMs) => startAtMs + atMs);
  const endSpan = beginSpan(service.pid);
  const costs = await watchPhases(service, boundsMs, ({ name, seconds, cpuUs, rssEndMib }) => {
    const cores = cpuUs / 1e6 / seconds;
    progress(`mixed-day  ${name}: ${(cores * 100).toFixed(0)} % of a core, RSS ${rssEndMib.toFixed(0)} MiB`);
  });
  return { service, boundsMs, costs, span: endSpan() };
}

/** Runs one more day under the profiler. Node writes the profile only when the service ends without a kill. */
export async function profileDay(context: BenchContext): Promise<Profiled> {
  const folder = folderOf(context, "mixed-day-profiled");
  const profileFolder = join(folder, "profile");
  const stage = await startStage(folder);
  const { service, span } = await live(stage, folder, context, profileFolder);
  await service.end("SIGTERM");
  const { customers, agents, visitors } = await endPeople(stage);
  await endStage(stage);
  const requests = countRequests([customers.times, agents.times, visitors.times]);
  return readProfile({ name: "parley", folder: profileFolder, span, requests });
}

function folderOf({ workFolder }: BenchContext, name: string): string {
  const folder = join(workFolder, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Runs the day, kills the service under the load of the evening, restarts it, and waits for all pending work. */
export async function runDay(context: BenchContext): Promise<Day> {
  const folder = folderOf(context, "mixed-day");
  const stage = await startStage(folder);
  const { service, boundsMs, costs } = await live(stage, folder, context);
  await service.end("SIGKILL");
  const reports = await endPeople(stage);
  const again = await startDayService(folder, context.options, stage);
  const fromMs = sharedNowMs();
  await returnStage(stage, again.url);
  const isAtRest = await whenAtRest(again, stage);
  const restMs = isAtRest ? sharedNowMs() - fromMs : Number.NaN;
  const endedAtMs = Date.now();
  await delay(lastFramesMs);
  await again.end("SIGTERM");
  const known = {
    desks: await askKnown<readonly DeskReport[]>(stage.agents),
    pages: await askKnown<readonly PageReport[]>(stage.visitors),
    bot: await askKnown<BotReport>(stage.bot),
    arrivals: await askKnown<readonly Arrival[]>(stage.customers),
    events: await readEvents(stage.owners),
  };
  await endStage(stage);
  return { folder, boundsMs, costs, reports, ...known, restMs, endedAtMs };
}

/** Resolves when no work is pending; with false after the timeout. */
async function whenAtRest({ url }: ServerProcess, { bot }: DayStage): Promise<boolean> {
  for (const untilMs = sharedNowMs() + restPatienceMs; sharedNowMs() < untilMs; ) {
    await delay(lookEveryMs);
    const metric = await readMetrics(url);
    const { unsaid } = await askKnown<BotReport>(bot);
    if (unsaid === 0 && metric("parley_lanes") === 0 && metric("parley_events_pending") === 0) return true;
  }
  return false;
}
