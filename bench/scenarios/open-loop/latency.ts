import { BenchError } from "../../load/bench-error.ts";
import { warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import type { TurnService } from "../bots/turn-service.ts";
import { createTurnService } from "../bots/turn-service.ts";
import { fullPace } from "../bots/turn-stage.ts";
import type { DurablePeers } from "../messages/durable-peers.ts";
import { createDurablePeers } from "../messages/durable-peers.ts";
import type { DurableService } from "../messages/durable-service.ts";
import { createDurableService } from "../messages/durable-service.ts";
import type { BenchContext, Scenario } from "../scenario.types.ts";
import { describeShares, judgeShare, measureShares, shareColumns, splitShares } from "./shares.ts";

const turnsName = "parley, bot turns";
const judgedShare = 70;
const messageP99MsWanted = 10;
const turnP99MsWanted = 30;
/** More connections than are ever busy at once, unless something hangs. */
const connectionsMax = 256;

/** The time of messages and turns, from when each was due, at parts of each contestant's own maximum. */
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
  const measured = [...(messages ? [messages] : []), ...(turned ? [turned] : []), ...others];
  return {
    title: `latency: from when each was to begin, arrivals ${context.options.arrivals}, ${context.options.chats} chats`,
    columns: shareColumns,
    contestants: measured.flatMap(splitShares),
    verdicts: [
      ...(messages ? [judgeShare(messages, judgedShare, messageP99MsWanted)] : []),
      ...(turned ? [judgeShare(turned, judgedShare, turnP99MsWanted)] : []),
      ...proofs,
    ],
    checks,
    profile: [],
  };
};

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
  prove: async () => [
    { name: "what one would build instead", target: "none", measured: `not measured: ${reason}`, isMet: null },
  ],
});

function createMessageRunner(service: DurableService, { options }: BenchContext, mistakes: string[]): Runner {
  return {
    name: service.name,
    describe: describeShares,
    async round(number) {
      const { slice, openLoop, close } = await service.open();
      const figures = await measureShares(await slice(options.seconds), async (perSecond) => {
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
    describe: describeShares,
    async round() {
      const { take, close } = await turns.open();
      const full = await take(fullPace(connections), seconds);
      const maximum = { perSecond: full.perSecond, p50Ms: full.p50Ms, p99Ms: full.p99Ms, maxMs: full.maxMs };
      const figures = await measureShares(maximum, async (paced) => {
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
