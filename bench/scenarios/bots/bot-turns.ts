import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { startPeer } from "../../load/service/service.ts";
import { createQueueContestant } from "../queue/queue-contestant.ts";
import { createTurnsQueue } from "../queue/turns-queue.ts";
import type { Contestant, Scenario, Verdict } from "../scenario.types.ts";
import type { TurnForwarder } from "./forwarded-turns.ts";
import { createForwardedTurns } from "./forwarded-turns.ts";
import { createTurnService } from "./turn-service.ts";
import { pacedPerSecond, perSecondWanted, turnColumns, turnSendersOf } from "./turn-stage.ts";

const p99MsWanted = 60;

/**
 * Turns: a customer's message, its event to the bot, the bot's reply, the delivery of the reply. Compared with a bare server that
 * forwards the same four requests between the same peers, and with a queue in Redis that forwards them.
 */
export const botTurns: Scenario = async (context) => {
  const mistakes: string[] = [];
  const service = createTurnService(context);
  const bare = createForwardedTurns(bareTurns, context, mistakes);
  const queue = createQueueContestant("bot-turns", null, context, (packages) => createTurnsQueue(packages, context));
  const contestants = await runRounds("bot-turns", [bare, service, ...queue.runners], context);
  const [forwarder, parley] = contestants;
  const durable = await service.proveDurable();
  return {
    title: `bot-turns: customer to bot and back, stored, ${turnSendersOf(context.options)} chats, ${context.options.connections} connections`,
    columns: turnColumns,
    contestants,
    verdicts: [...(forwarder && parley ? judge(forwarder, parley) : []), ...(await queue.judge(contestants))],
    checks: [{ name: "bare forwarder", detail: "every turn came to its end", mistakes }, durable],
    profile: context.options.profile ? [await service.profile()] : [],
  };
};

const bareTurns: TurnForwarder = {
  name: "bare forwarder",
  start: (folder, { customers, bot }) => startPeer("bare-turns", folder, customers.url, bot.url),
};

function judge(forwarder: Contestant, parley: Contestant): Verdict[] {
  const perSecond = medianOf(parley, "perSecond");
  const p99Ms = medianOf(parley, "pacedP99Ms");
  return [
    {
      name: "parley: turns/s",
      target: `>= ${perSecondWanted}`,
      measured: perSecond.toFixed(0),
      isMet: perSecond >= perSecondWanted,
    },
    {
      name: `parley: p99 of a turn at ${pacedPerSecond}/s`,
      target: `<= ${p99MsWanted} ms`,
      measured: `${p99Ms.toFixed(1)} ms`,
      isMet: p99Ms <= p99MsWanted,
    },
    {
      name: "parley: share of the forwarder",
      target: "none yet",
      measured: (perSecond / medianOf(forwarder, "perSecond")).toFixed(3),
      isMet: null,
    },
  ];
}
