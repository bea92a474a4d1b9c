import { BenchError } from "../../load/bench-error.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { ensurePeerPackages } from "../../load/service/peer-packages.ts";
import { ensureRedis } from "../../load/service/redis.ts";
import type { BenchContext, Contestant, Verdict } from "../scenario.types.ts";
import { showProof } from "../verify/show-proof.ts";

export const queueName = "BullMQ + Redis";

/** The outcome of everything that the peer had answered when it and Redis were killed under load. */
export interface QueueProof {
  readonly detail: string;
  /** Its losses. */
  readonly mistakes: readonly string[];
}

/** The peer in one scenario. */
export interface QueuePeer {
  readonly runner: Runner;
  /** Mistakes of the rounds. */
  readonly mistakes: readonly string[];
  prove(): Promise<QueueProof>;
}

/** The peer, if it can be installed. Otherwise the scenario runs without it. */
export interface QueueContestant {
  readonly runners: readonly Runner[];
  /** Kills and checks the peer, after the rounds. */
  judge(contestants: readonly Contestant[]): Promise<readonly Verdict[]>;
}

/** `timesWanted`: how many times as much as the peer the service must deliver per second; `null` for no target. */
export function createQueueContestant(
  scenario: string,
  timesWanted: number | null,
  context: BenchContext,
  create: (packages: string) => QueuePeer,
): QueueContestant {
  const found = findQueue(context);
  if ("missing" in found) {
    context.progress(`${scenario}  ${queueName} is not measured: ${found.missing}`);
    return { runners: [], judge: async () => [verdictOfNobody(timesWanted, found.missing)] };
  }
  const peer = create(found.packages);
  return {
    runners: [peer.runner],
    async judge(contestants) {
      const proof = await peer.prove();
      const mistakes = [...peer.mistakes, ...proof.mistakes];
      const verdict = showProof({ name: `verify ${queueName}`, detail: proof.detail, mistakes });
      context.progress(`${scenario}  ${verdict.name}: ${verdict.measured}`);
      return [judgeTimes(contestants, timesWanted), verdict];
    },
  };
}

type Found = { readonly packages: string } | { readonly missing: string };

function findQueue({ options, cacheFolder, progress }: BenchContext): Found {
  if (!options.peers) return { missing: "--no-peers was given" };
  const missing = ensureRedis();
  if (missing !== null) return { missing };
  try {
    return { packages: ensurePeerPackages(cacheFolder, progress) };
  } catch (error) {
    if (error instanceof BenchError) return { missing: error.message };
    throw error;
  }
}

const against = `against ${queueName}`;
const targetOf = (timesWanted: number | null): string => (timesWanted === null ? "none" : `>= ${timesWanted} times`);

const verdictOfNobody = (timesWanted: number | null, reason: string): Verdict => ({
  name: against,
  target: targetOf(timesWanted),
  measured: `not measured: ${reason}`,
  isMet: null,
});

/** Judges how many times as much as the peer the service does per second. */
export function judgeTimes(contestants: readonly Contestant[], timesWanted: number | null): Verdict {
  const perSecondOf = (name: string): number => {
    const contestant = contestants.find((each) => each.name === name);
    return contestant === undefined ? Number.NaN : medianOf(contestant, "perSecond");
  };
  const times = perSecondOf("parley") / perSecondOf(queueName);
  return {
    name: against,
    target: targetOf(timesWanted),
    measured: `${times.toFixed(1)} times`,
    isMet: timesWanted === null ? null : times >= timesWanted,
  };
}
