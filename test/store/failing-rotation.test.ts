import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import type { JournalDisk } from "../../src/store/lmdb/journal/journal.ts";
import { journalDisk } from "../../src/store/lmdb/journal/journal.ts";
import { counter, fact } from "../contracts/store-rows.ts";
import {
  commitNumbers,
  copyFolder,
  dropRows,
  openSmall,
  quickFolder,
  recordingLog,
  segmentsOf,
  storedNumbers,
  upTo,
} from "./lmdb-fixture.ts";

/** The steps that start a new segment. A test can make each of them fail. */
function failingSteps() {
  const failing: (keyof JournalDisk)[] = [];
  const fails = (step: keyof JournalDisk): boolean => {
    if (failing[0] !== step) return false;
    failing.shift();
    return true;
  };
  const error = new Error("EMFILE: too many open files");
  const disk: JournalDisk = {
    open: (path) => (fails("open") ? Promise.reject(error) : journalDisk.open(path)),
    rename: (from, to) => (fails("rename") ? Promise.reject(error) : journalDisk.rename(from, to)),
    syncFolder: (folder) => (fails("syncFolder") ? Promise.reject(error) : journalDisk.syncFolder(folder)),
  };
  return { failing, disk };
}

const segmentBytes = 4096;
/** Bytes of a commit: more than a segment, more than the rest of the current segment, and less than this rest. */
const sizes = { huge: 9_000, large: 3_900, small: 20 };
const stepsThatFail = ["open", "rename", "syncFolder"] as const;

for (const step of stepsThatFail)
  for (const refused of ["huge", "large"] as const)
    for (const [next, nextBytes] of Object.entries(sizes))
      t.test(
        `a ${refused} commit gets no new segment (${step}), and a ${next} commit follows: no acknowledged commit is lost`,
        async (t) => {
          const dir = quickFolder(t);
          const live = join(dir, "live");
          const { failing, disk } = failingSteps();
          const store = await openSmall(live, { disk, segmentBytes });
          await commitNumbers(store, 1, 30);
          failing.push(step, step);
          for (const _again of [1, 2])
            await t.rejects(
              store.commit({}, () => [counter("lost", 1), fact("lost", "x".repeat(sizes[refused]))]),
              { name: "StoreError", message: /EMFILE/ },
            );
          t.same(failing, []);
          await store.commit({}, () => [counter("n31", 31), fact("next", "x".repeat(nextBytes))]);
          const killedAtOnce = copyFolder(live, join(dir, "killed at once"));
          await commitNumbers(store, 32, 120);
          const killed = copyFolder(live, join(dir, "killed"));
          await store.close();
          const ends = [
            [killedAtOnce, 31],
            [killed, 120],
            [live, 120],
          ] as const;
          for (const [folder, last] of ends) {
            if (folder !== live) dropRows(folder);
            const log = recordingLog();
            const again = await openSmall(folder, { log, segmentBytes });
            t.strictSame(await storedNumbers(again), upTo(last), folder);
            t.equal((await again.read("fact", ["next"]))?.text.length, nextBytes);
            t.equal(await again.read("fact", ["lost"]), undefined);
            t.same(
              log.lines.filter(({ level }) => level !== "info"),
              [],
            );
            await again.close();
          }
        },
      );

t.test("a segment that was not released because of a kill is reused after the next start", async (t) => {
  const dir = quickFolder(t);
  const live = join(dir, "live");
  const store = await openSmall(live, { segmentBytes });
  await commitNumbers(store, 1, 300);
  const before = segmentsOf(live).length;
  t.ok(before > 3, `${before} segments`);
  const killed = copyFolder(live, join(dir, "killed"));
  await store.close();
  const written = copyFolder(live, join(dir, "written"));
  copyFolder(join(killed, "journal"), join(written, "journal"));
  const again = await openSmall(written, { segmentBytes, flushIntervalMs: 1 });
  await commitNumbers(again, 301, 302);
  await again.close();
  t.equal(segmentsOf(written).length, 1);
});

t.test("removing a spare segment of a running store fails at most one commit", async (t) => {
  const dir = quickFolder(t);
  const live = join(dir, "live");
  const earlier = await openSmall(live, { segmentBytes });
  await commitNumbers(earlier, 1, 30);
  await earlier.close();
  const spare = join(live, "journal", "spare-1.journal");
  writeFileSync(spare, Buffer.alloc(segmentBytes));
  const store = await openSmall(live, { segmentBytes });
  rmSync(spare);
  const before = segmentsOf(live).length;
  const refused: number[] = [];
  for (let number = 31; number <= 300; number += 1)
    await commitNumbers(store, number, number).catch(() => refused.push(number));
  t.equal(refused.length, 1);
  t.ok(segmentsOf(live).length > before + 3, "commits went on over several segments");
  const killed = copyFolder(live, join(dir, "killed"));
  await store.close();
  dropRows(killed);
  const again = await openSmall(killed, { segmentBytes });
  t.strictSame(
    await storedNumbers(again),
    upTo(300).filter((number) => !refused.includes(number)),
  );
  await again.close();
});
