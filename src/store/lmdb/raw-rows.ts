import type { RawRow, RawRows } from "../../ports/raw-rows.ts";
import type { TableName } from "../../ports/store.ts";
import { afterPrefix, encodePrefix } from "../keys.ts";
import { pageBytesMax, pageRowsMax } from "../page-bounds.ts";
import type { RowEnvironment } from "./rows/row-environment.ts";
import { rowPrefixBytes } from "./rows/row-form.ts";

/** Returns the range of keys of a table. */
export const rangeOf = (table: TableName) => {
  const from = encodePrefix(table, []);
  return { from, to: afterPrefix(from), reverse: false };
};

/** Reads the rows of an environment. No commit may run meanwhile. */
export function rowsOf(environment: RowEnvironment): Pick<RawRows, "page" | "size"> {
  return {
    async page(table, after) {
      const rows: RawRow[] = [];
      let bytes = 0;
      const range = rangeOf(table);
      // The next possible key.
      const from = after === null ? range.from : `${after}\u0000`;
      for (const { key, value } of environment.entries({ ...range, from })) {
        const row = environment.open(key, value);
        rows.push({ key, row });
        bytes += key.length + row.length;
        if (rows.length >= pageRowsMax || bytes >= pageBytesMax) break;
      }
      return rows;
    },
    async size(table) {
      let rows = 0;
      let bytes = 0;
      for (const { key, value } of environment.entries(rangeOf(table))) {
        rows += 1;
        bytes += key.length + value.length - rowPrefixBytes;
      }
      return { rows, bytes };
    },
  };
}
