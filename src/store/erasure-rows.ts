import { rowCodecs } from "../codec/proto/rows.ts";
import { TextWriter } from "../codec/proto/text-writer.ts";
import type { KeyBytes } from "./keys.ts";
import { decodeKey, encodeKey, encodePrefix } from "./keys.ts";

/** A row as every store keeps it. */
export interface RawRow {
  readonly key: KeyBytes;
  readonly row: Uint8Array;
}

const firstBytes = encodePrefix("erasure", []);

/** Whether the row under this key says that a client's data are erased, or are to be. */
export const isErasureKey = (key: KeyBytes): boolean => key.startsWith(firstBytes);

/**
 * The same erasure as one that is to be carried out, whatever it was: for a store that is restored from a copy of a time before it. All erasures
 * that were written since, also those of rows that were deleted later, are written so before the service starts on that store; the service
 * carries them out before it serves. Written twice it does no harm. Throws for bytes that are no erasure.
 */
export function asPendingErasure({ key, row }: RawRow): RawRow {
  const [, clientNumber] = decodeKey("erasure", key);
  const writer = new TextWriter();
  rowCodecs.erasure.encode({ ...rowCodecs.erasure.decode(row), doneAtMs: null, isReplayed: true }, writer);
  return { key: encodeKey("erasure", ["pending", clientNumber]), row: writer.finish() };
}
