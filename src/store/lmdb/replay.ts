import { records } from "../../codec/proto/generated/records.js";
import type { RowLayer } from "./row-layer.ts";

/** Adds what one journal record wrote. Throws when the payload is not a group commit. */
export function replayInto(layer: RowLayer, payload: Buffer): void {
  for (const { key, row } of records.GroupCommit.decode(payload).writes) {
    const bytes = Buffer.from(row ?? []);
    const isWritten = row !== null && row !== undefined;
    layer.set(Buffer.from(key ?? []).toString("latin1"), {
      group: { bytes: () => bytes },
      start: 0,
      end: isWritten ? bytes.length : -1,
    });
  }
}
