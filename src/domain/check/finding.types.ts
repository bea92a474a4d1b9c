import type { ConversationKey } from "../../../machines/ids.ts";
import type { Key, RowName, RowReader, TableName, Write } from "../../ports/store.ts";

/** How the store writes keys; `Id` is all of a key in one text. */
export interface RowKeys {
  encode<Table extends TableName>(table: Table, key: Key<Table>): string;
  decode<Table extends TableName>(table: Table, id: string): Key<Table>;
  /** For messages: without what lets its reader in. */
  describe(id: string): { readonly table: string; readonly text: string };
}

/** What one row says, and another one does not. */
export interface RowFinding {
  /** `warning`: nobody is kept from anything by it. */
  readonly level: "damaged" | "warning";
  readonly text: string;
  /** `null` where what was there can be known from nothing else. */
  readonly repair: Repair | null;
}

/** One commit that makes rows agree again. It is made of rows that are whole, and to do it twice does no harm. */
export interface Repair {
  /** What is done, as `The counter chat is set to 7`. */
  readonly what: string;
  /** Locked by it; `null` where no conversation has to do with it. */
  readonly conversation: ConversationKey | null;
  readonly reads: readonly RowName[];
  /** Looks once more: nothing where the rows agree meanwhile. */
  writes(rows: Pick<RowReader, "read">): readonly Write[];
}
