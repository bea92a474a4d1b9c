import { records } from "../../../codec/proto/generated/records.js";
import { isFormerRow, withRowPrefix } from "../rows/row-form.ts";
import type { RowLayer } from "../rows/row-layer.ts";

/** Adds the rows of one journal record. Throws when the payload is not a group commit. */
export function replayInto(layer: RowLayer, payload: Buffer): void {
  for (const { key, row } of records.GroupCommit.decode(payload).writes) {
    const written = Buffer.from(row ?? []);
    // Records of the former layout have no space for a checksum.
    const bytes = isFormerRow(written) ? withRowPrefix(written) : written;
    const isWritten = row !== null && row !== undefined;
    layer.set(Buffer.from(key ?? []).toString("latin1"), {
      group: { bytes: (start, end) => bytes.subarray(start, end) },
      start: 0,
      end: isWritten ? bytes.length : -1,
    });
  }
}
