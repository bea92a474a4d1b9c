import { rowCodecs, TextWriter } from "../codec/proto/rows.ts";
import type { KeyBytes } from "./keys.ts";
import { decodeKey, encodeKey, encodePrefix } from "./keys.ts";

/** A row in the form that every store keeps. */
export interface RawRow {
  readonly key: KeyBytes;
  readonly row: Uint8Array;
}

const firstBytes = encodePrefix("erasure", []);

/** Whether the row under this key records a done or pending erasure of a client's data. */
export const isErasureKey = (key: KeyBytes): boolean => key.startsWith(firstBytes);

/**
 * Returns the erasure as a pending one, for a store that is restored from an older copy. A restore writes all later erasures in this form,
 * also those whose rows were deleted again. The service carries them out at its start before it serves. Writing one twice does no harm.
 * Throws for bytes that are no erasure.
 */
export function asPendingErasure({ key, row }: RawRow): RawRow {
  const [, clientNumber] = decodeKey("erasure", key);
  const writer = new TextWriter();
  rowCodecs.erasure.encode({ ...rowCodecs.erasure.decode(row), doneAtMs: null, isReplayed: true }, writer);
  return { key: encodeKey("erasure", ["pending", clientNumber]), row: writer.finish() };
}
