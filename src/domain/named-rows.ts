import type { ScanEntry, Store, Write } from "../ports/store.ts";

type NamedTable = "department" | "provider";

const rowsAtOnce = 1_000;

/** Every row of a table of names that is not damaged. */
export async function allRows<Table extends NamedTable>(
  store: Store,
  table: Table,
): Promise<readonly ScanEntry<Table>[]> {
  const rows: ScanEntry<Table>[] = [];
  for (;;) {
    const after = rows.at(-1)?.key;
    const page = await store.scan(table, {
      limit: rowsAtOnce,
      onDamaged: () => null,
      ...(after === undefined ? {} : { after }),
    });
    rows.push(...page);
    if (page.length < rowsAtOnce) return rows;
  }
}

export interface DeclaredNames {
  readonly departments: readonly { readonly id: number; readonly name: string }[];
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

/** Writes what the config file declares; the rest stays. Durable when it resolves. */
export async function keepDeclaredNames(store: Store, { departments, providers }: DeclaredNames): Promise<void> {
  const writes: readonly Write[] = [
    ...departments.map(({ id, name }) => ({ table: "department" as const, key: [id] as const, row: { name } })),
    ...providers.map(({ id, name }) => ({ table: "provider" as const, key: [id] as const, row: { name } })),
  ];
  if (writes.length > 0) await store.commit([], () => writes);
}
