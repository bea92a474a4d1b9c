import { Defect } from "../../src/core/result.ts";
import type { CommitNeeds, Key, LockedRows, Row, Store, TableName } from "../../src/ports/store.ts";

type KeyParts = readonly (string | number)[];

/** Returns the same store, which now treats a read of an unnamed row inside a commit as a defect. */
export function checkNeeds<Checked extends Store>(store: Checked): Checked {
  const commit = store.commit.bind(store);
  store.commit = (needs, apply) => commit(needs, (rows) => apply(onlyNeeded(rows, needs)));
  return store;
}

/**
 * Limits a commit to the rows that it named: any other read is a defect. A store in memory can read every row and would hide the mistake.
 * A store across a network loads only named rows, so the row would be missing there.
 */
export function onlyNeeded(rows: LockedRows, needs: CommitNeeds): LockedRows {
  const locked = new Set<string>(needs.conversations ?? []);
  const named = new Set((needs.rows ?? []).map(({ table, key }) => nameOf(table, key)));

  const isNeeded = <Table extends TableName>(table: Table, key: Key<Table>, row: Row<Table> | undefined): boolean => {
    if (named.has(nameOf(table, key))) return true;
    // A missing actor is missing in every conversation, so a read of it needs no name.
    if (table === "actor") return row === undefined || locked.has((row as Row<"actor">).conversation);
    return table === "client" && locked.has(String(key[0]));
  };
  return {
    isCurrent: (actor, revision) => rows.isCurrent(actor, revision),
    hasLock: (conversation) => rows.hasLock(conversation),
    revisionOf: (conversation) => rows.revisionOf(conversation),
    draw: (counter) => rows.draw(counter),
    tellsOf: (conversation) => rows.tellsOf(conversation),
    read(table, key) {
      const row = rows.read(table, key);
      if (!isNeeded(table, key, row))
        throw new Defect(`The commit read ${nameOf(table, key)} without naming it in CommitNeeds`);
      return row;
    },
  };
}

const nameOf = (table: TableName, key: KeyParts): string => `${table} ${JSON.stringify(key)}`;
