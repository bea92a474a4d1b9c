import { join } from "node:path";
import type { TurnOrder, TurnReport } from "../../load/clients/turns.ts";
import { describeTurnErrors } from "../../load/clients/turns.ts";
import { warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { startPeer } from "../../load/service/service.ts";
import type { BenchContext, Contestant, Scenario, Verdict } from "../scenario.types.ts";
import { createTurnService } from "./turn-service.ts";
import {
  describeTurns,
  endStage,
  fullPace,
  measureTurns,
  pacedPerSecond,
  perSecondWanted,
  startStage,
  takeTurnsAt,
  turnColumns,
  turnSendersOf,
} from "./turn-stage.ts";

const p99MsWanted = 60;

/**
 * Turns: a customer's message, the bot told of it, the bot's reply, the reply delivered. Against a bare server that
 * passes on the same four requests between the same peers.
 */
export const botTurns: Scenario = async (context) => {
  const mistakes: string[] = [];
  const service = createTurnService(context);
  const bare = createBareTurns(context, mistakes);
  const [forwarder, parley] = await runRounds("bot-turns", [bare, service], context);
  const durable = await service.proveDurable();
  return {
    title: `bot-turns: customer to bot and back, stored, ${turnSendersOf(context.options)} chats, ${context.options.connections} connections`,
    columns: turnColumns,
    contestants: [...(forwarder ? [forwarder] : []), ...(parley ? [parley] : [])],
    verdicts: forwarder && parley ? judge(forwarder, parley) : [],
    checks: [{ name: "bare forwarder", detail: "every turn came to its end", mistakes }, durable],
    profile: context.options.profile ? [await service.profile()] : [],
  };
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

function createBareTurns({ options, workFolder }: BenchContext, mistakes: string[]): Runner {
  const { connections, seconds } = options;
  const senders = turnSendersOf(options);
  return {
    name: "bare forwarder",
    describe: describeTurns,
    async round(number) {
      const folder = join(workFolder, "bare-turns", String(number));
      const stage = await startStage(folder);
      const server = await startPeer("bare-turns", folder, stage.customers.url, stage.bot.url);
      let run = 0;
      const take = async (pace: TurnOrder["pace"], length: number): Promise<TurnReport> => {
        run += 1;
        const report = await takeTurnsAt(stage, server, { run, seconds: length, connections, pace, senders });
        const errors = describeTurnErrors(report);
        if (errors !== "") mistakes.push(`round ${number}, run ${run} met ${errors}`);
        return report;
      };
      await take(fullPace(connections), warmUpSeconds(seconds));
      const { figures } = await measureTurns(stage, server, options, take);
      await server.end("SIGKILL");
      await endStage(stage, `round ${number}`, mistakes);
      return figures;
    },
  };
}
