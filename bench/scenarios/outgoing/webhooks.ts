import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sendBare } from "../../load/clients/bare-sender.ts";
import { logIn } from "../../load/clients/desk-agent.ts";
import type { OwnersReport } from "../../load/clients/owners-server.ts";
import {
  mistakesInEvents,
  readBodies,
  readOwners,
  startOwnersServer,
  whenArrived,
} from "../../load/clients/owners-server.ts";
import type { Done, OpenSide } from "../../load/figures/measure.ts";
import { measureRound } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { monotonicUs, readProfile } from "../../load/profile/profile.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { dataFolderOf, signingSecret, startService } from "../../load/service/service.ts";
import type { BenchContext, Scenario } from "../scenario.types.ts";
import { atLeast } from "../verdicts.ts";
import { eventsOfChat, fillWithDeadLetters, replay } from "./events.ts";
import type { QueuePeer } from "./queue.ts";
import { createQueueContestant, queueName, startQueue } from "./queue.ts";
import { deliveryColumns, describeDeliveries } from "./replies.ts";

const perSecondWanted = 5_000;
const shareWanted = 0.25;
const wanted = { times: 1.2, cpuShare: 0.7 };
const chatsPerSecond = 2_000;
/** The share of the events that is delivered before the measurement, because a fresh process is not yet compiled. */
const warmUpShare = 0.2;

/**
 * Stored events that are replayed, signed and delivered. Compared with a bare undici Pool that posts such bodies to the same
 * server, and with a queue in Redis.
 */
export const webhooks: Scenario = async (context) => {
  const { seconds, profile } = context.options;
  const folder = join(context.workFolder, "webhooks");
  const mistakes: string[] = [];
  const letters = await makeDeadLetters(context);
  const measure = (name: string, profileFolder?: string) =>
    measureRound(
      () =>
        openReplay(
          join(folder, name),
          letters,
          { nodeFlags: context.options.nodeFlags, profileFolder },
          (mistake) => void mistakes.push(`${name}: ${mistake}`),
        ),
      seconds,
    );
  const queue = createQueueContestant("webhooks", wanted, context, (packages) =>
    createWebhooksQueue(letters, packages, context),
  );
  const runners: readonly Runner[] = [
    {
      name: "undici Pool",
      describe: describeDeliveries,
      round: () => sendBare(startOwnersServer(folder, "ok"), seconds, letters.bodiesFile),
    },
    {
      name: "parley",
      describe: describeDeliveries,
      round: async (number) => (await measure(`round-${number}`)).figures,
    },
    ...queue.runners,
  ];
  const contestants = await runRounds("webhooks", runners, context);
  const [pool = Number.NaN, parley = Number.NaN] = contestants.map((each) => medianOf(each, "perSecond"));
  const profileRound = async () => {
    const profileFolder = join(folder, "profile");
    const { span, done } = await measure("profiled", profileFolder);
    return readProfile({ name: "parley", folder: profileFolder, span, requests: done.requests });
  };
  return {
    title: `webhooks: ${letters.count} stored events, replayed, signed, delivered and their outcome stored`,
    columns: deliveryColumns,
    contestants,
    verdicts: [
      atLeast("parley: delivered/s", parley, perSecondWanted, "", 0),
      atLeast("parley: share of the Pool", parley / pool, shareWanted, "", 3),
      ...(await queue.judge(contestants)),
    ],
    checks: [
      { name: "events", detail: "every event arrived once, each signature that was looked at is right", mistakes },
    ],
    profile: profile ? [await profileRound()] : [],
  };
};

/** A data folder with dead letters; each round gets a copy. */
interface DeadLetters {
  readonly count: number;
  /** The events that are delivered first, to warm up. They are of all kinds, in the same proportions as the others. */
  readonly warmUp: number;
  /** A file with the bodies of some of them, of all kinds. */
  readonly bodiesFile: string;
  /** Copies the data folder for a service in this folder. */
  copyTo(folder: string): void;
}

