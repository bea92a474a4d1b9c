import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startPeer, startService } from "../../load/service/service.ts";
import type { BenchContext, Scenario } from "../scenario.types.ts";
import { atLeast, atMost, fact } from "../verdicts.ts";
import type { QueuePeer } from "./queue.ts";
import { createQueueContestant, queueName, startQueue } from "./queue.ts";
import { createTurnService } from "./turn-service.ts";
import type { Stage } from "./turn-stage.ts";
import {
  describeTurns,
  measureTurns,
  openTurns,
  pacedPerSecond,
  perSecondWanted,
  turnColumns,
  turnSendersOf,
} from "./turn-stage.ts";

const p99MsWanted = 60;

/**
 * Turns: a customer's message, its event to the bot, the bot's reply, the delivery of the reply. Compared with a bare server that
 * forwards the same four requests between the same peers, and with a queue in Redis that forwards them.
 */
export const botTurns: Scenario = async (context) => {
  const { options } = context;
  const mistakes: string[] = [];
  const samples = await sampleBodies(context);
  const service = createTurnService(context);
  const bare = createForwarder("bare forwarder", context, mistakes, (folder, { customers, bot }) =>
    startPeer("bare-turns", folder, customers.url, bot.url, ...samples),
  );
  const queue = createQueueContestant("bot-turns", null, context, (packages): QueuePeer => {
    const wrong: string[] = [];
    const runner = createForwarder(queueName, context, wrong, (folder, { customers, bot }) =>
      startQueue("bullmq-turns", packages, folder, customers.url, bot.url, ...samples),
    );
    return { runner, mistakes: wrong };
  });
  const contestants = await runRounds("bot-turns", [bare, service, ...queue.runners], context);
  const [forwarder = Number.NaN, perSecond = Number.NaN] = contestants.map((each) => medianOf(each, "perSecond"));
  const [, pacedP99Ms = Number.NaN] = contestants.map((each) => medianOf(each, "pacedP99Ms"));
  const durable = await service.proveDurable();
  return {
    title: `bot-turns: customer to bot and back, stored, ${turnSendersOf(options)} chats, ${options.connections} connections`,
    columns: turnColumns,
    contestants,
    verdicts: [
      atLeast("parley: turns/s", perSecond, perSecondWanted, "", 0),
      atMost(`parley: p99 of a turn at ${pacedPerSecond}/s`, pacedP99Ms, p99MsWanted, "ms", 1),
      fact("parley: share of the forwarder", (perSecond / forwarder).toFixed(3)),
      ...(await queue.judge(contestants)),
    ],
    checks: [{ name: "bare forwarder", detail: "every turn came to its end", mistakes }, durable],
    profile: options.profile ? [await service.profile()] : [],
  };
};

/** Takes one turn at the service. Returns files with the event and the reply that it has sent, so that the peers send such bodies. */
async function sampleBodies({ workFolder, options }: BenchContext): Promise<readonly [string, string]> {
  const folder = join(workFolder, "turns", "sample");
  const { stage, take, close } = await openTurns({
    ...{ folder, connections: 1, senders: 1 },
    start: ({ customers, bot }) =>
      startService({ folder, nodeFlags: options.nodeFlags, webhookUrl: customers.url, botUrl: bot.url }),
    note(mistake) {
      throw new Error(`The sample of a turn: ${mistake}`);
    },
  });
  await take({ atOnce: 1 }, 1);
  const write = async ({ url }: ServerProcess, name: string): Promise<string> => {
    const response = await fetch(url);
    const { sample } = (await response.json()) as { readonly sample: string };
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify([sample]));
    return file;
  };
  const samples = [await write(stage.bot, "event.json"), await write(stage.customers, "reply.json")] as const;
  await close();
  return samples;
}

/** Takes the same turns at a peer, from a fresh start in each round. */
function createForwarder(
  name: string,
  { options, workFolder }: BenchContext,
  mistakes: string[],
  start: (folder: string, stage: Stage) => Promise<ServerProcess>,
): Runner {
  const { connections, seconds } = options;
  return {
    name,
    describe: describeTurns,
    async round(number) {
      const folder = join(workFolder, "turns", `${name.replaceAll(/\W+/g, "-")}-${number}`);
      const side = await openTurns({
        ...{ folder, connections, senders: turnSendersOf(options) },
        start: (stage) => start(folder, stage),
        note: (mistake) => void mistakes.push(`round ${number}, ${mistake}`),
      });
      await side.load(warmUpSeconds(seconds));
      const { figures } = await measureTurns(side, seconds);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
      return figures;
    },
  };
}
