import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";

export interface AdminPage<Entry> {
  readonly entries: readonly Entry[];
  /** Where the next page goes on; null at the end. */
  readonly cursor: string | null;
}

/**
 * One page of entries in the order of their ids. `cursor` is that of an earlier answer; `invalid_request` for any other
 * text.
 */
export function pageOf<Entry, Id extends string | number>(
  entries: readonly Entry[],
  idOf: (entry: Entry) => Id,
  cursor: string | undefined,
  pageRows: number,
): Result<AdminPage<Entry>> {
  const after = cursor ? decodeCursor(cursor) : null;
  if (after === undefined) return fail("invalid_request", "Parameter cursor must be the cursor of an earlier answer.");
  const sorted = entries
    .filter((entry) => after === null || idOf(entry) > after)
    .sort((left, right) => (idOf(left) < idOf(right) ? -1 : 1));
  const page = sorted.slice(0, pageRows);
  const last = page.at(-1);
  return ok({ entries: page, cursor: last === undefined || page.length === sorted.length ? null : encode(idOf(last)) });
}

const encode = (id: string | number): string => Buffer.from(JSON.stringify({ after: id })).toString("base64url");

const cursorPattern = /^\{"after":(?:"([A-Za-z0-9_-]{1,64})"|([1-9][0-9]{0,15}))\}$/;

function decodeCursor(cursor: string): string | number | undefined {
  const [, text, number] = cursorPattern.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const after = text ?? (number === undefined ? undefined : Number(number));
  return after !== undefined && encode(after) === cursor ? after : undefined;
}
