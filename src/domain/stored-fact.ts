import { isDeepStrictEqual } from "node:util";
import { undamaged, undamagedLater } from "../core/rows/damaged-rows.ts";
import type { FreshRows } from "../core/rows/fresh-rows.ts";
import type { Commits, Row, StoredRows } from "../ports/store.ts";

/** A value of the whole service in a row of its own, with the changes of other processes. */
export interface StoredFact<Value> {
  now(): Value;
  /** Stores what `decide` makes of the stored value; null changes nothing. It is durable and in effect when it resolves. */
  change(decide: (before: Value) => Value | null): Promise<void>;
}

interface FactKind<Value> {
  readonly name: string;
  /** The value without a row, and with a damaged one. */
  readonly initial: Value;
  /** Called after another value has taken effect. */
  onChange(): void;
}

/** Reads the stored value. */
export async function openStoredFact<Value>(
  { name, initial, onChange }: FactKind<Value>,
  store: Commits & StoredRows,
  freshRows: FreshRows,
): Promise<StoredFact<Value>> {
  const valueIn = (row: Row<"fact"> | null | undefined): Value => (row == null ? initial : JSON.parse(row.text));
  let value = valueIn(await undamagedLater(() => store.read("fact", [name])));
  const takeRow = (row: Row<"fact"> | null | undefined): void => {
    const next = valueIn(row);
    if (isDeepStrictEqual(next, value)) return;
    value = next;
    onChange();
  };
  const fresh = freshRows.keep("fact", {
    range: { after: [name.slice(0, -1)], until: [`${name}0`] },
    isKept: ([key]) => key === name,
    take: (_, row) => takeRow(row),
    takeAll: (rows) => takeRow(rows.find(({ key }) => key[0] === name)?.row),
  });
  return {
    now: () => value,
    async change(decide) {
      let known: Row<"fact"> | null | undefined;
      await store.commit({ rows: [{ table: "fact", key: [name] }] }, ({ read }) => {
        known = undamaged(() => read("fact", [name]));
        const next = decide(valueIn(known));
        if (next === null) return [];
        known = { text: JSON.stringify(next) };
        return [{ table: "fact", key: [name], row: known }];
      });
      // Without a change too, because another process may have stored the value.
      if (known !== undefined) takeRow(known);
      await fresh.changed([[name]]);
    },
  };
}
