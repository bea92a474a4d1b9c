import { BenchError } from "../../load/bench-error.ts";
import { warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import type { DurablePeers } from "../messages/durable-peers.ts";
import { createDurablePeers } from "../messages/durable-peers.ts";
import type { DurableService } from "../messages/durable-service.ts";
import { createDurableService } from "../messages/durable-service.ts";
import type { TurnService } from "../outgoing/turn-service.ts";
import { createTurnService } from "../outgoing/turn-service.ts";
import { fullPace } from "../outgoing/turn-stage.ts";
import type { BenchContext, Contestant, Scenario, Verdict } from "../scenario.types.ts";
import { fact } from "../verdicts.ts";
import { describeLevels, judgeLevel, levelColumns, measureLevels, rateName, shareName, splitLevels } from "./levels.ts";

const turnsName = "parley, bot turns";
/** Messages a second. A usual installation has far fewer. */
const messageRates = [1_000, 3_000, 5_000, 10_000] as const;
/** Turns a second, each of four requests. */
const turnRates = [250, 500, 1_000, 1_500] as const;
/** The 99th percentiles that are wanted, by the level of the load. */
const messageP99MsWanted = { [rateName(5_000)]: 10, [shareName(70)]: 20 };
const turnP99MsWanted = { [rateName(1_000)]: 25 };
/** More connections than are ever busy at once, unless something hangs. */
const connectionsMax = 256;

/** The time of messages and turns, from when each was due, at parts of each contestant's own maximum and at fixed rates. */
export const latency: Scenario = async (context) => {
  const mistakes: string[] = [];
  const service = createDurableService({ name: "parley", logLevel: "info" }, context);
  const turns = createTurnService(context);
  const peers = await createPeers(context);
  const runners = [
    createMessageRunner(service, context, mistakes),
    createTurnRunner(turns, context),
    ...peers.services.map((peer) => createMessageRunner(peer, context, [])),
  ];
  const [messages, turned, ...others] = await runRounds("latency", runners, context);
  const proof = await service.proveDurable();
  const turnProof = { ...(await turns.proveDurable()), name: `verify ${turnsName}` };
  const checks = [{ ...proof, mistakes: [...mistakes, ...proof.mistakes] }, turnProof];
  const proofs = await peers.prove();
  return {
    title: `latency: from when each was to begin, arrivals ${context.options.arrivals}, ${context.options.chats} chats`,
    columns: levelColumns,
    contestants: [
      ...(messages ? splitLevels(messages, messageRates) : []),
      ...(turned ? splitLevels(turned, turnRates) : []),
      ...others.flatMap((other) => splitLevels(other, messageRates)),
    ],
    verdicts: [
      ...(messages ? judgeLevels(messages, messageP99MsWanted) : []),
      ...(turned ? judgeLevels(turned, turnP99MsWanted) : []),
      ...proofs,
    ],
    checks,
    profile: [],
  };
};

const judgeLevels = (contestant: Contestant, p99MsWanted: Readonly<Record<string, number>>): readonly Verdict[] =>
  Object.entries(p99MsWanted).map(([level, wantedMs]) => judgeLevel(contestant, level, wantedMs));

/** What one would build instead, if its packages can be installed. */
async function createPeers(context: BenchContext): Promise<DurablePeers> {
  if (!context.options.peers) return nobody("--no-peers was given");
  try {
    return await createDurablePeers(context);
  } catch (error) {
    if (error instanceof BenchError) return nobody(error.message);
    throw error;
  }
}

const nobody = (reason: string): DurablePeers => ({
  services: [],
  prove: async () => [fact("what one would build instead", `not measured: ${reason}`)],
});

function createMessageRunner(service: DurableService, { options }: BenchContext, mistakes: string[]): Runner {
  return {
    name: service.name,
    describe: describeLevels,
    async round(number) {
      const { slice, openLoop, close } = await service.open();
      const figures = await measureLevels(messageRates, await slice(options.seconds), async (perSecond) => {
        // The load's own process begins cold. Its delay during the warm-up is not the latency of any contestant.
        const phases = [warmUpSeconds(options.seconds), options.seconds].map((seconds) => ({ perSecond, seconds }));
        const report = await openLoop(phases, connectionsMax);
        const counted = report.phases.at(-1);
        if (counted === undefined) throw new Error("Expected the report of two phases, got none");
        const answers = report.phases.flatMap((phase) => Object.entries(phase.answers));
        for (const [name, count] of answers.filter(([name]) => name !== "200"))
          mistakes.push(`round ${number}: ${count} messages at ${perSecond}/s met ${name}`);
        return counted;
      });
      await close();
      return figures;
    },
  };
}

function createTurnRunner(turns: TurnService, { options }: BenchContext): Runner {
  const { connections, seconds, arrivals } = options;
  return {
    name: turnsName,
    describe: describeLevels,
    async round() {
      const { take, close } = await turns.open();
      const full = await take(fullPace(connections), seconds);
      const maximum = { perSecond: full.perSecond, p50Ms: full.p50Ms, p99Ms: full.p99Ms, maxMs: full.maxMs };
      const figures = await measureLevels(turnRates, maximum, async (paced) => {
        const report = await take({ perSecond: paced, arrivals }, seconds);
        if (report.pace === undefined) throw new Error("Expected a report of the load about its schedule, got none");
        const { p50Ms, p90Ms, p99Ms, p999Ms, p9999Ms, maxMs } = report;
        const latency = { p50Ms, p90Ms, p99Ms, p999Ms, p9999Ms, maxMs };
        return { latency, pace: report.pace, unanswered: report.unended };
      });
      await close();
      return figures;
    },
  };
}
