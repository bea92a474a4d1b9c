import { keyPages } from "../core/rows/damaged-rows.ts";
import type { LockedRows, ReadRows, Write } from "../ports/store.ts";

/** Numbers counted from 1 that are never given twice. The last number is stored with the commit that uses it. */
export interface Numbers {
  next(name: string, commit: NumberedCommit): number;
}

/** The commit that uses the number. */
export interface NumberedCommit {
  readonly draft: { write(write: Write): void };
  readonly rows: LockedRows;
}

const countersAtOnce = 1_000;

/** Reads the last numbers. The value of a damaged counter is unknown, so that a caller who draws from it gets the error. */
export async function createNumbers(store: ReadRows): Promise<Numbers> {
  const last = new Map<string, number>();
  const damage = new Map<string, unknown>();
  for await (const page of keyPages(store, "counter", { limit: countersAtOnce })) {
    for (const { key, row } of page) {
      if (row !== null) last.set(key[0], row.last);
      else await store.read("counter", key).catch((error: unknown) => damage.set(key[0], error));
    }
  }
  return {
    next(name, { draft, rows }) {
      if (damage.has(name)) throw damage.get(name);
      const given = rows.draw(name) ?? (last.get(name) ?? 0) + 1;
      last.set(name, given);
      draft.write({ table: "counter", key: [name], row: { last: given } });
      return given;
    },
  };
}
