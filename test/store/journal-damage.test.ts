import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import {
  count,
  crashedStore,
  cutAtBytes,
  earlierRecordAtBytes,
  endAtBytes,
  lastRecordAtBytes,
  messageOf,
  segmentIn,
} from "./journal-bytes.ts";
import {
  alter,
  commitNumbers,
  copyFolder,
  dropRows,
  flip,
  openSmall,
  quickFolder,
  recordingLog,
  recordsOf,
  segmentsOf,
  storedNumbers,
  upTo,
} from "./lmdb-fixture.ts";

// Each of these opens a store for every byte that it damages: here for some bytes, below test/prove for all.
const step = 11;

t.test("a journal with zeros from some byte of its last three records keeps its complete records and continues", (t) =>
  cutAtBytes(t, step),
);
t.test("a journal that ends before the rows is refused", (t) => endAtBytes(t, step));
t.test("a last record with a changed byte is dropped and never misread", (t) => lastRecordAtBytes(t, step));
t.test("an earlier record with a changed byte is refused with file, byte and record", (t) =>
  earlierRecordAtBytes(t, step),
);

t.test(
  "a segment that is too short or too long is refused with its file, the expected bytes and the found bytes",
  async (t) => {
    const dir = quickFolder(t);
    const crashed = await crashedStore(dir, { segmentBytes: 512 });
    const segment = segmentIn(crashed);
    const whole = readFileSync(segment);
    const wrong: string[] = [];
    for (const length of [0, 1, 7, 8, 100, 255, 511, 513, 520, 1_024]) {
      writeFileSync(segment, Buffer.concat([whole, whole]).subarray(0, length));
      const says = await messageOf(openSmall(crashed));
      const expected = `The journal file ${segment} is damaged: expected 512 bytes, found ${length}. `;
      if (!says.startsWith(expected)) wrong.push(`${length} bytes: ${says}`);
    }
    t.strictSame(wrong, []);
    writeFileSync(segment, whole);
    await (await openSmall(crashed)).close();
  },
);

t.test("an incomplete first record is dropped like any other", async (t) => {
  const dir = quickFolder(t);
  const crashed = await crashedStore(dir, {}, 1);
  for (const length of [1, 2, 3]) {
    const copy = copyFolder(crashed, join(dir, `cut-${length}`));
    alter(segmentIn(copy), (bytes) => bytes.fill(0, length));
    const store = await openSmall(copy);
    t.strictSame(await storedNumbers(store), [], `${length} bytes`);
    await commitNumbers(store, 1, 2);
    t.strictSame(await storedNumbers(store), upTo(2));
    await store.close();
  }
});

t.test("a segment of another journal is refused, not wiped", async (t) => {
  const dir = quickFolder(t);
  const crashed = await crashedStore(dir, {}, 1);
  const segment = segmentIn(crashed);
  alter(segment, flip(0));
  const before = readFileSync(segment);
  t.match(
    await messageOf(openSmall(crashed)),
    /damaged at byte 0: expected the journal's id [0-9a-f]{8} from layout.json/,
  );
  t.strictSame(readFileSync(segment), before);
});

t.test("an abandoned segment that a kill left beside its longer replacement is removed", async (t) => {
  const dir = quickFolder(t);
  const crashed = await crashedStore(dir);
  const segment = segmentIn(crashed);
  const replaced = segment.replace(".4096.", ".2048.");
  writeFileSync(replaced, readFileSync(segment).subarray(0, 2048));
  const store = await openSmall(crashed);
  t.strictSame(await storedNumbers(store), upTo(count));
  await store.close();
  t.notOk(existsSync(replaced));
});

t.test("the log entry about a dropped record names the file, the byte, the expected and the found data", async (t) => {
  const dir = quickFolder(t);
  const crashed = await crashedStore(dir);
  const segment = segmentIn(crashed);
  const last = recordsOf(crashed, segment).at(-1);
  alter(segment, (bytes) => bytes.fill(0, (last?.payloadEnd ?? 0) - 1));
  const log = recordingLog();
  await (await openSmall(crashed, { log })).close();
  t.match(log.lines, [
    {
      level: "warn",
      facts: { file: segment, byte: last?.start, expected: `record ${count}`, found: /CRC/ },
    },
  ]);
  t.equal(log.lines.length, 1);
});

