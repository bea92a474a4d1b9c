import type { RootDatabase } from "lmdb";
import { open } from "lmdb";
import type { IndexState, TaskAnswer } from "./archive.types.ts";
import { fillUp, findDamage, reserveRoom } from "./file-check.ts";
import type { KeyBytes } from "./keys.ts";
import { keyEncoder, stateKey } from "./keys.ts";

export type IndexRows = RootDatabase<string, KeyBytes>;

/** Raise it when an index of the previous version cannot be used. */
const formatVersion = 1;

interface StoredState extends IndexState {
  readonly format: number;
}

/** The index cannot be used any more. */
class DamageError extends Error {}

let opened: { readonly folder: string; readonly rows: IndexRows } | null = null;

/** The environment in the folder, opened once in each thread. */
function rowsIn(folder: string): IndexRows {
  if (opened?.folder === folder) return opened.rows;
  const damage = findDamage(folder);
  if (damage !== null) throw new DamageError(damage);
  reserveRoom(folder);
  const rows: IndexRows = open({ path: folder, encoding: "string", keyEncoder });
  opened = { folder, rows };
  return rows;
}

/** Runs a task on the rows as any thread last committed them; returns every error as data. */
export function withRows<Value>(folder: string, task: (rows: IndexRows) => Value): TaskAnswer<Value> {
  try {
    const rows = rowsIn(folder);
    rows.resetReadTxn();
    return { kind: "done", value: task(rows) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: isDamage(error) ? "damaged" : "failed", reason };
  }
}

/** The stored state of the index; null when the index is new. Throws when it has another format. */
export function readState(rows: IndexRows): IndexState | null {
  const text = rows.get(stateKey);
  if (text === undefined) return null;
  const { format, ...state }: StoredState = JSON.parse(text);
  if (format !== formatVersion) throw new DamageError(`The index has format ${format}, expected ${formatVersion}`);
  return state;
}

/** Call it in a transaction. */
export function writeState(rows: IndexRows, state: IndexState): void {
  const stored: StoredState = { format: formatVersion, ...state };
  void rows.put(stateKey, JSON.stringify(stored));
}

/** Call it after every transaction. */
export function keepWhole(folder: string, rows: IndexRows): void {
  const { pageSize, lastPageNumber }: { readonly pageSize: number; readonly lastPageNumber: number } = Object(
    rows.getStats(),
  );
  fillUp(folder, (lastPageNumber + 1) * pageSize);
}

/** LMDB's own error codes, except those for a full map, full readers or a full transaction. */
const codes = { lowest: -30_799, highest: -30_780 };
const fullCodes: readonly number[] = [-30_792, -30_790, -30_788];

function isDamage(error: unknown): boolean {
  if (error instanceof DamageError || error instanceof SyntaxError) return true;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "number" && code >= codes.lowest && code <= codes.highest && !fullCodes.includes(code);
}
