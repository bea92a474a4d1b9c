import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Runner } from "../../load/figures/rounds.ts";
import { monotonicUs } from "../../load/profile/profile.ts";
import type { Resources } from "../../load/service/resources.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startPeer } from "../../load/service/service.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { BenchContext, Figures } from "../scenario.types.ts";

/** Each of these chats gets one reply after the other. */
export const chats = 1_000;
const drainTimeoutMs = 120_000;
const lookEveryMs = 100;

/** A peer that takes an agent's replies and posts them to the customer system at this URL. */
export interface Forwarder {
  readonly name: string;
  /** `folder` belongs to this round alone. */
  start(folder: string, customersUrl: string): Promise<ServerProcess>;
}

/** Sends the same load to the same customer system as for the service. Adds a mistake when replies did not arrive. */
export function createForwarding(
  { name, start }: Forwarder,
  { options, workFolder }: BenchContext,
  mistakes: string[],
): Runner {
  const { connections, seconds } = options;
  const round = async (number: number): Promise<Figures> => {
    const folder = join(workFolder, "delivery", `${name.replaceAll(/\W+/g, "-")}-${number}`);
    const customers = await startPeer("customer-system", folder);
    const forwarder = await start(folder, customers.url);
    const ids = Array.from({ length: chats }, (_, index) => index + 1).join(",");
    const script = { script: "replies.lua", arguments: ["no-token", ids] } as const;
    const load = { url: forwarder.url, connections, ...script };
    const warmUp = await runWrk({ ...load, seconds: 1 });
    const { count: arrivedBefore } = await whenDelivered(customers, warmUp.requests);
    const before = forwarder.resources();
    const fromUs = monotonicUs();
    const report = await runWrk({ ...load, seconds });
    const { count, lastAtUs } = await whenDelivered(customers, arrivedBefore + report.requests);
    const after = forwarder.resources();
    await Promise.all([forwarder.end("SIGKILL"), customers.end("SIGKILL")]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    const errors = describeErrors(report);
    if (errors !== "") mistakes.push(`round ${number} met ${errors}`);
    const deliveries = count - arrivedBefore;
    const answered = warmUp.requests + report.requests;
    if (count < answered) mistakes.push(`round ${number}: ${count} arrived, expected ${answered}`);
    const figures = figuresOfDeliveries(deliveries, (lastAtUs - fromUs) / 1e6, before, after);
    return { ...figures, replies: report.requests };
  };
  return { name, describe: describeDeliveries, round };
}

/** `before` and `after`: the resources that the server had used at the start and at the end. */
export function figuresOfDeliveries(deliveries: number, seconds: number, before: Resources, after: Resources): Figures {
  const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
  return {
    deliveries,
    perSecond: deliveries / seconds,
    cpuUsPerDelivery: (cpuSeconds * 1e6) / deliveries,
    cpuSeconds,
    rssMib: after.rssMib,
  };
}

interface Arrived {
  readonly count: number;
  readonly lastAtUs: number;
}

/** Waits until at least `wanted` have arrived and no more arrive. */
export async function whenDelivered(peer: ServerProcess, wanted: number): Promise<Arrived> {
  const givenUpAtMs = Date.now() + drainTimeoutMs;
  for (let last = -1; ; ) {
    const response = await fetch(peer.url);
    const arrived = (await response.json()) as Arrived;
    if ((arrived.count >= wanted && arrived.count === last) || Date.now() > givenUpAtMs) return arrived;
    last = arrived.count;
    await delay(lookEveryMs);
  }
}

export const describeDeliveries = ({ perSecond = Number.NaN, cpuUsPerDelivery = Number.NaN }: Figures): string =>
  `${Math.round(perSecond)} delivered/s, ${cpuUsPerDelivery.toFixed(1)} us CPU a delivery`;
