import { rowCodecs } from "../../../codec/proto/rows.ts";
import type { TableName } from "../../../ports/store.ts";

/** Decodes a row of any table. Throws when the bytes are no row of this table. */
export const decodeRow = (table: TableName, bytes: Uint8Array): unknown => rowCodecs[table].decode(bytes);
