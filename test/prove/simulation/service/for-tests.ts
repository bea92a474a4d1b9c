import { createHash } from "node:crypto";
import { explainSeed } from "./explain.ts";
import { pinnedPlans } from "./plan/pinned-plans.ts";
import { knownSeeds } from "./planted/known-seeds.ts";
import { switchOn } from "./planted/switch.ts";
import { playSeed } from "./play-seeds.ts";
import { runPlan } from "./run-plan.ts";

const hashOf = (lines: readonly string[]): string => createHash("sha256").update(lines.join("\n")).digest("hex");

async function hashes(seed: number, count: number): Promise<readonly string[]> {
  const all: string[] = [];
  for (let at = seed; at < seed + count; at += 1) all.push(hashOf((await playSeed(at)).lines));
  return all;
}

async function pinned(): Promise<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = {};
  for (const [name, plan] of Object.entries(pinnedPlans)) all[name] = (await runPlan(plan)).faults;
  return all;
}

async function explain(bug: string): Promise<readonly string[]> {
  const seed = knownSeeds[bug];
  if (typeof seed !== "number") throw new Error(`Expected a seed that finds "${bug}"`);
  switchOn(bug);
  return explainSeed(seed);
}

const [what = "", first = "", second = ""] = process.argv.slice(2);

/** Commands for the tests of the simulation, which cannot import the simulation's build. */
async function answer(): Promise<unknown> {
  switch (what) {
    case "hashes":
      return hashes(Number(first), Number(second));
    case "pinned":
      return pinned();
    case "explain":
      return explain(first);
    default:
      throw new Error(`Expected a part of the simulation, got ${what}`);
  }
}

process.stdout.write(JSON.stringify(await answer()));
