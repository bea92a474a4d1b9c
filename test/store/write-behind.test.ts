import { join } from "node:path";
import t from "tap";
import type { RowEnvironment } from "../../src/store/lmdb/rows/row-environment.ts";
import { indexHashOf } from "../../src/store/lmdb/rows/row-index.ts";
import { WaitingRows } from "../../src/store/lmdb/rows/row-layer.ts";
import { WriteBehind } from "../../src/store/lmdb/rows/write-behind.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import {
  commitNumbers,
  copyFolder,
  openSmall,
  payloadOf,
  quickFolder,
  recordingLog,
  segmentsOf,
  storedNumbers,
  upTo,
} from "./lmdb-fixture.ts";

const rowsOf = (...keys: readonly string[]): Uint8Array => payloadOf(keys.map((key) => [key, `row ${key}`]));

interface World {
  readonly behind: WriteBehind;
  readonly clock: ReturnType<typeof createManualClock>;
  /** The keys of each layer that was written to the environment. */
  readonly applied: string[][];
  /** The write in progress waits until this is called. */
  finish(): Promise<void>;
}

/** A layer is written in one round, or in two with a pause between them. */
function createWorld(hasRounds = false): World {
  const clock = createManualClock();
  const applied: string[][] = [];
  let release = (): void => undefined;
  const environment: RowEnvironment = {
    applied: 0,
    get: () => undefined,
    entries: () => [],
    open: (_, stored) => stored,
    async apply(layer, _number, _onFlushed, pause) {
      applied.push(Array.from({ length: layer.size }, (_, entry) => layer.keyOf(entry)));
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      if (hasRounds) await pause();
    },
    close: async () => undefined,
  };
  const behind = new WriteBehind({
    environment,
    log: recordingLog(),
    clock,
    folder: "here",
    flushIntervalMs: 4_000,
    flushBytes: 1_000,
    heldBytesMax: 3_000,
    lastNumber: 0,
    replayed: new WaitingRows(),
    onFlushed: () => undefined,
  });
  return {
    behind,
    clock,
    applied,
    async finish() {
      release();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

t.test("a row that changes while it waits is written to the environment once", async (t) => {
  const { behind, clock, applied } = createWorld();
  for (let number = 1; number <= 20; number += 1) {
    behind.absorb(rowsOf("a", `b${number}`), 40, number);
    clock.advance(100);
  }
  t.strictSame(applied, [], "they wait");
  t.equal(behind.size, 21);
  clock.advance(4_000);
  t.strictSame(applied, [["a", ...Array.from({ length: 20 }, (_, at) => `b${at + 1}`)]]);
});

t.test("rows wait no longer than the interval, counted from the first row", async (t) => {
  const { behind, clock, applied } = createWorld();
  behind.absorb(rowsOf("a"), 10, 1);
  clock.advance(3_999);
  behind.absorb(rowsOf("b"), 10, 2);
  t.strictSame(applied, []);
  clock.advance(1);
  t.strictSame(applied, [["a", "b"]]);
});

t.test(
  "many bytes do not wait for the interval, and a full layer is written right after the previous one",
  async (t) => {
    const { behind, clock, applied, finish } = createWorld();
    behind.absorb(rowsOf("a"), 1_000, 1);
    clock.advance(0);
    t.strictSame(applied, [], "as many as may wait");
    behind.absorb(rowsOf("b"), 1, 2);
    clock.advance(0);
    t.strictSame(applied, [["a", "b"]], "one byte more, and no time has passed");
    t.notOk(behind.isFull);

    behind.absorb(rowsOf("c"), 1_500, 3);
    behind.absorb(rowsOf("d"), 500, 4);
    t.ok(behind.isFull, "rows count until they are written, so commits wait from here on");
    for (const key of ["a", "c"]) t.equal(String(behind.find(key, indexHashOf(key))), `row ${key}`, "and can be read");
    await finish();
    clock.advance(0);
    t.strictSame(applied.at(-1), ["c", "d"]);
    await finish();
    t.equal(behind.size, 0);
    t.notOk(behind.isFull);
  },
);

t.test("rows above the limit of bytes leave memory, and the journal is reused", async (t) => {
  const dir = quickFolder(t);
  const live = join(dir, "live");
  const store = await openSmall(live, { flushBytes: 8_192 });
  await commitNumbers(store, 1, 2_000);
  const segments = segmentsOf(live).length;
  t.ok(segments <= 10, `${segments} segments of 4 KiB are in use after 2,000 records`);
  const crashed = copyFolder(live, join(dir, "crashed"));
  await store.close();
  const again = await openSmall(crashed);
  t.strictSame(await storedNumbers(again), upTo(2_000), "the waiting rows are in the journal");
  await again.close();
});

t.test("there is a pause between rounds, unless rows arrive too fast or the store closes", async (t) => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const begin = async (): Promise<World> => {
    const world = createWorld(true);
    world.behind.absorb(rowsOf("a", "b"), 10, 1);
    world.clock.advance(4_000);
    await world.finish();
    t.equal(world.behind.size, 2, "it pauses");
    return world;
  };
  const passed = await begin();
  passed.clock.advance(99);
  await turn();
  t.equal(passed.behind.size, 2);
  passed.clock.advance(1);
  await turn();
  t.equal(passed.behind.size, 0, "the pause is over");

  const urged = await begin();
  urged.behind.absorb(rowsOf("c"), 1_001, 2);
  await turn();
  t.equal(urged.behind.size, 1, "more bytes wait than the limit");

  const waited = await begin();
  waited.behind.whenRoom(() => undefined);
  await turn();
  t.equal(waited.behind.size, 0, "a caller waits for space");

  const closed = await begin();
  await closed.behind.close();
  t.equal(closed.behind.size, 0);
});

/** Pseudo-random numbers below a bound, the same each time. */
const shuffled = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => (at * 7_919 + 13) % count);
const keyOf = (number: number): string => `\u0003${String(number).padStart(6, "0")}`;

t.test("keys that arrive between scans are in few sorted runs, each key once", async (t) => {
  const rows = new WaitingRows();
  const all = { from: "\u0003", to: "\u0004", reverse: false };
  let runsMax = 0;
  for (const [at, number] of shuffled(10_000).entries()) {
    rows.add(rowsOf(keyOf(number)));
    if (at % 3 === 0) rows.add(rowsOf(keyOf(number)));
    rows.add(rowsOf(`\u0005${number}`));
    if (at % 7 === 0) runsMax = Math.max(runsMax, rows.cursors(all).length);
  }
  const cursors = rows.cursors(all);
  t.ok(runsMax <= 14, `${runsMax} runs for 10,000 keys`);
  for (const { keys } of cursors) t.strictSame(keys, [...keys].sort());
  t.strictSame(cursors.flatMap(({ keys }) => keys).sort(), shuffled(10_000).map(keyOf).sort());
  t.equal(rows.cursors({ from: "\u0006", to: "\u0007", reverse: false }).length, 0);
});

t.test("a range begins at its first key, in either direction", async (t) => {
  const rows = new WaitingRows();
  for (const number of [5, 1, 3]) rows.add(rowsOf(keyOf(number)));
  const keyAt = (from: number, to: number, reverse: boolean): string | undefined => {
    const [cursor] = rows.cursors({ from: keyOf(from), to: keyOf(to), reverse });
    return cursor?.keys[cursor.at];
  };
  t.equal(keyAt(1, 5, false), keyOf(1));
  t.equal(keyAt(2, 5, false), keyOf(3));
  t.equal(keyAt(6, 9, false), undefined);
  t.equal(keyAt(1, 5, true), keyOf(3), "the end is not part of the range");
  t.equal(keyAt(1, 6, true), keyOf(5));
  t.equal(keyAt(0, 1, true), undefined);
});

t.test("scans merge thousands of waiting rows with those of the environment, in order", async (t) => {
  const dir = quickFolder(t);
  const first = await openSmall(dir, { segmentBytes: 1_048_576 });
  const order = shuffled(4_000);
  const write = (numbers: readonly number[]) =>
    numbers.map((number) => ({ table: "feed", key: [number], row: { entries: [] } }) as const);
  await first.commit({}, () => write(order.filter((number) => number % 3 === 0)));
  await first.close();

  const store = await openSmall(dir, { segmentBytes: 1_048_576 });
  const there = new Set(order.filter((number) => number % 3 === 0));
  for (let at = 0; at < order.length; at += 100) {
    const numbers = order.slice(at, at + 100);
    await store.commit({}, () => [
      ...write(numbers.filter((number) => number % 2 === 0)),
      ...numbers
        .filter((number) => number % 5 === 0)
        .map((number) => ({ table: "feed", key: [number], row: null }) as const),
    ]);
    for (const number of numbers) {
      if (number % 2 === 0) there.add(number);
      if (number % 5 === 0) there.delete(number);
    }
    if (at % 300 !== 0) continue;
    const sorted = [...there].sort((left, right) => left - right);
    const found = async (range: {
      reverse?: boolean;
      after?: readonly [number];
      limit: number;
    }): Promise<readonly number[]> => (await store.scan("feed", range)).map(({ key }) => key[0]);
    t.strictSame(await found({ limit: 10_000 }), sorted);
    t.strictSame(await found({ reverse: true, limit: 3 }), sorted.slice(-3).reverse());
    t.strictSame(await found({ after: [1_000], limit: 5 }), sorted.filter((number) => number > 1_000).slice(0, 5));
  }
  await store.close();
});
