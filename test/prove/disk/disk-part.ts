import { setTimeout as pause } from "node:timers/promises";
import { createRandom } from "../../system/harness/random.ts";
import { withEndings } from "../endings.ts";
import type { Round } from "../laws.ts";
import { judge, toRows } from "../laws.ts";
import type { ProofPart, ProofRow, ProofRun } from "../proof-part.ts";
import type { DiskHistory } from "./disk-history.ts";
import { diskLaws } from "./disk-laws.ts";
import type { DiskCase } from "./disk-run.ts";
import { DiskRun, failAndKill } from "./disk-run.ts";

const cases: readonly DiskCase[] = [
  { mode: "full", disk: "full", refusesWhole: true },
  { mode: "readOnly", disk: "read-only", refusesWhole: true },
  { mode: "broken", disk: "every write fails", refusesWhole: true },
  // Bytes that were written and then reported as failed may be found after a kill.
  { mode: "syncFails", disk: "every sync fails", refusesWhole: false },
  { mode: "torn", disk: "writes end halfway", refusesWhole: false },
  { mode: "short", disk: "writes are short", refusesWhole: true },
  { mode: "whole", delayMs: 100, disk: "slow", refusesWhole: true },
];
const roundsOf = { short: 1, long: 20 };
const cutsOf = { short: 2, long: 100 };
/** Long enough that rows are written after the journal, but not synced yet. Source: src/store/README.md. */
const beforeCutMs = { min: 4_200, more: 1_500 };
const syncDelayMs = 2_500;
const sendersBeforeCut = 2;
const lieMs = { min: 100, more: 900 };

/** Cuts the power of an honest disk: synced data is kept, and any part of the other data may be lost. */
async function cutPower(run: DiskRun, random: () => number): Promise<DiskHistory> {
  await run.start();
  run.machine.record(syncDelayMs);
  run.send("power-cut", sendersBeforeCut);
  await pause(beforeCutMs.min + random() * beforeCutMs.more);
  await run.kill();
  const lostBlocks = run.machine.powerCut(random);
  run.machine.record();
  if (!(await run.start())) throw new Error(`After a power cut it does not start: ${run.lastWords.at(-1)}`);
  return run.history("without power", lostBlocks, false);
}

/**
 * Cuts the power of a disk that reported syncs which it did not do. Messages answered during the lie may be lost, but no others, and no
 * row may be partly restored. If the service refuses to start, it must name the damaged file.
 */
async function lie(run: DiskRun, random: () => number): Promise<DiskHistory> {
  const { machine, installation } = run;
  await run.start();
  run.send("lied-to");
  await run.untilEach("answered", 10);
  const honest = run.counts();
  machine.record();
  machine.setDisk("lying");
  await pause(lieMs.min + random() * lieMs.more);
  await run.kill();
  machine.setDisk("whole");
  const lostBlocks = machine.powerCut(random);
  const isServing = await run.start();
  if (!isServing) {
    const words = run.lastWords.at(-1) ?? "";
    const silentEnds = words.includes(installation.dataDir) ? [] : [`it did not start, and named no file: "${words}"`];
    return {
      disk: "lying",
      faults: lostBlocks,
      written: [],
      refused: [],
      refusesWhole: false,
      lastWords: [words],
      silentEnds,
    };
  }
  const history = await run.history("lying", lostBlocks, false);
  const written = history.written.map((one, at) => ({ ...one, answered: one.answered.slice(0, honest[at]) }));
  return { ...history, written };
}

/** Disks that fail, slow down and lie while the service runs, and then work again. */
export const diskPart: ProofPart = {
  name: "disk",
  summary:
    "a disk that is full, read-only, slow, broken, torn or lying, and power cuts: by a library that is loaded first",
  async run({ size, seed, progress, signal }: ProofRun): Promise<readonly ProofRow[]> {
    const flags = size === "long" ? "--long " : "";
    const replay = `npm run prove -- --only disk ${flags}--seed ${seed}`;
    const random = createRandom(seed);
    const toRound = (history: DiskHistory): Round => ({
      count: 1,
      verdicts: judge(diskLaws, history, progress),
      replay,
    });
    const failed: Round[] = [];
    for (let number = 0; number < roundsOf[size]; number += 1) {
      const histories = await withEndings(signal, async (t) => {
        const run = await DiskRun.open(t);
        await run.start();
        const all: DiskHistory[] = [];
        for (const one of cases) {
          progress(`a disk that is ${one.disk}`);
          all.push(await failAndKill(run, one));
        }
        return all;
      });
      failed.push(...histories.map(toRound));
    }
    const cut: Round[] = [];
    const lied: Round[] = [];
    for (let number = 1; number <= cutsOf[size]; number += 1) {
      progress(`power cut ${number} of ${cutsOf[size]}, of a disk that is honest, and of one that lies`);
      cut.push(toRound(await withEndings(signal, async (t) => cutPower(await DiskRun.open(t), random))));
      lied.push(toRound(await withEndings(signal, async (t) => lie(await DiskRun.open(t), random))));
    }
    return [
      ...toRows(failed, { tried: "a disk that fails in seven ways, and kills meanwhile", unit: "failures", replay }),
      ...toRows(cut, { tried: "power cut: of what was not synced some is lost", unit: "power cuts", replay }),
      ...toRows(lied, { tried: "power cut under a disk that lied about its syncs", unit: "power cuts", replay }),
    ];
  },
};
