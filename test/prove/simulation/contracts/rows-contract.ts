import type { Test } from "tap";
import { DamagedRowError } from "../../../../src/ports/store-errors.ts";
import type { KeyBytes } from "../../../../src/store/keys.ts";
import type { RowEnvironment } from "../../../../src/store/lmdb/rows/row-environment.ts";
import { WaitingRows } from "../../../../src/store/lmdb/rows/row-layer.ts";
import { payloadOf } from "../../../store/lmdb-fixture.ts";

export interface RowsUnderTest {
  /** Opens the rows of one folder, which is empty at first. */
  open(): Promise<RowEnvironment>;
  /** The keys of damaged rows that were read. */
  readonly damaged: readonly string[];
  /** Waits a short time. */
  moment(): Promise<void>;
  /** Waits until the condition is true. Throws after one second. */
  until(what: string, isSo: () => boolean): Promise<void>;
}

export interface RowsSubject {
  readonly name: string;
  /** Runs the body, and lets time pass until it has settled. */
  run(t: Test, body: (rows: RowsUnderTest) => Promise<void>): Promise<void>;
}

const noPause = async (): Promise<void> => undefined;
const nothing = (): void => undefined;

/** Makes a layer of rows. `null` deletes a row. */
export function layerOf(rows: Readonly<Record<KeyBytes, string | null>>): WaitingRows {
  const layer = new WaitingRows();
  layer.add(payloadOf(Object.entries(rows)));
  return layer;
}

/** Returns every stored row except the store's internal rows. */
export const textsOf = (rows: RowEnvironment, range = { from: " ", to: "\u00ff", reverse: false }): readonly string[] =>
  [...rows.entries(range)].map(({ key, value }) => `${key}=${rows.open(key, value).toString()}`);

/** The behaviour of the row environment on which the store relies. */
export function runRowsContract(t: Test, subject: RowsSubject): void {
  const test = (name: string, body: (t: Test, rows: RowsUnderTest) => Promise<void>): void => {
    void t.test(`${subject.name}: ${name}`, (t) => subject.run(t, (rows) => body(t, rows)));
  };

  test("a new environment is empty", async (t, { open }) => {
    const rows = await open();
    t.equal(rows.applied, 0);
    t.equal(rows.get("a"), undefined);
    t.strictSame(textsOf(rows), []);
    await rows.close();
  });

  test("a layer is visible when it is applied, and reported when it is on the disk", async (t, { open, until }) => {
    const rows = await open();
    let flushed = 0;
    await rows.apply(
      layerOf({ a: "1", b: "2", c: "" }),
      7,
      () => {
        flushed += 1;
      },
      noPause,
    );
    t.equal(rows.applied, 7);
    t.strictSame(textsOf(rows), ["a=1", "b=2", "c="]);
    const before = rows.get("a");
    await rows.apply(
      layerOf({ a: "one", b: null, d: "4", none: null }),
      9,
      () => {
        flushed += 1;
      },
      noPause,
    );
    t.equal(rows.applied, 9);
    t.strictSame(textsOf(rows), ["a=one", "c=", "d=4"]);
    t.equal(rows.get("b"), undefined);
    t.equal(String(before), "1", "a row that was read does not change");
    await until("both are on the disk", () => flushed === 2);
    await rows.apply(layerOf({}), 10, nothing, noPause);
    t.equal(rows.applied, 10, "a layer of no rows counts, too");
    await rows.close();
  });

  test("applying a layer again changes nothing", async (t, { open }) => {
    const rows = await open();
    for (let round = 0; round < 2; round += 1) await rows.apply(layerOf({ a: "1", b: null }), 3, nothing, noPause);
    t.strictSame([rows.applied, ...textsOf(rows)], [3, "a=1"]);
    await rows.close();
  });

  test("entries run from the first key to the last key, which is excluded, or in reverse", async (t, { open }) => {
    const rows = await open();
    const keys = ["a", "a\u0000", "a\u0000b", "a\u0001", "b", "ba", "bb", "c", "c\u007f", "c\u0080", "c\u00ff", "d"];
    const layer = Object.fromEntries(keys.toReversed().map((key) => [key, "x"]));
    await rows.apply(layerOf(layer), 1, nothing, noPause);
    for (const [from, to] of [
      ["a", "d"],
      ["a", "e"],
      ["a\u0000", "b"],
      ["b", "b"],
      ["bz", "c\u0080"],
      ["c\u00ff", "z"],
      ["x", "z"],
      ["d", "a"],
    ] as const) {
      const within = keys.filter((key) => key >= from && key < to);
      const asked = (reverse: boolean) => [...rows.entries({ from, to, reverse })].map(({ key }) => key);
      t.strictSame(asked(false), within, `from ${JSON.stringify(from)} to ${JSON.stringify(to)}`);
      t.strictSame(asked(true), within.toReversed(), `back from ${JSON.stringify(to)} to ${JSON.stringify(from)}`);
    }
    await rows.close();
  });

  test("the mark of a layer with many rows appears together with its last row", async (t, { open, moment }) => {
    const rows = await open();
    const many = 1_234;
    const wanted = Object.fromEntries(Array.from({ length: many }, (_, number) => [`n${number}`, String(number)]));
    let isOver = false;
    const applying = rows.apply(layerOf(wanted), 5, nothing, noPause).then(() => {
      isOver = true;
    });
    let looks = 0;
    for (; !isOver; looks += 1) {
      if (rows.applied === 5 && textsOf(rows).length < many) t.fail("the mark is ahead of its rows");
      await moment();
    }
    await applying;
    t.ok(looks > 0, "somebody looked meanwhile");
    t.strictSame([rows.applied, textsOf(rows).length], [5, many]);
    await rows.close();
  });

  test("applied rows are there when the environment is opened again", async (t, { open }) => {
    const first = await open();
    await first.apply(layerOf({ a: "1", b: "2" }), 4, nothing, noPause);
    await first.close();
    const second = await open();
    t.strictSame([second.applied, ...textsOf(second)], [4, "a=1", "b=2"]);
    await second.apply(layerOf({ b: null }), 5, nothing, noPause);
    await second.close();
    const third = await open();
    t.strictSame([third.applied, ...textsOf(third)], [5, "a=1"]);
    await third.close();
  });

  test("a row that differs from the row written under its key is damaged, and reported", async (t, {
    open,
    damaged,
  }) => {
    const rows = await open();
    await rows.apply(layerOf({ a: "one", b: "two" }), 1, nothing, noPause);
    const [entry] = [...rows.entries({ from: "a", to: "b", reverse: false })];
    const stored = Buffer.from(entry?.value ?? []);
    t.equal(rows.open("a", stored).toString(), "one");
    t.throws(() => rows.open("b", stored), DamagedRowError, "the row of another key");
    stored[stored.length - 1] = 0;
    t.throws(() => rows.open("a", stored), DamagedRowError, "another byte");
    t.throws(() => rows.open("a", Buffer.alloc(2)), DamagedRowError, "too short");
    t.equal(damaged.length, 3);
    t.equal(rows.get("a")?.toString(), "one", "the stored row is complete");
    await rows.close();
  });
}
