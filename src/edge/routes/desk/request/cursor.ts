import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import type { QueryReader } from "../../operation.ts";
import { cursorText, queryOf } from "./query.ts";

/** Encodes a place in a list as the cursor of a page. `list` keeps the cursors of different lists apart. */
export const encodeCursor = (list: string, place: string): string =>
  Buffer.from(`${list} ${place}`).toString("base64url");

/**
 * Returns the place of a query's cursor; undefined if there is none. Fails with `invalid_request` for a text that `encodeCursor`
 * never wrote.
 */
export function decodeCursor(list: string, form: RegExp, text: string | undefined): Result<string | undefined> {
  if (text === undefined || text === "") return ok(undefined);
  const decoded = Buffer.from(text, "base64url").toString("latin1");
  const place = decoded.startsWith(`${list} `) ? decoded.slice(list.length + 1) : "";
  return form.test(place) && encodeCursor(list, place) === text
    ? ok(place)
    : fail("invalid_request", "Parameter cursor must be the cursor of an earlier answer.");
}

/** The query of a list whose only parameter is the cursor, which it uses as it is. */
export const cursorQuery = (list: string, form: RegExp): QueryReader<string | undefined> =>
  queryOf({ cursor: cursorText }, ({ cursor }) => decodeCursor(list, form, cursor));
