import type { RawRow } from "../../ports/raw-rows.ts";
import type { TableName } from "../../ports/store.ts";
import type { Progress } from "../progress.ts";
import type { Side, TargetSide } from "./sides.types.ts";
import { fileKinds } from "./sides.types.ts";

/** Copies the rows that the target lacks. Of each table, the target has the beginning. */
export async function copyRows(
  from: Side,
  to: TargetSide,
  tables: readonly TableName[],
  progress: Progress,
): Promise<void> {
  for (const table of tables) {
    const next = (after: string | null): Promise<readonly RawRow[]> => from.rows.page(table, after);
    let page = await next(await to.rows.last(table));
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      // The source reads while the target writes.
      const [following] = await Promise.all([next(last.key), to.rows.put(table, page)]);
      progress.add(page.length, bytesOf(page));
      page = following;
    }
  }
}

/** Copies the files that the target lacks or has incomplete, and deletes those that the source lacks. */
export async function copyFiles(from: Side, to: TargetSide, progress: Progress): Promise<void> {
  for (const kind of fileKinds) {
    const source = from.files[kind];
    const target = to.files[kind];
    const tokens = new Set<string>();
    for await (const token of source.tokens()) {
      tokens.add(token);
      const file = await source.open(token);
      if (file === null) continue;
      try {
        const there = await target.open(token);
        const isThere = there?.bytes === file.bytes;
        await there?.close();
        if (isThere) continue;
        await target.remove(token);
        await target.put(token, file);
        progress.add(1, file.bytes);
      } finally {
        await file.close();
      }
    }
    for await (const token of target.tokens()) if (!tokens.has(token)) await target.remove(token);
  }
}

const bytesOf = (page: readonly RawRow[]): number =>
  page.reduce((bytes, { key, row }) => bytes + key.length + row.length, 0);
