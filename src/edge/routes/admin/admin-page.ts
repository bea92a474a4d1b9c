import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import { decodeCursor, encodeCursor } from "../desk/request/cursor.ts";

/** A list that is sorted by id, and the text form of its ids. */
export interface AdminList<Entry, Id> {
  readonly name: string;
  readonly idOf: (entry: Entry) => Id;
  readonly idForm: RegExp;
  readonly toId: (text: string) => Id;
}

export interface AdminPage<Entry> {
  readonly entries: readonly Entry[];
  /** The start of the next page; null on the last page. */
  readonly cursor: string | null;
}

/** Ids that are numbers from 1. */
export const byNumber = { idForm: /^[1-9][0-9]{0,15}$/, toId: Number };
/** Ids of channels and providers. */
export const byText = { idForm: /^[A-Za-z0-9_-]{1,64}$/, toId: String };

/**
 * Returns one page of the entries. `cursor` must come from an earlier answer of this list; any other text is `invalid_request`.
 */
export function pageOf<Entry, Id extends string | number>(
  { name, idOf, idForm, toId }: AdminList<Entry, Id>,
  entries: readonly Entry[],
  cursor: string | undefined,
  pageRows: number,
): Result<AdminPage<Entry>> {
  const place = decodeCursor(name, idForm, cursor);
  if (!place.ok) return place;
  const after = place.value === undefined ? null : toId(place.value);
  const rest = entries
    .filter((entry) => after === null || idOf(entry) > after)
    .sort((left, right) => (idOf(left) < idOf(right) ? -1 : 1));
  const page = rest.slice(0, pageRows);
  const last = page.at(-1);
  const next = last === undefined || page.length === rest.length ? null : encodeCursor(name, String(idOf(last)));
  return ok({ entries: page, cursor: next });
}
