import type { ConversationKey } from "../../../machines/ids.ts";
import type { Key, RowName, RowReader, TableName, Write } from "../../ports/store.ts";

/** How the store writes keys; an id is a complete key as one text. */
export interface RowKeys {
  encode<Table extends TableName>(table: Table, key: Key<Table>): string;
  decode<Table extends TableName>(table: Table, id: string): Key<Table>;
  /** For log and report texts: without secrets. */
  describe(id: string): { readonly table: string; readonly text: string };
}

/** A disagreement between rows. */
export interface RowFinding {
  /** `warning`: the finding hinders nobody. */
  readonly level: "damaged" | "warning";
  readonly text: string;
  /** `null` when no other row has the lost data. */
  readonly repair: Repair | null;
}

/** One commit that makes rows agree again. It uses undamaged rows only, and may run twice. */
export interface Repair {
  /** The change in words, such as `The counter chat is set to 7`. */
  readonly what: string;
  /** The conversation that the repair locks; `null` for a repair without one. */
  readonly conversation: ConversationKey | null;
  readonly reads: readonly RowName[];
  /** Reads the rows again: returns nothing when they agree now. */
  writes(rows: Pick<RowReader, "read">): readonly Write[];
}
