import { setImmediate as nextTurn } from "node:timers/promises";
import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";
import type { LeftWork } from "../../../src/ports/left-work.ts";
import type { Peers } from "../../../src/ports/peers.ts";
import type {
  CommitNeeds,
  DeadlineRow,
  Key,
  LockedRows,
  Row,
  Store,
  TableName,
  TellRow,
  Write,
} from "../../../src/ports/store.ts";
import { NumbersShortError, RowNotLoadedError, StoreError } from "../../../src/ports/store-errors.ts";
import { onlyNeeded } from "../needed-rows.ts";
import { MemoryTables } from "./memory-tables.ts";

/** The access of one process to the shared rows. */
export interface SharedMemoryNode {
  readonly store: Store;
  readonly leftWork: LeftWork;
}

/** Rows that several stores in one process share, like processes that share a database. For tests and simulations. */
export interface SharedMemory {
  /** Opens a node. Work of a node that is not living counts as left. */
  open(node: MemoryNode, nowMs: () => number): SharedMemoryNode;
}

/** The distance between two numbers of the history, as in a database. Gaps are allowed. */
const historyStride = 8;

export function createSharedMemory(): SharedMemory {
  const shared: Shared = {
    tables: new MemoryTables(),
    revisions: new Map(),
    holders: new Map(),
    drawn: new Map(),
    atRest: new Set(),
    owners: new Map(),
    claims: new Map(),
    tellOrder: [],
  };
  return {
    open: (node, nowMs) => ({
      store: openNode(shared, node),
      leftWork: createMemoryLeftWork(shared, node, nowMs),
    }),
  };
}

function openNode(shared: Shared, node: MemoryNode): Store {
  const { tables } = shared;
  const read: Store["read"] = async (table, key) => tables.read(table, key);
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();
  return {
    async commit(needs, apply) {
      if (isClosed) throw new StoreError("The store in memory is closed");
      const before = last;
      const locks = lock(shared, node, needs.conversations ?? []);
      try {
        const writes = apply(onlyNeeded(new NodeRows(shared, needs, locks), needs));
        const numbered = numberFeed(shared, writes);
        tables.write(numbered.writes.filter((write) => !isCountedBack(tables, write)));
        for (const write of writes) note(shared, node.id, write);
        for (const { key, isNew } of locks.values()) if (isNew) bump(shared, key);
        last = before.then(() => nextTurn());
        await last;
        if (numbered.cursor !== null) needs.numbered?.(numbered.cursor);
      } finally {
        for (const { key, isNew } of locks.values()) if (isNew) shared.holders.delete(key);
      }
    },
    read,
    durable: { read },
    async scan(table, range) {
      await last;
      return tables.scan(table, range);
    },
    async close() {
      isClosed = true;
      await last;
    },
  };
}

/** True for a write that would lower a counter. A drawn number is never drawn again, regardless of the order of the commits. */
const isCountedBack = (tables: MemoryTables, { table, key, row }: Write): boolean =>
  table === "counter" && row !== null && row.last < (tables.read("counter", key)?.last ?? 0);

interface Lock {
  readonly key: ConversationKey;
  /** False when an earlier commit of the same node still has the lock. */
  readonly isNew: boolean;
}
type Locks = ReadonlyMap<ConversationKey, Lock>;

function lock({ holders }: Shared, node: MemoryNode, keys: Iterable<ConversationKey>): Locks {
  const locks = new Map<ConversationKey, Lock>();
  for (const key of keys) {
    const holder = holders.get(key);
    if (holder !== undefined && holder !== node) continue;
    holders.set(key, node);
    locks.set(key, { key, isNew: holder === undefined });
  }
  return locks;
}

const bump = ({ revisions }: Shared, key: ConversationKey): void =>
  void revisions.set(key, (revisions.get(key) ?? 0) + 1);

/** Gives cursors to feed rows that have the cursor 0. */
function numberFeed({ drawn }: Shared, writes: readonly Write[]): { writes: readonly Write[]; cursor: number | null } {
  let cursor: number | null = null;
  const numbered = writes.map((write): Write => {
    if (write.table !== "feed" || write.key[0] !== 0 || write.row === null) return write;
    const first = (drawn.get("feed") ?? 0) + 1;
    drawn.set("feed", first + write.row.entries.length - 1);
    cursor ??= first;
    return { ...write, key: [first] };
  });
  return { writes: numbered, cursor };
}

function note(shared: Shared, nodeId: string, write: Write): void {
  if (write.table === "actor") {
    if (write.isAtRest === true) shared.atRest.add(write.key[0]);
    else shared.atRest.delete(write.key[0]);
  }
  if (write.table !== "deadline" && write.table !== "tell") return;
  const name = ownedName(write.table, write.key);
  shared.claims.delete(name);
  if (write.row === null) shared.owners.delete(name);
  else shared.owners.set(name, nodeId);
  if (write.table !== "tell") return;
  const [id] = write.key;
  shared.tellOrder = shared.tellOrder.filter((other) => other !== id);
  if (write.row !== null) shared.tellOrder.push(id);
}

/** The rows that one commit may read: only those that a database would have loaded. */
class NodeRows implements LockedRows {
  readonly #shared: Shared;
  readonly #needs: CommitNeeds;
  readonly #locks: Locks;
  readonly #named = new Set<string>();
  readonly #left: Map<string, number>;

