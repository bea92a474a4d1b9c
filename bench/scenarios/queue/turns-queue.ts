import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { TurnReport } from "../../load/clients/turns.ts";
import { tellService } from "../../load/clients/turns.ts";
import { createForwardedTurns } from "../bots/forwarded-turns.ts";
import type { Stage } from "../bots/turn-stage.ts";
import { endStage, fullPace, startStage, takeTurnsAt, turnSendersOf } from "../bots/turn-stage.ts";
import type { BenchContext } from "../scenario.types.ts";
import type { QueuePeer, QueueProof } from "./queue-contestant.ts";
import { queueName } from "./queue-contestant.ts";
import { createQueueHome } from "./queue-home.ts";

const killAfterMs = 1_500;
const killedSeconds = 3;
/** BullMQ finds a job that was in progress after one or two of its checks, which are 30 s apart. */
const drainMs = 100_000;

/** The messages of a turn as jobs, one for the bot and one for the customer. */
export function createTurnsQueue(packages: string, context: BenchContext): QueuePeer {
  const mistakes: string[] = [];
  const homeIn = (folder: string) => createQueueHome("bullmq-turns", packages, folder);
  const urlsOf = ({ customers, bot }: Stage): readonly string[] => [customers.url, bot.url];
  const forwarder = {
    name: queueName,
    start: (folder: string, stage: Stage) => homeIn(folder).start(...urlsOf(stage)),
  };
  return {
    runner: createForwardedTurns(forwarder, context, mistakes),
    mistakes,
    async prove() {
      const { connections } = context.options;
      const folder = join(context.workFolder, "turns", "queue-killed");
      const home = homeIn(folder);
      const stage = await startStage(folder);
      const first = await home.start(...urlsOf(stage));
      const senders = turnSendersOf(context.options);
      const order = { run: 1, seconds: killedSeconds, connections, pace: fullPace(connections), senders, drainMs };
      const turns = takeTurnsAt(stage, first, order);
      await Promise.race([delay(killAfterMs), turns]);
      await first.end("SIGKILL");
      const second = await home.start(...urlsOf(stage));
      const startedAtMs = performance.now();
      await tellService(stage.bot, second.url);
      const report = await turns;
      const seconds = (performance.now() - startedAtMs) / 1000;
      await second.end("SIGKILL");
      const refused: string[] = [];
      await endStage(stage, "after the kill", refused);
      const proof = describeKilledTurns(report, seconds);
      return { ...proof, mistakes: [...proof.mistakes, ...refused] };
    },
  };
}

export function describeKilledTurns(report: TurnReport, seconds: number): QueueProof {
  const { answeredBySender, unended, repeated, mistakes } = report;
  const answered = answeredBySender.reduce((sum, count) => sum + count, 0);
  return {
    detail: `${answered} answered messages got replies, ${repeated} again, ${mistakes.length} out of turn, within ${seconds.toFixed(0)} s of the start after the kill`,
    mistakes: unended > 0 ? [`${unended} of ${answered} answered messages got no reply`] : [],
  };
}
