import { rowCodecs } from "../../../codec/proto/rows.ts";
import type { TableName } from "../../../ports/store.ts";

/** A row of whichever table. Throws when the bytes are none of it. */
export const decodeRow = (table: TableName, bytes: Uint8Array): unknown => rowCodecs[table].decode(bytes);
