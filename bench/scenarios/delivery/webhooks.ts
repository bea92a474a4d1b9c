import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { runnable } from "../../../test/project/compiled-scripts.ts";
import type { DeskAgent } from "../../load/clients/desk-agent.ts";
import { logIn } from "../../load/clients/desk-agent.ts";
import { mistakesInEvents, readOwners, startOwnersServer, whenArrived } from "../../load/clients/owners-server.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import type { Profiled, Span } from "../../load/profile/profile.ts";
import { readProfile } from "../../load/profile/profile.ts";
import { beginSpan } from "../../load/profile/span.ts";
import { channelId, startService } from "../../load/service/service.ts";
import { createQueueContestant } from "../queue/queue-contestant.ts";
import { createWebhooksQueue } from "../queue/webhooks-queue.ts";
import type { BenchContext, Column, Figures, Scenario } from "../scenario.types.ts";
import type { DeadLetters } from "./dead-letters.ts";
import { makeDeadLetters } from "./dead-letters.ts";
import { describeDeliveries } from "./forwarding.ts";

const perSecondWanted = 5_000;
const shareWanted = 0.25;
/** The service must deliver this many times as much as BullMQ. */
const timesWanted = 3;
/** The share of the events that is delivered before the measurement, because a fresh process is not yet compiled. */
const warmUpShare = 0.2;

const columns: readonly Column[] = [
  { key: "perSecond", heading: "delivered/s", digits: 0, summary: "median" },
  { key: "cpuUsPerDelivery", heading: "CPU us/delivery", digits: 1, summary: "median" },
  { key: "cpuSeconds", heading: "CPU s", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

/**
 * Stored events that are replayed, signed and delivered. Compared with a bare undici Pool that posts such bodies to the same
 * server, and with a queue in Redis.
 */
export const webhooks: Scenario = async (context) => {
  const mistakes: string[] = [];
  const letters = await makeDeadLetters(context);
  const replayRound = createReplayRound(letters, context, mistakes);
  const queue = createQueueContestant("webhooks", timesWanted, context, (packages) =>
    createWebhooksQueue(letters, packages, context),
  );
  const runners: readonly Runner[] = [
    { name: "undici Pool", describe: describeDeliveries, round: () => sendBare(letters, context) },
    {
      name: "parley",
      describe: describeDeliveries,
      round: async (number) => (await replayRound(`round-${number}`)).figures,
    },
    ...queue.runners,
  ];
  const contestants = await runRounds("webhooks", runners, context);
  const [pool = Number.NaN, parley = Number.NaN] = contestants.map((each) => medianOf(each, "perSecond"));
  const share = parley / pool;
  const profile = async (): Promise<Profiled> => {
    const profileFolder = join(context.workFolder, "webhooks-profile");
    const { span, figures } = await replayRound("profiled", profileFolder);
    return readProfile({ name: "parley", folder: profileFolder, span, requests: figures["deliveries"] ?? Number.NaN });
  };
  return {
    title: `webhooks: ${letters.count} stored events, replayed, signed, delivered and their outcome stored`,
    columns,
    contestants,
    verdicts: [
      {
        name: "parley: delivered/s",
        target: `>= ${perSecondWanted}`,
        measured: parley.toFixed(0),
        isMet: parley >= perSecondWanted,
      },
      {
        name: "parley: share of the Pool",
        target: `>= ${shareWanted}`,
        measured: share.toFixed(3),
        isMet: share >= shareWanted,
      },
      ...(await queue.judge(contestants)),
    ],
    checks: [
      { name: "events", detail: "every event arrived once, each signature that was looked at is right", mistakes },
    ],
    profile: context.options.profile ? [await profile()] : [],
  };
};

async function sendBare({ bodiesFile }: DeadLetters, { options, workFolder }: BenchContext): Promise<Figures> {
  const owners = await startOwnersServer(join(workFolder, "webhooks"), "ok");
  const { flags, file } = runnable("bench/load/clients/undici-sender.ts");
  const args = [...flags, file, `${owners.url}/hook`, String(options.seconds), bodiesFile];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  await owners.end("SIGKILL");
  return JSON.parse(stdout);
}

interface ReplayRound {
  readonly figures: Figures;
  readonly span: Span;
}

/** One round with all dead letters: a part is replayed to warm up, then the rest until all are delivered. */
function createReplayRound(letters: DeadLetters, { options, workFolder }: BenchContext, mistakes: string[]) {
  return async (name: string, profileFolder?: string): Promise<ReplayRound> => {
    const folder = join(workFolder, "webhooks", name);
    letters.copyTo(folder);
    const owners = await startOwnersServer(folder, "ok");
    const { nodeFlags } = options;
    const profiling = profileFolder === undefined ? {} : { profileFolder };
    const service = await startService({ folder, nodeFlags, ownersUrl: owners.url, ...profiling });
    const agent = await logIn(service.url);
    const warmUp = await replay(agent, null, letters.count * warmUpShare);
    await whenArrived(owners, warmUp.replayed);
    const before = service.resources();
    const endSpan = beginSpan(service.pid);
    const { replayed } = await replay(agent, warmUp.cursor, Number.POSITIVE_INFINITY);
    const { lastAtUs } = await whenArrived(owners, warmUp.replayed + replayed);
    const span = endSpan(lastAtUs);
    const after = service.resources();
    // The outcome of events that were answered just now is stored before the service ends.
    await agent.close();
    await service.end("SIGTERM");
    mistakes.push(...mistakesInEvents(await readOwners(owners), letters.count).map((mistake) => `${name}: ${mistake}`));
    await owners.end("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
    const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
    const figures = {
      deliveries: replayed,
      perSecond: replayed / ((span.untilUs - span.fromUs) / 1e6),
      cpuUsPerDelivery: (cpuSeconds * 1e6) / replayed,
      cpuSeconds,
      rssMib: after.rssMib,
    };
    return { figures, span };
  };
}

interface Replayed {
  readonly replayed: number;
  readonly cursor: string | null;
}

/** Replays page after page, until at least the wanted number is replayed or there are no more. */
export async function replay(agent: DeskAgent, from: string | null, wanted: number): Promise<Replayed> {
  let replayed = 0;
  let cursor = from;
  do {
    const page = await agent.replay(channelId, cursor);
    replayed += page.replayed;
    cursor = page.cursor;
  } while (cursor !== null && replayed < wanted);
  return { replayed, cursor };
}
