import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { resourcesOf } from "../../../bench/load/service/resources.ts";
import { openFilesOf } from "../../system/harness/people/raw-clients.ts";
import { createRandom } from "../../system/harness/random.ts";
import { withEndings } from "../endings.ts";
import type { Law } from "../laws.ts";
import { judge, toRows } from "../laws.ts";
import type { ProofPart, ProofRow, ProofRun } from "../proof-part.ts";
import { drawCurves, toCsv } from "./curve.ts";
import { Day } from "./day.ts";
import type { Sample } from "./flatness.ts";
import { growth } from "./flatness.ts";

const minuteMs = 60_000;
const lastsMs = { short: 10 * minuteMs, long: 120 * minuteMs };
const everyMs = 10_000;
const mebibyte = 2 ** 20;

export interface SoakHistory {
  readonly samples: readonly Sample[];
  readonly chats: number;
  readonly surprises: readonly string[];
}

export const soakLaws: readonly Law<SoakHistory>[] = [
  {
    promise: "flat",
    about: "samples of memory, heap, handles, open files and p99",
    faults: ({ samples }) => growth(samples),
    seen: ({ samples }) => samples.length,
  },
  {
    promise: "answers",
    about: "chats opened, answered and closed",
    faults: ({ surprises }) => surprises,
    seen: ({ chats }) => chats,
  },
];

/** Runs the load on a service for the given time, and takes samples at regular intervals. */
export async function soak(
  { seed, progress, signal }: Pick<ProofRun, "seed" | "progress" | "signal">,
  lastMs: number,
  sampleEveryMs: number,
): Promise<SoakHistory> {
  return withEndings(signal, async (t) => {
    const day = await Day.open(t, createRandom(seed));
    const working = day.run(t);
    const samples: Sample[] = [];
    const startedAtMs = performance.now();
    for (let atMs = 0; atMs < lastMs; ) {
      await Promise.race([pause(sampleEveryMs), working]);
      atMs = performance.now() - startedAtMs;
      samples.push(await sample(day, atMs));
      progress(lineOf(samples.at(-1)));
    }
    day.stop();
    await working;
    return { samples, chats: day.chats, surprises: day.surprises };
  });
}

async function sample(day: Day, atMs: number): Promise<Sample> {
  const { url, life } = day.installation;
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1] ?? Number.NaN);
  const { rssMib, ownMib } = resourcesOf(life.pid);
  const heapMib = read("nodejs_heap_size_used_bytes") / mebibyte;
  const latencies = day.takeLatencies().toSorted((one, other) => one - other);
  return {
    atMs,
    rssMib,
    ownMib,
    besideHeapMib: ownMib - heapMib,
    heapMib,
    handles: read("nodejs_active_resources_total"),
    openFiles: openFilesOf(life.pid),
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    requests: latencies.length,
  };
}

const lineOf = (sample: Sample | undefined): string =>
  Object.entries(sample ?? {})
    .map(([name, value]) => `${name} ${Math.round(value)}`)
    .join(", ");

/** A steady day of all surfaces. Nothing may have grown at the end. */
export const soakPart: ProofPart = {
  name: "soak",
  summary:
    "ten minutes (--long: two hours) of a steady mixed day: memory, handles, files and p99 stay flat; --out draws the curve",
  async run(given: ProofRun): Promise<readonly ProofRow[]> {
    const { size, seed, progress, outFolder } = given;
    const replay = `npm run prove -- --only soak ${size === "long" ? "--long " : ""}--seed ${seed}`;
    const history = await soak(given, lastsMs[size], everyMs);
    if (outFolder !== null) {
      writeFileSync(join(outFolder, "soak.csv"), toCsv(history.samples));
      writeFileSync(join(outFolder, "soak.svg"), drawCurves(history.samples));
    }
    const round = { count: lastsMs[size] / minuteMs, verdicts: judge(soakLaws, history, progress), replay };
    return toRows([round], { tried: "a steady mixed day", unit: "minutes", replay });
  },
};
