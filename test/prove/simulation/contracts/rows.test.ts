import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { openRowEnvironment } from "../../../../src/store/lmdb/rows/row-environment.ts";
import { temporaryFolder } from "../../../harness/temporary-folder.ts";
import { noTrouble } from "../service/disk/simulated-disk.ts";
import { openRowEnvironment as openSimulated } from "../service/stand-ins/row-environment.ts";
import { layerOf, runRowsContract, textsOf } from "./rows-contract.ts";
import { openSmallWorld } from "./small-world.ts";
import { until } from "./until.ts";

runRowsContract(t, {
  name: "LMDB",
  async run(t, body) {
    const folder = temporaryFolder(t);
    const damaged: string[] = [];
    await body({
      damaged,
      open: () => openRowEnvironment(folder, (error) => void damaged.push(error.message)),
      moment: () => nextTurn(),
      until: (what, isSo) => until(what, isSo, () => pause(1)),
    });
  },
});

runRowsContract(t, {
  name: "simulation",
  async run(t, body) {
    const { folder, time, play } = openSmallWorld(t);
    const damaged: string[] = [];
    const wait = (ms: number) => new Promise<void>((resolve) => void time.after(ms, resolve));
    await play(() =>
      body({
        damaged,
        open: () => openSimulated(folder, (error) => void damaged.push(error.message)),
        moment: () => wait(0.1),
        until: (what, isSo) => until(what, isSo, () => wait(1)),
      }),
    );
  },
});

const seeds = 60;
const layers = 5;
/** Each layer needs two transactions. */
const rowsOfLayer = 150;
const wide = { from: " ", to: "\u00ff", reverse: false };

t.test(
  "after a power failure the first transactions are left, at least all that were reported to be on the disk",
  async (t) => {
    const leftCounts = new Set<number>();
    let halves = 0;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { folder, disk, process, play, startNext } = openSmallWorld(t, { seed });
      let flushed = 0;
      disk.trouble = { ...noTrouble, slowMs: 20 };
      await play(async () => {
        const rows = await openSimulated(folder, () => t.fail("a row is damaged"));
        for (let number = 1; number <= layers; number += 1) {
          const layer = Array.from({ length: rowsOfLayer }, (_, row) => [
            `r${String(row).padStart(3, "0")}`,
            String(number),
          ]);
          const told = (): void => {
            flushed = number;
          };
          await rows.apply(layerOf(Object.fromEntries(layer)), number, told, async () => undefined);
        }
      });
      disk.losePower();
      process.kill();
      disk.processKilled(process);
      const next = startNext();
      await next.play(async () => {
        const rows = await openSimulated(next.folder, () => t.fail("a row is damaged"));
        const numbers = textsOf(rows, wide).map((text) => Number(text.split("=")[1]));
        const { applied } = rows;
        const ahead = numbers.filter((number) => number === applied + 1).length;
        if (applied < flushed) t.fail(`seed ${seed}: ${flushed} were on the disk, ${applied} are left`);
        if (!numbers.every((number) => number === applied || number === applied + 1))
          t.fail(`seed ${seed}: rows of ${numbers}`);
        if (ahead > 0 && ahead !== 100) t.fail(`seed ${seed}: ${ahead} rows of a transaction of 100`);
        leftCounts.add(applied);
        if (ahead > 0) halves += 1;
      });
    }
    t.ok(leftCounts.size > 1, `${[...leftCounts]} layers were left`);
    t.ok(halves > 0, `a layer was left in part ${halves} times`);
  },
);
