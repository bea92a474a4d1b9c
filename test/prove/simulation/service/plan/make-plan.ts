import type { DatabaseTrouble } from "../database/shared-database.ts";
import { quietDatabase } from "../database/shared-database.ts";
import type { DiskTrouble } from "../disk/simulated-disk.ts";
import { noTrouble } from "../disk/simulated-disk.ts";
import { Random } from "../loop/random.ts";
import type { NetworkTrouble } from "../network/simulated-network.ts";
import type { Mood } from "../people/moods.ts";
import { content } from "../people/moods.ts";
import { agents } from "../people/names.ts";
import type { FaultPlan, PersonPlan, Plan } from "./plan.ts";

/** The share of runs with several machines on one database. */
const severalShare = 0.3;
const seedMax = 2 ** 31 - 1;
const workMs = { min: 8_000, max: 28_000 };

/** Returns the plan of a seed. */
export function makePlan(seed: number): Plan {
  const random = new Random(seed, "plan");
  const machines = random.chance(severalShare) ? ["one", "two", "three"].slice(0, random.between(2, 3)) : ["one"];
  const length = random.between(workMs.min, workMs.max);
  const faults = Array.from({ length: random.between(0, 7) }, () => makeFault(random, machines, length));
  // If a server is bad during the complete run, every other fault occurs during a series of attempts.
  const bad = (["shop", "bot", "owner"] as const).filter(() => random.chance(0.3));
  const moods = bad.map((server): FaultPlan => {
    return { kind: "mood", atMs: 0, server, forMs: length, mood: makeMood(random) };
  });
  const people = makePeople(random);
  return {
    seed,
    machines,
    workMs: length,
    people,
    faults: [...moods, ...faults, ...makeStands(seed, machines, length)],
  };
}

/** The share of runs whose store stands once, longer than any attempt takes. */
const standsShare = 0.3;
const standsMs = { min: 5_000, max: 60_000 };

function makeStands(seed: number, machines: readonly string[], lengthMs: number): readonly FaultPlan[] {
  const random = new Random(seed, "stands");
  if (!random.chance(standsShare)) return [];
  const atMs = random.between(500, lengthMs);
  const forMs = random.between(standsMs.min, standsMs.max);
  const fault = standOf(random, machines, forMs);
  return [{ kind: "at a request", atMs, nth: random.between(1, 4), forMs, fault }];
}

function standOf(random: Random, machines: readonly string[], forMs: number): FaultPlan {
  const atMs = 0;
  if (machines.length > 1) {
    const trouble = random.chance(0.5) ? { ...quietDatabase, isDown: true } : { ...quietDatabase, hangs: true };
    return { kind: "database", atMs, forMs, trouble };
  }
  const full = { ...noTrouble, fails: ["write", "sync", "name"], share: 1, code: "ENOSPC" } as const;
  const trouble = random.chance(0.5) ? full : { ...noTrouble, slowMs: forMs };
  return { kind: "disk", atMs, machine: "one", forMs, trouble };
}

function makePeople(random: Random): readonly PersonPlan[] {
  const pauseMsMax = random.pick([1_500, 4_000, 8_000]);
  const own = (): number => random.between(1, seedMax);
  const customers = Array.from({ length: random.between(1, 3) }, (_, index): PersonPlan => {
    const channel = random.chance(0.5) ? "plain" : "bot";
    return { kind: "customer", name: `c${index + 1}`, channel, seed: own(), pauseMsMax };
  });
  const pages = Array.from({ length: random.between(0, 2) }, (_, index): PersonPlan => {
    return { kind: "page", name: `p${index + 1}`, seed: own(), pauseMsMax, leaves: random.pick([0, 0.1, 0.3]) };
  });
  const working = agents.slice(0, random.between(1, agents.length)).map((name): PersonPlan => {
    return {
      kind: "agent",
      name,
      seed: own(),
      blacklists: random.pick([0, 0, 0.3]),
      leaves: random.pick([0, 0.02, 0.1]),
      goesHome: random.chance(0.3),
    };
  });
  return [...customers, ...pages, ...working, { kind: "asker", seed: own() }];
}

function makeFault(random: Random, machines: readonly string[], lengthMs: number): FaultPlan {
  const atMs = random.between(500, lengthMs);
  const machine = random.pick(machines);
  const forMs = random.between(500, 12_000);
  const kind = random.pick([
    "kill",
    "power",
    "kill at work",
    "power at work",
    "power at work",
    "freeze",
    "clock",
    "disk",
    "network",
    "mood",
    "mood",
  ] as const);
  switch (kind) {
    case "kill":
    case "power":
      return { kind, atMs, machine };
    case "kill at work":
    case "power at work":
      return { kind, atMs, machine, nth: random.between(1, 30), isDone: random.chance(0.5) };
    case "freeze":
      return { kind, atMs, machine, forMs };
    case "clock":
      return { kind, atMs, machine, byMs: random.pick([-3_600_000, -5_000, -700, 700, 5_000, 3_600_000]) };
    case "disk":
      if (machines.length > 1) return { kind: "database", atMs, forMs, trouble: makeDatabaseTrouble(random) };
      return { kind, atMs, machine, forMs, trouble: makeDiskTrouble(random) };
    case "network":
      return { kind, atMs, forMs, trouble: makeNetworkTrouble(random) };
    case "mood":
      return { kind, atMs, server: random.pick(["shop", "bot", "owner"]), forMs: forMs * 2, mood: makeMood(random) };
  }
}

const makeDiskTrouble = (random: Random): DiskTrouble =>
  random.pick([
    { ...noTrouble, slowMs: random.pick([20, 300, 2_000, 12_000]) },
    { ...noTrouble, fails: ["write", "sync", "name"], share: random.pick([0.1, 1]), code: "ENOSPC" },
    { ...noTrouble, fails: ["write", "sync"], share: random.pick([0.05, 0.5]), code: "EIO" },
    { ...noTrouble, shortShare: 0.5 },
  ] as const);

const makeDatabaseTrouble = (random: Random): DatabaseTrouble =>
  random.pick([
    { ...quietDatabase, slowMs: random.pick([20, 400]) },
    { ...quietDatabase, isDown: true },
  ]);

const makeNetworkTrouble = (random: Random): NetworkTrouble => ({
  lost: random.pick([0, 0.05, 0.3]),
  unanswered: random.pick([0, 0.05, 0.3]),
  slowMs: random.pick([0, 50, 2_500]),
});

const makeMood = (random: Random): Mood =>
  random.pick([
    { ...content, isDown: true },
    { ...content, hangs: random.pick([0.3, 1]) },
    { ...content, fails: random.pick([0.3, 1]) },
    { ...content, closes: 0.4, lies: 0.2 },
    { ...content, slowMs: random.pick([1_000, 4_000]) },
  ]);
