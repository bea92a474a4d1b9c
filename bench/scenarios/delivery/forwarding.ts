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

/** With a reply after the other in each. */
export const chats = 1_000;
const drainTimeoutMs = 120_000;
const lookEveryMs = 100;

/** A peer that takes an agent's replies and posts them to the customer system at this URL. */
export interface Forwarder {
  readonly name: string;
  /** `folder` is of this round alone. */
  start(folder: string, customersUrl: string): Promise<ServerProcess>;
}

/** Takes the same load for the same customer system as the service; a mistake for what did not arrive. */
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

/** `before` and `after`: what the server had used then. */
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

/** Waits until at least `wanted` have arrived and no more come. */
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