  constructor(shared: Shared, needs: CommitNeeds, locks: Locks) {
    this.#shared = shared;
    this.#needs = needs;
    this.#locks = locks;
    for (const { table, key } of needs.rows ?? []) this.#named.add(ownedName(table, key));
    this.#left = new Map(needs.numbers?.(this) ?? []);
  }

  read<Table extends TableName>(table: Table, key: Key<Table>): Row<Table> | undefined {
    const row = this.#shared.tables.read(table, key);
    if (table === "actor" && !this.#isLoaded(key as Key<"actor">, row as Row<"actor"> | undefined)) {
      throw new RowNotLoadedError({ table: "actor", key: key as Key<"actor"> });
    }
    return row;
  }

  /** Only actors need this check: `onlyNeeded` checks the names of all other rows. */
  #isLoaded(key: Key<"actor">, row: Row<"actor"> | undefined): boolean {
    if (this.#named.has(ownedName("actor", key))) return true;
    if (row === undefined || this.#shared.atRest.has(key[0])) return false;
    const known = this.#needs.knownRevision?.(row.conversation) ?? 0;
    return known === 0 || known !== this.#revision(row.conversation);
  }

  #revision = (conversation: ConversationKey): number => this.#shared.revisions.get(conversation) ?? 0;

  isCurrent = (): boolean => true;
  hasLock = (conversation: ConversationKey): boolean => this.#locks.has(conversation);

  revisionOf(conversation: ConversationKey): { before: number; after: number } {
    const before = this.#revision(conversation);
    return { before, after: this.#locks.get(conversation)?.isNew === true ? before + 1 : before };
  }

  draw(counter: string): number {
    const { drawn, tables } = this.#shared;
    if (counter === "history") {
      const next = (drawn.get(counter) ?? 0) + historyStride;
      drawn.set(counter, next);
      return next;
    }
    const left = this.#left.get(counter) ?? 0;
    if (left === 0) throw new NumbersShortError(counter);
    this.#left.set(counter, left - 1);
    const next = Math.max(drawn.get(counter) ?? 0, tables.read("counter", [counter])?.last ?? 0) + 1;
    drawn.set(counter, next);
    return next;
  }

  tellsOf(conversation: ConversationKey): readonly TellRow[] {
    return this.#shared.tellOrder.flatMap((id) => {
      const row = this.#shared.tables.read("tell", [id]);
      return row?.conversation === conversation ? [row] : [];
    });
  }
}

/** As in PostgreSQL: a deadline of another process counts as left when it is this late. */
const deadlineLateMs = 200;
const leaseMs = 5_000;

/** Work that other nodes on the same rows left. The age of a tell does not count here: a tell is left when its node has ended. */
function createMemoryLeftWork(shared: Shared, node: MemoryNode, nowMs: () => number): LeftWork {
  const { tables, owners, claims } = shared;
  const claim = (name: string): boolean => {
    if ((claims.get(name) ?? 0) > nowMs()) return false;
    claims.set(name, nowMs() + leaseMs);
    owners.set(name, node.id);
    return true;
  };
  const isOwn = (name: string): boolean => owners.get(name) === node.id;
  const isOrphaned = (name: string): boolean => !node.living().includes(owners.get(name) ?? "");
  return {
    async claimDeadlines(limit) {
      const late = tables.scan("deadline", { limit: Number.MAX_SAFE_INTEGER }).flatMap(({ key, row }) => {
        const name = ownedName("deadline", key);
        const isRestarted = row.atRestart && isOrphaned(name);
        const isLate = row.atMs <= nowMs() - deadlineLateMs && (!row.atRestart || isOwn(name));
        return isRestarted || isLate ? [{ name, row: row as DeadlineRow, isRestarted }] : [];
      });
      return late.slice(0, limit).filter(({ name }) => claim(name));
    },
    async claimTells(limit) {
      const left = shared.tellOrder.flatMap((id) => {
        const name = ownedName("tell", [id]);
        const row = !isOwn(name) && isOrphaned(name) ? tables.read("tell", [id]) : undefined;
        return row === undefined ? [] : [{ name, row }];
      });
      return left
        .slice(0, limit)
        .filter(({ name }) => claim(name))
        .map(({ row }) => row);
    },
  };
}

/** A node: the id that its rows get now, and the ids of the nodes that it knows to be alive. */
type MemoryNode = Pick<Peers, "id" | "living">;

/** The state that the nodes of one store in memory share. */
interface Shared {
  readonly tables: MemoryTables;
  readonly revisions: Map<ConversationKey, number>;
  /** The node that has the lock of each conversation, until its commit is durable. */
  readonly holders: Map<ConversationKey, MemoryNode>;
  readonly drawn: Map<string, number>;
  readonly atRest: Set<ActorKey>;
  /** The node that stored a deadline or a tell, by table and key. */
  readonly owners: Map<string, string>;
  /** Until when left work is claimed, by the same names. */
  readonly claims: Map<string, number>;
  /** Ids of tells, in the order in which they were stored. */
  tellOrder: string[];
}

const ownedName = (table: TableName, key: readonly unknown[]): string => `${table} ${JSON.stringify(key)}`;