t.test("damage, a gap or a missing file before later segments is refused", async (t) => {
  const dir = quickFolder(t);
  const crashed = await crashedStore(dir, { segmentBytes: 256 }, 20);
  const segments = segmentsOf(crashed);
  t.ok(segments.length > 3, `${segments.length} segments`);
  const damages: Record<string, (segment: string) => void> = {
    changed: (segment) => alter(segment, flip(30)),
    "cut short": (segment) => alter(segment, (bytes) => bytes.subarray(0, 30)),
    emptied: (segment) => alter(segment, (bytes) => bytes.fill(0)),
    removed: (segment) => rmSync(segment),
  };
  for (const [how, damage] of Object.entries(damages)) {
    for (const index of [0, 1, segments.length - 2]) {
      const copy = copyFolder(crashed, join(dir, "damaged"));
      damage(segmentsOf(copy)[index] ?? "");
      await t.rejects(
        openSmall(copy),
        { name: "StoreError", message: /expected (record \d+|256 bytes)/ },
        `segment ${index} ${how}`,
      );
    }
  }
});

t.test("damage in records whose rows are written is reported and skipped", async (t) => {
  const dir = quickFolder(t);
  const store = await openSmall(join(dir, "live"));
  await commitNumbers(store, 1, count);
  await store.close();
  const [segment = ""] = segmentsOf(join(dir, "live"));
  alter(segment, flip(recordsOf(join(dir, "live"), segment)[2]?.start ?? 0));
  const log = recordingLog();
  const again = await openSmall(join(dir, "live"), { log });
  t.match(log.lines, [{ level: "warn", message: /applied/ }]);
  await commitNumbers(again, count + 1, count + 1);
  t.strictSame(await storedNumbers(again), upTo(count + 1));
  await again.close();
});

t.test("older records after the end of a reused segment are not read and do not count as damage", async (t) => {
  const dir = join(quickFolder(t), "live");
  const options = { segmentBytes: 256, flushIntervalMs: 0, flushBytes: 0 };
  const store = await openSmall(dir, options);
  // Numbers with the same count of digits make records of the same length, so the newer records end between older ones.
  const first = 1_000;
  let last = first - 1;
  // Segments are reused when their rows are flushed. Then the journal begins after record 1.
  while ((segmentsOf(dir)[0] ?? "").endsWith("0001.256.journal")) {
    last += 1;
    await commitNumbers(store, last, last);
  }
  await commitNumbers(store, last + 1, last + 50);
  const crashed = copyFolder(dir, `${dir}-crashed`);
  await store.close();
  const log = recordingLog();
  const again = await openSmall(crashed, { ...options, log });
  t.strictSame(await storedNumbers(again), upTo(last + 50).slice(first - 1));
  t.strictSame(log.lines, []);
  await again.close();
});

t.test("lost rows are rebuilt from a complete journal, and refused with a partial one", async (t) => {
  const dir = quickFolder(t);
  const live = join(dir, "live");
  const options = { segmentBytes: 256 };
  const store = await openSmall(live, options);
  await commitNumbers(store, 1, 10);
  await store.close();
  const early = copyFolder(live, join(dir, "early"));
  const again = await openSmall(live, options);
  await commitNumbers(again, 11, 20);
  const crashed = copyFolder(live, join(dir, "crashed"));
  await again.close();

  const whole = await crashedStore(join(dir, "whole"), options, 20);
  dropRows(whole);
  const rebuilt = await openSmall(whole, options);
  t.strictSame(await storedNumbers(rebuilt), upTo(20), "no rows, the whole journal");
  await rebuilt.close();
  const back = copyFolder(crashed, join(dir, "back"));
  dropRows(back);
  renameSync(join(early, "rows"), join(back, "rows"));
  const rolledBack = await openSmall(back, options);
  t.strictSame(await storedNumbers(rolledBack), upTo(20), "rows of an earlier time");
  await rolledBack.close();

  const cut = copyFolder(crashed, join(dir, "cut"));
  dropRows(cut);
  rmSync(segmentsOf(cut)[0] ?? "");
  await t.rejects(openSmall(cut, options), {
    name: "StoreError",
    message: /hold records up to 0, but the journal begins with record \d+/,
  });
  const empty = copyFolder(live, join(dir, "empty"));
  for (const name of readdirSync(join(empty, "journal"))) rmSync(join(empty, "journal", name));
  await t.rejects(openSmall(empty, options), {
    name: "StoreError",
    message: /journal is missing: expected record \d+/,
  });
});
