import { records } from "../../../codec/proto/generated/records.js";
import type { RowLayer } from "../rows/row-layer.ts";

/** Adds the rows of one journal record. Throws when the payload is not a group commit. */
export function replayInto(layer: RowLayer, payload: Buffer): void {
  for (const { key, row } of records.GroupCommit.decode(payload).writes) {
    const bytes = Buffer.from(row ?? []);
    const isWritten = row !== null && row !== undefined;
    layer.set(Buffer.from(key ?? []).toString("latin1"), {
      group: { bytes: (start, end) => bytes.subarray(start, end) },
      start: 0,
      end: isWritten ? bytes.length : -1,
    });
  }
}
