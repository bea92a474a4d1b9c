import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { OwnersReport } from "../../load/clients/owners-server.ts";
import { mistakesInEvents, readOwners, startOwnersServer, whenArrived } from "../../load/clients/owners-server.ts";
import { monotonicUs } from "../../load/profile/profile.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { signingSecret } from "../../load/service/service.ts";
import type { DeadLetters } from "../delivery/dead-letters.ts";
import { describeDeliveries, figuresOfDeliveries } from "../delivery/forwarding.ts";
import type { BenchContext, Figures } from "../scenario.types.ts";
import type { QueuePeer, QueueProof } from "./queue-contestant.ts";
import { queueName } from "./queue-contestant.ts";
import { createQueueHome } from "./queue-home.ts";

/** As with the service: this share is delivered before the measurement. */
const warmUpShare = 0.2;
const killAtShare = 0.3;
/** BullMQ finds a job that was in progress after one or two of its checks, which are 30 s apart. */
const arrivalTimeoutMs = 100_000;
const lookEveryMs = 20;

/** The same number of events, as jobs of a paused queue that is resumed. */
export function createWebhooksQueue(
  { count, bodiesFile }: Pick<DeadLetters, "count" | "bodiesFile">,
  packages: string,
  { workFolder }: BenchContext,
): QueuePeer {
  const mistakes: string[] = [];
  const homeIn = (folder: string) => {
    const home = createQueueHome("bullmq-webhooks", packages, folder);
    return { start: (owners: ServerProcess) => home.start(owners.url, signingSecret, bodiesFile) };
  };
  const round = async (number: number): Promise<Figures> => {
    const folder = join(workFolder, "webhooks", `queue-${number}`);
    const home = homeIn(folder);
    const owners = await startOwnersServer(folder, "ok");
    const server = await home.start(owners);
    const warmUp = Math.floor(count * warmUpShare);
    await call(server, "/events", { from: 0, until: warmUp });
    await call(server, "/resume");
    await whenArrived(owners, warmUp);
    await call(server, "/events", { from: warmUp, until: count });
    const before = server.resources();
    const fromUs = monotonicUs();
    await call(server, "/resume");
    const { lastAtUs } = await whenArrived(owners, count);
    const after = server.resources();
    await server.end("SIGKILL");
    const report = await readOwners(owners);
    // BullMQ runs each job at least once, so repeated events are no mistake.
    const found = mistakesInEvents({ ...report, count: report.distinct }, count);
    mistakes.push(...found.map((mistake) => `round ${number}: ${mistake}`));
    await owners.end("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    const deliveries = count - warmUp;
    return figuresOfDeliveries(deliveries, (lastAtUs - fromUs) / 1e6, before, after);
  };
  const prove = async (): Promise<QueueProof> => {
    const folder = join(workFolder, "webhooks", "queue-killed");
    const home = homeIn(folder);
    const owners = await startOwnersServer(folder, "ok");
    const first = await home.start(owners);
    await call(first, "/events", { from: 0, until: count });
    await call(first, "/resume");
    await whenDistinct(owners, count * killAtShare);
    await first.end("SIGKILL");
    const { distinct: before } = await readOwners(owners);
    const second = await home.start(owners);
    const startedAtMs = performance.now();
    const report = await whenDistinct(owners, count);
    const seconds = (performance.now() - startedAtMs) / 1000;
    await second.end("SIGKILL");
    await owners.end("SIGKILL");
    return describeKilledEvents(report, { count, before, seconds });
  };
  return { runner: { name: queueName, describe: describeDeliveries, round }, mistakes, prove };
}

export interface KilledEvents {
  /** All events of the queue. */
  readonly count: number;
  /** The events that had arrived when it was killed. */
  readonly before: number;
  /** From the next start to the last arrival. */
  readonly seconds: number;
}

export function describeKilledEvents(
  { count: arrived, distinct }: Pick<OwnersReport, "count" | "distinct">,
  { count, before, seconds }: KilledEvents,
): QueueProof {
  const lost = count - distinct;
  return {
    detail: `${count} events arrived, ${arrived - distinct} again, ${count - before} of them within ${seconds.toFixed(0)} s of the start after the kill`,
    mistakes: lost > 0 ? [`${lost} of ${count} events never arrived`] : [],
  };
}

async function whenDistinct(owners: ServerProcess, wanted: number): Promise<OwnersReport> {
  const givenUpAtMs = performance.now() + arrivalTimeoutMs;
  for (;;) {
    const report = await readOwners(owners);
    if (report.distinct >= wanted || performance.now() > givenUpAtMs) return report;
    await delay(lookEveryMs);
  }
}

async function call({ url }: ServerProcess, path: string, body: object = {}): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
}
