import type { Row, TableName, Write } from "../../../ports/store.ts";
import type { KeyBytes } from "../../keys.ts";
import { encodeKey } from "../../keys.ts";
import { encodeRow } from "../tables.ts";

/** The last write to a key, in the form for the database. */
export interface KeptWrite {
  readonly key: KeyBytes;
  readonly row: Uint8Array | null;
  readonly write: Write;
}
/** Feed entries for desks that get their cursors at the commit. */
export interface UnnumberedFeed {
  readonly row: Uint8Array;
  readonly count: number;
}

/** What the commits of a group wrote. */
export class KeptWrites {
  readonly #byTable = new Map<TableName, Map<KeyBytes, KeptWrite>>();
  readonly #byKey = new Map<KeyBytes, KeptWrite>();
  readonly feed: UnnumberedFeed[] = [];

  get isEmpty(): boolean {
    return this.#byKey.size === 0 && this.feed.length === 0;
  }

  get tables(): readonly TableName[] {
    return [...this.#byTable.keys()];
  }

  get(key: KeyBytes): KeptWrite | undefined {
    return this.#byKey.get(key);
  }

  of(table: TableName): Iterable<KeptWrite> {
    return this.#byTable.get(table)?.values() ?? [];
  }

  /**
   * Adds all writes of one commit, or throws (TypeError for a key that cannot be stored) and adds none. Returns the position of its
   * first feed row.
   */
  add(writes: readonly Write[]): number {
    const kept: KeptWrite[] = [];
    const feed: UnnumberedFeed[] = [];
    for (const write of writes) {
      const key = encodeKey(write.table, write.key);
      const row = write.row === null ? null : encodeRow(write.table, write.row as Row<TableName>);
      if (write.table === "feed" && write.key[0] === 0 && write.row !== null && row !== null) {
        feed.push({ row, count: Math.max(write.row.entries.length, 1) });
      } else kept.push({ key, row, write });
    }
    for (const one of kept) this.#keep(one);
    const firstFeed = this.feed.length;
    this.feed.push(...feed);
    return firstFeed;
  }

  #keep(kept: KeptWrite): void {
    const { table } = kept.write;
    const earlier = this.#byKey.get(kept.key);
    // A drawn number is never drawn again, regardless of the order of the commits.
    if (earlier !== undefined && isBehind(kept.write, earlier.write)) return;
    this.#byKey.set(kept.key, kept);
    const ofTable = this.#byTable.get(table);
    if (ofTable === undefined) this.#byTable.set(table, new Map([[kept.key, kept]]));
    else ofTable.set(kept.key, kept);
  }
}

const isBehind = (write: Write, earlier: Write): boolean =>
  write.table === "counter" &&
  earlier.table === "counter" &&
  write.row !== null &&
  earlier.row !== null &&
  write.row.last < earlier.row.last;