/** Makes dead letters from the events of chats. The service itself makes them, while the owner's server refuses each event. */
async function makeDeadLetters({ options, workFolder, progress }: BenchContext): Promise<DeadLetters> {
  const folder = join(workFolder, "dead-letters");
  const { nodeFlags, connections, seconds } = options;
  const chats = Math.min(options.chats, seconds * chatsPerSecond);
  const warmUpChats = Math.ceil(chats * warmUpShare);
  const owners = await startOwnersServer(folder, "gone");
  const service = await startService({ folder, nodeFlags, logLevel: "warn", ownersUrl: owners.url });
  const batches = [warmUpChats, chats - warmUpChats];
  const count = await fillWithDeadLetters(service, owners, { batches, connections });
  const bodiesFile = join(folder, "bodies.json");
  writeFileSync(bodiesFile, await readBodies(owners));
  await service.end("SIGTERM");
  await owners.end("SIGKILL");
  progress(`webhooks  ${count} events of ${chats} chats stored`);
  return {
    count,
    warmUp: warmUpChats * eventsOfChat,
    bodiesFile,
    copyTo(copy) {
      mkdirSync(copy, { recursive: true });
      cpSync(dataFolderOf(folder), dataFolderOf(copy), { recursive: true });
    },
  };
}

interface ReplayOptions {
  readonly nodeFlags: string;
  readonly profileFolder: string | undefined;
}

/** A service with all dead letters: a part has been replayed to warm up, the load is the rest, however long it takes. */
async function openReplay(
  folder: string,
  letters: DeadLetters,
  { nodeFlags, profileFolder }: ReplayOptions,
  note: (mistake: string) => void,
): Promise<OpenSide> {
  letters.copyTo(folder);
  const owners = await startOwnersServer(folder, "ok");
  const profiling = profileFolder === undefined ? {} : { profileFolder };
  const server = await startService({ folder, nodeFlags, ownersUrl: owners.url, ...profiling });
  const agent = await logIn(server.url);
  const warmUp = await replay(agent, null, letters.warmUp);
  await whenArrived(owners, warmUp.replayed);
  return {
    server,
    async load() {
      const fromUs = monotonicUs();
      const { replayed } = await replay(agent, warmUp.cursor, Number.POSITIVE_INFINITY);
      const { lastAtUs } = await whenArrived(owners, warmUp.replayed + replayed);
      return doneBetween(replayed, fromUs, lastAtUs);
    },
    async close() {
      // The outcome of events that were answered just now is stored before the service ends.
      await agent.close();
      await server.end("SIGTERM");
      mistakesInEvents(await readOwners(owners), letters.count).forEach(note);
      await owners.end("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const doneBetween = (requests: number, fromUs: number, untilUs: number): Done => ({
  requests,
  perSecond: requests / ((untilUs - fromUs) / 1e6),
  untilUs,
});

const arrivalTimeoutMs = 100_000;
const lookEveryMs = 20;

/** The same number of events, each as a job that a worker signs and posts. The clock starts before the first job is added. */
function createWebhooksQueue(
  { count, warmUp, bodiesFile }: DeadLetters,
  packages: string,
  { workFolder, options }: BenchContext,
): QueuePeer {
  const mistakes: string[] = [];
  const start = (folder: string, owners: ServerProcess) =>
    startQueue("bullmq-webhooks", packages, folder, owners.url, signingSecret, bodiesFile);
  const open = async (number: number): Promise<OpenSide> => {
    const folder = join(workFolder, "webhooks", `queue-${number}`);
    const owners = await startOwnersServer(folder, "ok");
    const server = await start(folder, owners);
    await addEvents(server, 0, warmUp);
    await whenDistinct(owners, warmUp);
    return {
      server,
      async load() {
        const fromUs = monotonicUs();
        await addEvents(server, warmUp, count);
        const { lastAtUs } = await whenDistinct(owners, count);
        return doneBetween(count - warmUp, fromUs, lastAtUs);
      },
      async close() {
        await server.end("SIGKILL");
        const report = await readOwners(owners);
        // BullMQ runs each job at least once, so repeated events are no mistake.
        const found = mistakesInEvents({ ...report, count: report.distinct }, count);
        mistakes.push(...found.map((mistake) => `round ${number}: ${mistake}`));
        await owners.end("SIGKILL");
        rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
      },
    };
  };
  const round = async (number: number) => (await measureRound(() => open(number), options.seconds)).figures;
  return { runner: { name: queueName, describe: describeDeliveries, round }, mistakes };
}

async function whenDistinct(owners: ServerProcess, wanted: number): Promise<OwnersReport> {
  const givenUpAtMs = performance.now() + arrivalTimeoutMs;
  for (;;) {
    const report = await readOwners(owners);
    if (report.distinct >= wanted || performance.now() > givenUpAtMs) return report;
    await delay(lookEveryMs);
  }
}

/** Resolves when all these events are in Redis. */
async function addEvents({ url }: ServerProcess, from: number, until: number): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/events`, { method: "POST", headers, body: JSON.stringify({ from, until }) });
  if (!response.ok) throw new Error(`/events was answered ${response.status}: ${await response.text()}`);
}
