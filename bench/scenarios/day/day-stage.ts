import { startWatchfulOwners } from "../../load/clients/owners-server.ts";
import type { AgentsReport, CustomersReport, DayOrder, DayReport } from "../../load/day/day-orders.ts";
import { beginDay, endDay, makeReady, returnTo } from "../../load/day/day-orders.ts";
import { sharedNowMs } from "../../load/day/shared-clock.ts";
import type { BenchOptions } from "../../load/options.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { otherBotPath, startPeer, startService } from "../../load/service/service.ts";
import type {} from "../scenario.types.ts";
import { desks } from "./day-table.ts";

/** All people around the service, each kind in a separate process. */
export interface DayStage {
  readonly customers: ServerProcess;
  readonly bot: ServerProcess;
  readonly owners: ServerProcess;
  readonly agents: ServerProcess;
  readonly visitors: ServerProcess;
}

/** The reports of all people at the end of the day. */
export interface DayReports {
  readonly customers: CustomersReport;
  readonly agents: AgentsReport;
  readonly visitors: DayReport;
}

export async function startStage(folder: string): Promise<DayStage> {
  const [customers, bot, owners, agents, visitors] = await Promise.all([
    startPeer("day/day-customers", folder),
    startPeer("day/day-bot", folder, otherBotPath),
    startWatchfulOwners(folder),
    startPeer("day/day-agents", folder),
    startPeer("day/day-visitors", folder),
  ]);
  return { customers, bot, owners, agents, visitors };
}

export const endStage = async (stage: DayStage): Promise<void> => {
  await Promise.all(Object.values(stage).map((each: ServerProcess) => each.end("SIGKILL")));
};

/** The service with its three channels: customers and agents, customers and the bot, pages. */
export const startDayService = (
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
export async function beginStage(stage: DayStage, order: Omit<DayOrder, "startAtMs">): Promise<number> {
  await returnTo(stage.bot, order.url);
  const people = [stage.agents, stage.customers, stage.visitors];
  await Promise.all(people.map((each) => makeReady(each, order)));
  const startAtMs = sharedNowMs() + leadMs;
  await Promise.all(people.map((each) => beginDay(each, { startAtMs })));
  return startAtMs;
}

export async function endPeople({ customers, agents, visitors }: DayStage): Promise<DayReports> {
  const [ofCustomers, ofAgents, ofVisitors] = await Promise.all([
    endDay<CustomersReport>(customers),
    endDay<AgentsReport>(agents),
    endDay<DayReport>(visitors),
  ]);
  return { customers: ofCustomers, agents: ofAgents, visitors: ofVisitors };
}

/** The service was restarted: its disconnected peers connect again. */
export async function returnStage({ bot, agents, visitors }: DayStage, url: string): Promise<void> {
  await returnTo(bot, url);
  await Promise.all([agents, visitors].map((each) => returnTo(each, url)));
}
