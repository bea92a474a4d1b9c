import { join } from "node:path";
import t from "tap";
import { StoreBusyError, StoreError } from "../../src/ports/store-errors.ts";
import type { DurableFile, JournalDisk } from "../../src/store/lmdb/journal/journal.ts";
import { journalDisk, openDurable } from "../../src/store/lmdb/journal/journal.ts";
import { counter } from "../contracts/store-rows.ts";
import {
  commitNumbers,
  copyFolder,
  dropRows,
  openSmall,
  quickFolder,
  recordingLog,
  storedNumbers,
  upTo,
} from "./lmdb-fixture.ts";

/** Segments whose next writes can fail after some of their bytes. */
function failingSegments() {
  const faults: number[] = [];
  const open = async (path: string): Promise<DurableFile> => {
    const file = await openDurable(path);
    return {
      capacity: file.capacity,
      close: () => file.close(),
      async write(bytes, position) {
        const written = faults.shift();
        await file.write(bytes.subarray(0, written), position);
        if (written !== undefined) throw new Error("EIO: i/o error, write");
      },
    };
  };
  return { faults, disk: { ...journalDisk, open } };
}

const wholeRecord = Number.MAX_SAFE_INTEGER;
const cases = {
  "nothing of it reaches the disk": [0],
  "a part of it reaches the disk": [30],
  "all of it reaches the disk": [wholeRecord],
  "the segment cannot even be repaired": [30, 0],
  "the segment cannot even be repaired, and the whole record is in it": [wholeRecord, 0],
};

for (const [what, faults] of Object.entries(cases)) {
  t.test(`a journal write fails and ${what}: rejected, unread, and later commits work`, async (t) => {
    const dir = quickFolder(t);
    const live = join(dir, "live");
    const segments = failingSegments();
    const store = await openSmall(live, { disk: segments.disk });
    await store.commit({}, () => [counter("n1", 1)]);
    segments.faults.push(...faults);

    const failing = store.commit({}, () => [counter("n1", 100), counter("lost", 1)]);
    const waiting = store.commit({ rows: [{ table: "counter", key: ["n1"] }] }, (rows) => [
      counter("behind", rows.read("counter", ["n1"])?.last ?? 0),
    ]);
    const reading = store.commit({}, () => []);
    t.strictSame(await store.read("counter", ["n1"]), { last: 100 }, "visible while it runs");
    t.strictSame(await store.read("counter", ["behind"]), { last: 100 });
    t.strictSame(await store.durable.read("counter", ["n1"]), { last: 1 }, "but not in durable reads");
    t.equal(await store.durable.read("counter", ["behind"]), undefined);
    const scanning = store.scan("counter", { limit: 9 });
    const expected = { name: "StoreError", message: new RegExp(`${live}.*EIO`) };
    await t.rejects(failing, expected);
    await t.rejects(waiting, expected, "a commit that may have read it is refused too");
    await t.rejects(reading, expected, "and so is a commit without writes");
    t.strictSame(await store.read("counter", ["n1"]), { last: 1 }, "the previous row is back");
    t.equal(await store.read("counter", ["lost"]), undefined);
    t.strictSame(
      (await scanning).map(({ row }) => row.last),
      [1],
    );

    await commitNumbers(store, 2, 5);
    t.strictSame(await storedNumbers(store), upTo(5));
    const crashed = copyFolder(live, join(dir, "crashed"));
    await store.close();
    for (const folder of [live, crashed]) {
      if (folder === crashed) dropRows(crashed);
      const log = recordingLog();
      const again = await openSmall(folder, { log });
      t.strictSame(await storedNumbers(again), upTo(5), "after a restart");
      t.strictSame(
        log.lines.filter((line) => line.level === "error"),
        [],
      );
      await again.close();
    }
  });
}

t.test(
  "every other write fails for a while, across segments: exactly the acknowledged commits are stored",
  async (t) => {
    const dir = quickFolder(t);
    const live = join(dir, "live");
    const segments = failingSegments();
    const store = await openSmall(live, { disk: segments.disk, segmentBytes: 512, flushIntervalMs: 1 });
    const acknowledged: number[] = [];
    for (let number = 1; number <= 300; number += 1) {
      if (number % 2 === 0) segments.faults.push(...(number % 3 === 0 ? [wholeRecord] : [number % 60, 0]));
      await store
        .commit({}, () => [counter(`n${number}`, number)])
        .then(
          () => acknowledged.push(number),
          (error: unknown) => t.type(error, StoreError),
        );
    }
    t.equal(acknowledged.length, 150);
    t.strictSame(await storedNumbers(store), acknowledged);
    const crashed = copyFolder(live, join(dir, "crashed"));
    await store.close();
    for (const folder of [live, crashed]) {
      const again = await openSmall(folder);
      t.strictSame(await storedNumbers(again), acknowledged);
      await again.close();
    }
  },
);

t.test("commits are refused before memory is full when the disk is too slow", async (t) => {
  const { disk } = failingSegments();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: JournalDisk = {
    ...disk,
    async open(path) {
      const file = await disk.open(path);
      return { ...file, write: (bytes, position) => held.then(() => file.write(bytes, position)) };
    },
  };
  const store = await openSmall(quickFolder(t), { disk: slow, waitingBytesMax: 10_000 });
  const running: Promise<void>[] = [];
  let refused: unknown = null;
  for (let number = 1; number <= 1_000 && refused === null; number += 1) {
    const commit = store.commit({}, () => [counter(`n${number}`, number)]);
    running.push(commit);
    commit.catch((error: unknown) => {
      refused = error;
    });
    await Promise.resolve();
    await Promise.resolve();
  }
  t.type(refused, StoreBusyError);
  t.match(refused, { name: "StoreError", message: /does not keep up/ });
  running.pop();
  release();
  await Promise.all(running);
  t.strictSame(await storedNumbers(store), upTo(running.length));
  await store.close();
});
