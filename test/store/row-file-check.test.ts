import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "lmdb";
import type { Test } from "tap";
import t from "tap";
import { checkRowFile } from "../../src/store/lmdb/check/check-row-file.ts";
import { createRandom } from "../system/harness/random.ts";
import { quickFolder } from "./lmdb-fixture.ts";

/** An LMDB environment with binary keys and values like those of the service. */
function openRaw(t: Test) {
  const path = join(quickFolder(t), "data.mdb");
  const rows = open<Buffer, Buffer>({ path, noSubdir: true, encoding: "binary", keyEncoding: "binary" });
  return { path, rows };
}

const keyOf = (number: number): Buffer => Buffer.from(`row ${String(number).padStart(6, "0")}`);

/** Returns every row of the file with its length. */
async function rowsIn(path: string): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const onRow = (key: { page: Buffer; start: number; end: number }, value: Buffer): void => {
    found.set(key.page.toString("latin1", key.start, key.end), value.length);
  };
  await checkRowFile({ path, wholeBytesMax: Number.POSITIVE_INFINITY, onRow });
  return found;
}

t.test("a large row that a commit replaced with a shorter one is no damage", async (t) => {
  const { path, rows } = openRaw(t);
  rows.transactionSync(() => {
    rows.putSync(keyOf(1), Buffer.alloc(20_000, "a"));
    rows.putSync(keyOf(1), Buffer.alloc(9_000, "b"));
  });
  await rows.close();
  t.equal((await rowsIn(path)).get("row 000001"), 9_000);
});

t.test("a file with any history of commits is undamaged, also with long lists of free pages", async (t) => {
  const { path, rows } = openRaw(t);
  const random = createRandom(7);
  const expected = new Map<string, number>();
  for (let commit = 0; commit < 150; commit += 1) {
    rows.transactionSync(() => {
      for (let write = 0; write < 40; write += 1) {
        const key = keyOf(Math.floor(random() * 2_000));
        if (random() < 0.4) {
          rows.removeSync(key);
          expected.delete(key.toString());
        } else {
          const bytes = Math.floor(random() ** 3 * 60_000);
          rows.putSync(key, Buffer.alloc(bytes, "x"));
          expected.set(key.toString(), bytes);
        }
      }
    });
  }
  for (const key of [...expected.keys()].slice(100)) {
    rows.removeSync(Buffer.from(key));
    expected.delete(key);
  }
  await rows.close();
  t.strictSame([...(await rowsIn(path))].sort(), [...expected].sort());
});

t.test("a page of a future transaction is refused, because the library would overwrite it in place", async (t) => {
  const { path, rows } = openRaw(t);
  for (let number = 0; number < 60; number += 1) rows.putSync(keyOf(number), Buffer.alloc(number * 200, "x"));
  await rows.close();
  const whole = readFileSync(path);
  const pageBytes = 4_096;
  let refused = 0;
  for (let start = 2 * pageBytes; start < whole.length; start += pageBytes) {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(start + 9) ^ 0x80, start + 9);
    writeFileSync(path, bytes);
    await rowsIn(path).catch((error: Error) => {
      t.match(
        error.message,
        new RegExp(`at page ${start / pageBytes}: expected a transaction from 0 to \\d+, found \\d+`),
      );
      refused += 1;
    });
  }
  t.ok(refused > 20, `${refused} pages; of the others no row is read`);
});
