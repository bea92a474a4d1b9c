import { bytesOfFiles } from "../../../../src/files/stored-files.ts";
import type { Store } from "../../../../src/ports/store.ts";
import { DamagedRowError, StoreError } from "../../../../src/ports/store-errors.ts";
import { examineFolder } from "../../../../src/store/lmdb/check/examine-folder.ts";
import { openSmall, recordingLog } from "../../../store/lmdb-fixture.ts";
import type { Truth } from "./images.ts";
import { keyOf, options, tables } from "./images.ts";

export interface Outcome {
  readonly kind: "whole" | "refused" | "told" | "end dropped" | "WRONG";
  readonly detail: string;
}

async function readAll(store: Store, truth: Truth, damagedMax: number): Promise<Outcome> {
  const found = new Map<string, string>();
  const told = new Set<string>();
  /** Rows with a damaged key. A read by the correct key does not find them, but the start and every scan report them under another key. */
  const hidden = new Set<string>();
  const older = new Set<string>();
  for (const table of tables) {
    try {
      for (const { key, row } of await store.scan(table, { limit: 100_000 })) {
        found.set(keyOf(table, key), JSON.stringify(row));
      }
    } catch (error) {
      if (!(error instanceof DamagedRowError)) return { kind: "WRONG", detail: `scan of ${table}: ${String(error)}` };
      // All other rows can be read one by one.
      for (const name of truth.at(-1)?.keys() ?? []) {
        if (!name.startsWith(`${table} `)) continue;
        try {
          const row = await store.read(table, JSON.parse(name.slice(table.length + 1)));
          if (row === undefined) hidden.add(name);
          else found.set(name, JSON.stringify(row));
        } catch (reading) {
          if (!(reading instanceof DamagedRowError)) return { kind: "WRONG", detail: String(reading) };
          told.add(name);
        }
      }
      // If a row was written again, the journal has the newer row. The older row is stored under a damaged key, and only the scan meets it.
      if (told.size + hidden.size === 0) older.add(error.message);
    }
  }
  const isTrue = (rows: ReadonlyMap<string, string>): boolean =>
    [...rows].every(([name, row]) => told.has(name) || hidden.has(name) || found.get(name) === row) &&
    [...found.keys()].every((name) => rows.has(name));
  const commits = truth.findLastIndex(isTrue);
  if (commits < 0) return { kind: "WRONG", detail: "rows of no moment that ever was" };
  const damaged = told.size + hidden.size + older.size;
  if (damaged > damagedMax)
    return { kind: "WRONG", detail: `${damaged} rows are damaged or gone, ${damagedMax} were told` };
  if (damaged > 0) return { kind: "told", detail: [...told, ...hidden, ...older].join() };
  return commits === truth.length - 1
    ? { kind: "whole", detail: "" }
    : { kind: "end dropped", detail: `${truth.length - 1 - commits} commits` };
}

/** Returns the result of opening and reading a folder that may be damaged. */
export async function outcomeOf(dir: string, truth: Truth): Promise<Outcome> {
  const log = recordingLog();
  let store: Store;
  try {
    store = await openSmall(dir, { ...options, log });
  } catch (error) {
    if (error instanceof StoreError && error.message.includes(dir)) return { kind: "refused", detail: error.message };
    return { kind: "WRONG", detail: String(error) };
  }
  try {
    const told = log.lines.filter(({ level, message }) => level === "error" && /damaged/.test(message));
    // `await` is needed, because the store is closed afterwards.
    return await readAll(store, truth, told.length);
  } finally {
    await store.close();
  }
}

/** Returns the damages that the doctor reports. */
export async function examined(folder: string): Promise<readonly string[]> {
  const damages: string[] = [];
  const ignore = (): void => undefined;
  const onDamage = (text: string): void => void damages.push(text);
  await examineFolder({
    folder,
    filesIn: bytesOfFiles,
    onDamage,
    onNote: ignore,
    onProgress: ignore,
  });
  return damages;
}
