import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Store, TableName, Write } from "../../../../src/ports/store.ts";
import { readSnapshot } from "../../../../src/store/lmdb/check/lmdb-file.ts";
import { rowFileOf } from "../../../../src/store/lmdb/rows/row-environment.ts";
import { counter, fact, messageWrite } from "../../../contracts/store-rows.ts";
import { copyFolder, openSmall } from "../../../store/lmdb-fixture.ts";
import { createRandom } from "../../../system/harness/random.ts";

const pageBytes = 4_096;
export const options = { segmentBytes: 8 * 1_024 };
export const tables: readonly TableName[] = ["counter", "fact", "message", "chatFile"];

export type Random = (below: number) => number;

/** Returns a generator of integers from 0 to below a bound. A seed repeats its numbers. */
export function createChoice(seed: number): Random {
  const random = createRandom(seed);
  return (below) => Math.floor(random() * below);
}

export const keyOf = (table: TableName, key: readonly unknown[]): string => `${table} ${JSON.stringify(key)}`;

/** Every row by its key, as JSON, after each commit. */
export type Truth = readonly ReadonlyMap<string, string>[];

/** Makes a folder as SIGKILL leaves it: most rows are written, the last rows are only in the journal. */
export async function makeKilledFolder(dir: string): Promise<Truth> {
  const truth: ReadonlyMap<string, string>[] = [new Map()];
  const commit = async (store: Store, writes: readonly Write[]): Promise<void> => {
    await store.commit({}, () => writes);
    const rows = new Map(truth.at(-1));
    for (const { table, key, row } of writes) {
      if (row === null) rows.delete(keyOf(table, key));
      else rows.set(keyOf(table, key), JSON.stringify(row));
    }
    truth.push(rows);
  };
  const writesOf = (number: number): readonly Write[] => [
    counter(`n${number % 90}`, number),
    fact(`f${number % 70}`, "é".repeat((number * 37) % (number % 9 === 0 ? 4_000 : 300))),
    messageWrite(number % 7, number, `words ${number}`),
    { table: "chatFile", key: [number % 50, "F".repeat(32)], row: number % 3 === 0 ? null : {} },
  ];
  for (let round = 0; round < 6; round += 1) {
    const store = await openSmall(join(dir, "live"), options);
    for (let number = 1; number <= 30; number += 1) await commit(store, writesOf(round * 30 + number));
    if (round < 5) await store.close();
    else {
      copyFolder(join(dir, "live"), join(dir, "killed"));
      await store.close();
      cutUnusedRoom(rowFileOf(join(dir, "killed", "rows")));
    }
  }
  return truth;
}

/** Cuts the unused space after the last page, because damage there would prove nothing. */
function cutUnusedRoom(path: string): void {
  const file = openSync(path, "r+");
  const { lastPage } = readSnapshot(path, file);
  ftruncateSync(file, (lastPage + 1) * pageBytes);
  closeSync(file);
}

/** Returns the number of used bytes. A segment and the row file contain only zeros after them, and damage there would prove little. */
function usedBytes(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 1 && bytes[end - 1] === 0) end -= 1;
  return end;
}

export interface Image {
  readonly how: string;
  readonly path: string;
}

const kinds: readonly {
  readonly how: string;
  change(path: string, random: Random): string;
}[] = [
  {
    how: "a flipped bit",
    change(path, random) {
      const bytes = readFileSync(path);
      const bit = random(usedBytes(bytes) * 8);
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      writeFileSync(path, bytes);
      return `bit ${bit}`;
    },
  },
  {
    how: "a zeroed page",
    change(path, random) {
      const bytes = readFileSync(path);
      const page = random(Math.ceil(usedBytes(bytes) / pageBytes));
      writeFileSync(path, bytes.fill(0, page * pageBytes, Math.min(bytes.length, (page + 1) * pageBytes)));
      return `page ${page}`;
    },
  },
  {
    how: "an overwritten block",
    change(path, random) {
      const bytes = readFileSync(path);
      const start = random(usedBytes(bytes));
      const end = Math.min(bytes.length, start + 1 + random(2 * pageBytes));
      for (let index = start; index < end; index += 1) bytes[index] = random(256);
      writeFileSync(path, bytes);
      return `bytes ${start} to ${end}`;
    },
  },
  {
    how: "a block of another place",
    change(path, random) {
      const bytes = readFileSync(path);
      const pages = Math.ceil(usedBytes(bytes) / pageBytes);
      const [from, to] = [random(pages), random(pages)];
      bytes.copy(bytes, to * pageBytes, from * pageBytes, (from + 1) * pageBytes);
      writeFileSync(path, bytes);
      return `page ${from} over page ${to}`;
    },
  },
  {
    how: "flipped bits",
    change(path, random) {
      const bytes = readFileSync(path);
      const used = usedBytes(bytes);
      const bits = Array.from({ length: 2 + random(30) }, () => random(used * 8));
      for (const bit of bits) bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      writeFileSync(path, bytes);
      return `bits ${bits.join()}`;
    },
  },
  {
    how: "a removal",
    change(path) {
      rmSync(path);
      return "of all";
    },
  },
  {
    how: "a truncation",
    change(path, random) {
      const length = random(statSync(path).size);
      truncateSync(path, length);
      return `to ${length} bytes`;
    },
  },
];

/** Changes one file of the folder at a random place. */
export function damageOne(dir: string, random: Random): Image {
  const journals = readdirSync(join(dir, "journal")).filter((name) => /^\d/.test(name));
  const journal = join("journal", journals[random(journals.length)] ?? "");
  // Most of the stored data is in the rows.
  const path = ["rows/data.mdb", "rows/data.mdb", "rows/data.mdb", journal, journal, "layout.json"][random(6)] ?? "";
  const kind = kinds[random(kinds.length)];
  return { how: `${kind?.how}: ${kind?.change(join(dir, path), random)}`, path };
}
