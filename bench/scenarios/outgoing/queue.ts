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
import { atLeast, atMost, fact, showProof } from "../verdicts.ts";

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

/** What the service must reach, measured by the peer. */
export interface QueueTarget {
  /** How many times as much as the peer it delivers per second. */
  readonly times: number;
  /** The share of the peer's processor time for each delivery. */
  readonly cpuShare: number;
}

/** `null`: no target. */
export function createQueueContestant(
  scenario: string,
  wanted: QueueTarget | null,
  context: BenchContext,
  create: (packages: string) => QueuePeer,
): QueueContestant {
  const found = findQueue(context);
  if ("missing" in found) {
    context.progress(`${scenario}  ${queueName} is not measured: ${found.missing}`);
    return { runners: [], judge: async () => [fact(`against ${queueName}`, `not measured: ${found.missing}`)] };
  }
  const peer = create(found.packages);
  return {
    runners: [peer.runner],
    async judge(contestants) {
      const proof = (await peer.prove?.()) ?? { detail: "everything arrived", mistakes: [] };
      const mistakes = [...peer.mistakes, ...proof.mistakes];
      const verdict = showProof({ name: `verify ${queueName}`, detail: proof.detail, mistakes });
      context.progress(`${scenario}  ${verdict.name}: ${verdict.measured}`);
      return [...judgeQueue(contestants, wanted), verdict];
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

/** Judges how many times as much as the peer the service does per second, and for which share of the peer's processor time. */
export function judgeQueue(contestants: readonly Contestant[], wanted: QueueTarget | null): readonly Verdict[] {
  const ratioOf = (key: "perSecond" | "cpuUsPerRequest"): number => {
    const [ours, theirs] = ["parley", queueName].map((name) => contestants.find((each) => each.name === name));
    return ours === undefined || theirs === undefined ? Number.NaN : medianOf(ours, key) / medianOf(theirs, key);
  };
  const times = ratioOf("perSecond");
  const cpuShare = ratioOf("cpuUsPerRequest");
  const [rate, cpu] = [`against ${queueName}`, `CPU of ${queueName}`];
  if (wanted === null) return [fact(rate, `${times.toFixed(1)} times`), fact(cpu, cpuShare.toFixed(2))];
  return [atLeast(rate, times, wanted.times, "times"), atMost(cpu, cpuShare, wanted.cpuShare)];
}
