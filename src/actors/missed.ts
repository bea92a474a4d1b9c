import type { RowName } from "../ports/store.ts";
import { NumbersShortError, RowNotLoadedError } from "../ports/store-errors.ts";
import type { Conversation } from "./conversation.ts";

/** A turn that misses more than this is a defect: its retry would miss as many again. */
const missedMax = 64;

/**
 * Whether a turn failed for a row that was not loaded, or a number that was not drawn. The next commit of the conversation names it, and
 * the turn is retried.
 */
export function hasMissed(conversation: Conversation, error: unknown): boolean {
  const { rows, counters } = conversation.missed;
  if (rows.length + counters.length >= missedMax) return false;
  if (error instanceof RowNotLoadedError) {
    if (rows.some((row) => isSame(row, error.row))) return false;
    conversation.missed = { rows: [...rows, error.row], counters };
    return true;
  }
  if (!(error instanceof NumbersShortError)) return false;
  conversation.missed = { rows, counters: [...counters, error.counter] };
  return true;
}

/** It was named and is still missing: naming it again would not help. */
const isSame = (one: RowName, other: RowName): boolean =>
  one.table === other.table && JSON.stringify(one.key) === JSON.stringify(other.key);
