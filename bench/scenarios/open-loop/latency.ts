import { BenchError } from "../../load/bench-error.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { ensurePeerPackages } from "../../load/service/peer-packages.ts";
import type { TurnService } from "../bots/turn-service.ts";
import { createTurnService } from "../bots/turn-service.ts";
import { fullPace } from "../bots/turn-stage.ts";
import { showProof } from "../messages/durable.ts";
import type { DurableService } from "../messages/durable-service.ts";
import { createDurableService } from "../messages/durable-service.ts";
import type { PeerHome } from "../messages/peer-homes.ts";
import { createFastifyPostgresHome, createSqliteHome } from "../messages/peer-homes.ts";
import type { BenchContext, Check, Scenario, Verdict } from "../scenario.types.ts";
import { describeShares, judgeShare, measureShares, plotShares, shareColumns, splitShares } from "./shares.ts";

const turnsName = "parley, bot turns";
const judgedShare = 70;
const messageP99MsWanted = 10;
const turnP99MsWanted = 30;
/** More than are ever busy at once, unless something stops. */
const connectionsMax = 256;

/** How long messages and turns take, from when each was to begin, at parts of what each contestant can bear. */
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
  const proofs: Check[] = [];
  for (const peer of peers.services) proofs.push(await peer.proveDurable());
  for (const home of peers.homes) await home.remove();
  const measured = [...(messages ? [messages] : []), ...(turned ? [turned] : []), ...others];
  return {
    title: `latency: from when each was to begin, arrivals ${context.options.arrivals}, ${context.options.chats} chats`,
    columns: shareColumns,
    contestants: measured.flatMap(splitShares),
    verdicts: [
      ...(messages ? [judgeShare(messages, judgedShare, messageP99MsWanted)] : []),
      ...(turned ? [judgeShare(turned, judgedShare, turnP99MsWanted)] : []),
      ...peers.missing,
      ...proofs.map(showProof),
    ],
    checks,
    profile: [],
    plots: [plotShares(measured.map(({ name }) => name))],
  };
};

interface Peers {
  readonly services: readonly DurableService[];
  readonly homes: readonly PeerHome[];
  /** Why there are none. */
  readonly missing: readonly Verdict[];
}

/** What one would build instead, as in `durable`, where its packages can be had. */
async function createPeers(context: BenchContext): Promise<Peers> {
  const without = (reason: string): Peers => ({
    services: [],
    homes: [],
    missing: [
      { name: "what one would build instead", target: "none", measured: `not measured: ${reason}`, isMet: null },
    ],
  });
  if (!context.options.peers) return without("--no-peers");
  try {
    const packages = ensurePeerPackages(context.cacheFolder, context.progress);
    const [sqlite, postgres] = [
      createSqliteHome(packages, context),
      await createFastifyPostgresHome(packages, context),
    ];
    const services = [
      createDurableService({ name: "Fastify + better-sqlite3", logLevel: "info", home: sqlite }, context),
      createDurableService({ name: "Fastify + PostgreSQL", logLevel: "info", home: postgres }, context),
    ];
    return { services, homes: [sqlite, postgres], missing: [] };
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    return without(error.message);
  }
}

function createMessageRunner(service: DurableService, { options }: BenchContext, mistakes: string[]): Runner {
  return {
    name: service.name,
    describe: describeShares,
    async round(number) {
      const { slice, openLoop, close } = await service.open();
      const figures = await measureShares(await slice(options.seconds), async (perSecond) => {
        const report = await openLoop([{ perSecond, seconds: options.seconds }], connectionsMax);
        const [phase] = report.phases;
        if (phase === undefined) throw new Error("Expected the report of one phase, got none");
        const other = Object.entries(phase.answers).filter(([name]) => name !== "200");
        for (const [name, count] of other)
          mistakes.push(`round ${number}: ${count} messages at ${perSecond}/s met ${name}`);
        return phase;
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
        if (report.pace === undefined) throw new Error("Expected to be told how the schedule was kept");
        const { p50Ms, p90Ms, p99Ms, p999Ms, p9999Ms, maxMs } = report;
        const latency = { p50Ms, p90Ms, p99Ms, p999Ms, p9999Ms, maxMs };
        return { latency, pace: report.pace, unanswered: report.unended };
      });
      await close();
      return figures;
    },
  };
}
