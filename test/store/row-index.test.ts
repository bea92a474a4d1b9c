import fc from "fast-check";
import t from "tap";
import { openRow, rowPrefixBytes } from "../../src/store/lmdb/rows/row-form.ts";
import { deleted } from "../../src/store/lmdb/rows/row-index.ts";
import { WaitingRows } from "../../src/store/lmdb/rows/row-layer.ts";
import { payloadOf } from "./lmdb-fixture.ts";

type Writes = readonly (readonly [key: string, text: string | null])[];

/** Returns every row, in the order of the entries. */
const textsIn = (rows: WaitingRows): Writes =>
  Array.from({ length: rows.size }, (_, entry) => {
    const row = rows.row(entry);
    return [rows.keyOf(entry), row === deleted ? null : row.toString("latin1")];
  });

const key = fc.tuple(fc.constantFrom("\u0003", "\u0005", "\u00ff"), fc.nat(300)).map(([table, at]) => `${table}${at}`);
const text = fc.option(fc.nat(400).map((length) => "x".repeat(length)));
const records = fc.array(fc.array(fc.tuple(key, text), { maxLength: 30 }), { maxLength: 40 });

t.test("rows are found by key like those of a Map, also when the memory is used again", async (t) => {
  const rows = new WaitingRows();
  fc.assert(
    fc.property(records, (all) => {
      const expected = new Map<string, string | null>();
      for (const writes of all) {
        rows.add(payloadOf(writes));
        for (const [key, text] of writes) expected.set(key, text);
      }
      const found = textsIn(rows);
      for (const [key, text] of expected) {
        const row = rows.find(key);
        if ((row === deleted ? null : row?.toString("latin1")) !== text) return false;
      }
      const hasOther = rows.find("\u0003none") !== undefined;
      rows.clear();
      return !hasOther && JSON.stringify(found) === JSON.stringify([...expected]) && rows.find("\u00031") === undefined;
    }),
    { numRuns: 60 },
  );
  t.equal(rows.size, 0);
});

t.test("many rows, rows longer than the memory for them, and few rows afterwards", async (t) => {
  const rows = new WaitingRows();
  const counts = [20_000, 3, 70, 20_000];
  for (const count of counts) {
    const long = "l".repeat(3 * 1024 * 1024);
    rows.add(payloadOf(Array.from({ length: count }, (_, at) => [`\u0003${at}`, `row ${at}`])), 5);
    rows.add(payloadOf([["\u0003long", long]]), 6);
    rows.add(payloadOf([["\u00030", null]]), 7);
    t.equal(rows.size, count + 1);
    t.equal(rows.byteLength, 18);
    t.equal(rows.find("\u00030"), deleted);
    t.equal(String(rows.find(`\u0003${count - 1}`)), `row ${count - 1}`);
    t.ok(String(rows.find("\u0003long")) === long);
    rows.clear();
    t.strictSame([rows.size, rows.byteLength], [0, 0]);
  }
});

t.test("the stored form of a row has the checksum of its key", async (t) => {
  const rows = new WaitingRows();
  rows.add(
    payloadOf([
      ["\u0003a", "one"],
      ["\u0003\u00ff\u0080", ""],
      ["\u0003gone", null],
    ]),
  );
  for (const [entry, expected] of ["one", ""].entries()) {
    const stored = rows.sealed(entry);
    if (stored === deleted) throw new Error("Expected a row");
    t.equal(String(openRow(rows.keyOf(entry), stored)), expected);
    t.equal(rows.bytesOf(entry), rows.keyOf(entry).length + rowPrefixBytes + expected.length);
  }
  t.equal(rows.sealed(2), deleted);
});

t.test("bytes that are no group commit are refused, wherever they are cut or changed", async (t) => {
  const payload = payloadOf([
    ["\u0003a", "one"],
    ["\u0003b", null],
  ]);
  const whole = new WaitingRows();
  whole.add(payload);
  const boundaries = [0, payload.length - 6, payload.length];
  for (let length = 0; length <= payload.length; length += 1) {
    const add = (): void => new WaitingRows().add(payload.subarray(0, length));
    if (boundaries.includes(length)) t.doesNotThrow(add, `${length} bytes`);
    else t.throws(add, /Expected the writes of a group commit/, `${length} bytes`);
  }
  for (let at = 0; at < payload.length; at += 1) {
    for (const value of [0x00, 0x0a, 0x80, 0xff]) {
      const changed = Buffer.from(payload);
      changed[at] = value;
      const rows = new WaitingRows();
      try {
        rows.add(changed);
        t.ok(rows.size <= 2, "another key or row, which the checksum of the record would show");
      } catch (error) {
        t.match(error, { message: /Expected the writes of a group commit/ });
      }
    }
  }
});
