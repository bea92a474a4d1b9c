import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BenchError } from "../../load/bench-error.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { ensurePeerPackages } from "../../load/service/peer-packages.ts";
import { ensureRedis, startRedis } from "../../load/service/redis.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startServer, withParts } from "../../load/service/server-process.ts";
import type { BenchContext, Contestant, Verdict } from "../scenario.types.ts";
import { atLeast, fact, showProof } from "../verdicts.ts";

export const queueName = "BullMQ + Redis";

/** Starts a peer of `bench/peers/queue/` with its own Redis. Both keep their data in the folder, and end together. */
export async function startQueue(
  name: "bullmq-delivery" | "bullmq-turns" | "bullmq-webhooks",
  packages: string,
  folder: string,
  ...args: readonly string[]
): Promise<ServerProcess> {
  mkdirSync(folder, { recursive: true });
  const script = fileURLToPath(new URL(`../../peers/queue/${name}.ts`, import.meta.url));
  const redis = await startRedis(join(folder, "redis"));
  const server = await startServer({
    name,
    args: [script, packages, String(redis.port), ...args],
    logFile: join(folder, `${name}.log`),
  });
  return withParts(server, [redis]);
}

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
  /** Kills it under load. Absent: the kill of another scenario shows what it loses. */
  prove?(): Promise<QueueProof>;
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
    const nobody = { ...judgeTimes([], timesWanted), measured: `not measured: ${found.missing}`, isMet: null };
    return { runners: [], judge: async () => [nobody] };
  }
  const peer = create(found.packages);
  return {
    runners: [peer.runner],
    async judge(contestants) {
      const proof = (await peer.prove?.()) ?? { detail: "everything arrived", mistakes: [] };
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

/** Judges how many times as much as the peer the service does per second. */
export function judgeTimes(contestants: readonly Contestant[], timesWanted: number | null): Verdict {
  const perSecondOf = (name: string): number => {
    const contestant = contestants.find((each) => each.name === name);
    return contestant === undefined ? Number.NaN : medianOf(contestant, "perSecond");
  };
  const name = `against ${queueName}`;
  const times = perSecondOf("parley") / perSecondOf(queueName);
  return timesWanted === null ? fact(name, `${times.toFixed(1)} times`) : atLeast(name, times, timesWanted, "times", 1);
}
