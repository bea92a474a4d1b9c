import Type from "typebox";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import type { ParameterDoc } from "../../../server/operation.ts";
import type { QueryReader } from "../../operation.ts";

export const cursorDoc: ParameterDoc = {
  name: "cursor",
  description: "The cursor of the page before; the first page when absent.",
  schema: Type.String(),
};

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

/** Reads the place of the cursor of a list; a list whose only parameter is the cursor uses it as it is. */
export const cursorQuery = (list: string, form: RegExp): QueryReader<string | undefined> => ({
  parameters: [cursorDoc],
  read: (exchange) => decodeCursor(list, form, exchange.query("cursor")),
});
