import type { Client } from "pg";
import type { ActorKey, ConversationKey } from "../../../../machines/ids.ts";
import type { ConversationRevision, Key, LockedRows, Row, TableName, TellRow } from "../../../ports/store.ts";
import { NumbersShortError } from "../../../ports/store-errors.ts";
import { bigintArray, bytesArray, toText } from "../binary.ts";
import type { Statement } from "../pipeline.ts";
import { runCalls } from "../pipeline.ts";
import { feedKeyStart } from "../schema/migrate.ts";
import { conversationBytes, statementOfEach, tableNames } from "../tables.ts";
import type { GroupNeeds } from "./group-needs.ts";
import { needsOfGroup } from "./group-needs.ts";
import type { KeptWrite } from "./kept-writes.ts";
import type { Ask } from "./load.ts";
import { asksToLoad, firstRevision } from "./load.ts";
import type { NumberSequences } from "./number-sequences.ts";
import { drawNumbers } from "./number-sequences.ts";
import type { PendingCommit } from "./pending-commit.ts";
import { TransactionRows } from "./transaction-rows.ts";
import { callToKeep } from "./upsert.ts";

export interface GroupParts {
  readonly sequences: NumberSequences;
  /** Returns the id of the process that is stored as the owner of new deadlines and tells. */
  readonly nodeId: () => string;
}

const notLockedMax = 10_000;

interface Applied {
  readonly commit: PendingCommit;
  /** The position of its first feed row in the group, or null when it has none. */
  readonly feedAt: number | null;
}

/**
 * Commits that share a transaction, in two round trips:
 *   1. load:  locks, rows and numbers. No commit has decided yet, so the group may be retried.
 *   2. apply: each commit decides, and sees the writes of earlier commits.
 *   3. write: all their writes, and the end of the transaction.
 */
export class CommitGroup {
  readonly commits: readonly PendingCommit[];
  readonly #parts: GroupParts;
  readonly #needs: GroupNeeds;
  /** Conversations that could not be locked the last time. They may have no row. */
  readonly #notLocked: Set<ConversationKey>;
  #isApplied = false;

  constructor(commits: readonly PendingCommit[], parts: GroupParts, notLocked: Set<ConversationKey>) {
    this.commits = commits;
    this.#parts = parts;
    this.#notLocked = notLocked;
    this.#needs = needsOfGroup(commits);
  }

  /** True when its commits have decided. Then the group cannot be retried. */
  get isApplied(): boolean {
    return this.#isApplied;
  }

  /**
   * Runs the transaction and resolves its commits. Rejects when the transaction failed. Then only commits that failed by themselves
   * are rejected already.
   */
  async run(client: Client): Promise<void> {
    const rows = new TransactionRows();
    const numbers = this.commits.map(() => new Map<string, number[]>());
    await this.#load(client, rows, numbers);
    this.#isApplied = true;
    const applied = this.#apply(rows, numbers);
    let feedBase = 0;
    const asks = asksToWrite(rows, this.#parts.nodeId(), (base) => {
      feedBase = base;
    });
    await runAsks(client, asks);
    this.#tell(applied, rows, feedBase);
  }

  async #load(client: Client, rows: TransactionRows, numbers: readonly Map<string, number[]>[]): Promise<void> {
    const history = {
      count: this.commits.length,
      take: (drawn: readonly number[]) => {
        for (const [index, number] of drawn.entries()) numbers[index]?.set("history", [number]);
      },
    };
    const isMissing = (conversation: ConversationKey, known: number): boolean =>
      known === 0 || this.#notLocked.has(conversation);
    await runAsks(client, asksToLoad(this.#needs, rows, history, isMissing));
    this.#noteLocks(rows);
    const asks = await this.#asksForNumbers(rows, numbers);
    if (asks.length > 0) await runAsks(client, asks);
  }

  #noteLocks({ locks }: TransactionRows): void {
    // The set would keep conversations that no commit needs again.
    if (this.#notLocked.size > notLockedMax) this.#notLocked.clear();
    for (const conversation of this.#needs.conversations.keys()) {
      if (locks.has(conversation)) this.#notLocked.delete(conversation);
      else this.#notLocked.add(conversation);
    }
  }

  async #asksForNumbers(rows: TransactionRows, numbers: readonly Map<string, number[]>[]): Promise<readonly Ask[]> {
    const wanted = new Map<string, { readonly of: number; readonly count: number }[]>();
    for (const [of, commit] of this.commits.entries()) {
      for (const [counter, count] of askNumbers(commit, rows)) {
        if (count > 0) wanted.set(counter, [...(wanted.get(counter) ?? []), { of, count }]);
      }
    }
    await this.#parts.sequences.ensure(wanted.keys());
    return [...wanted].map(([counter, shares]) => ({
      statement: drawNumbers,
      values: [this.#parts.sequences.nameOf(counter), toText(shares.reduce((sum, { count }) => sum + count, 0))],
      take: (drawn) => {
        const left = drawn.map(([number]) => Number(number));
        for (const { of, count } of shares) numbers[of]?.set(counter, left.splice(0, count));
      },
    }));
  }

  #apply(rows: TransactionRows, numbers: readonly ReadonlyMap<string, number[]>[]): readonly Applied[] {
    const applied: Applied[] = [];
    for (const [index, commit] of this.commits.entries()) {
      if (commit.isSettled) continue;
      const seen = new CommitRows(rows, commit.conversations, numbers[index] ?? new Map());
      try {
        const writes = commit.apply(seen);
        const feedBefore = rows.writes.feed.length;
        const feedAt = rows.writes.add(writes);
        const changed = writes.length > 0 ? commit.conversations : [];
        for (const conversation of [...seen.tellers, ...changed]) rows.bump(conversation);
        applied.push({ commit, feedAt: rows.writes.feed.length > feedBefore ? feedAt : null });
      } catch (error) {
        commit.reject(error);
      }
    }
    return applied;
  }

  #tell(applied: readonly Applied[], { writes }: TransactionRows, feedBase: number): void {
    let next = feedBase + 1;
    const cursors = writes.feed.map(({ count }) => {
      const cursor = next;
      next += count;
      return cursor;
    });
    for (const { commit, feedAt } of applied) {
      const cursor = feedAt === null ? undefined : cursors[feedAt];
      try {
        if (cursor !== undefined) commit.needs.numbered?.(cursor);
        commit.resolve();
      } catch (error) {
        commit.reject(error);
      }
    }
  }
}

async function runAsks(client: Client, asks: readonly Ask[]): Promise<void> {
  const answers = await runCalls(client, asks);
  for (const [index, { take }] of asks.entries()) take?.(answers[index] ?? []);
}

/** A commit with a wrong request fails alone. */
function askNumbers(commit: PendingCommit, rows: TransactionRows): ReadonlyMap<string, number> {
  const { numbers } = commit.needs;
  if (numbers === undefined || commit.isSettled) return new Map();
  try {
    return numbers.call(commit.needs, new CommitRows(rows, commit.conversations, new Map()));
  } catch (error) {
    commit.reject(error);
    return new Map();
  }
}

/** The rows that one commit of a transaction sees. */
class CommitRows implements LockedRows {
  /** Conversations whose new revision the commit has read. */
  readonly tellers = new Set<ConversationKey>();
  /** A property, because callers may pass it on without the object. */
  readonly read = <Table extends TableName>(table: Table, key: Key<Table>): Row<Table> | undefined =>
    this.#rows.read(table, key, this.#conversations);
  readonly #rows: TransactionRows;
  readonly #conversations: readonly ConversationKey[];
  readonly #numbers: ReadonlyMap<string, number[]>;

  /** `numbers` holds the numbers that the commit may draw, in order. Drawing removes them. */
  constructor(
    rows: TransactionRows,
    conversations: readonly ConversationKey[],
    numbers: ReadonlyMap<string, number[]>,
  ) {
    this.#rows = rows;
    this.#conversations = conversations;
    this.#numbers = numbers;
  }

  isCurrent(actor: ActorKey, revision: number): boolean {
    return this.#rows.isCurrent(actor, revision);
  }

  hasLock(conversation: ConversationKey): boolean {
    return this.#rows.locks.has(conversation);
  }

  revisionOf(conversation: ConversationKey): ConversationRevision {
    this.tellers.add(conversation);
    return this.#rows.revisionOf(conversation);
  }

  draw(counter: string): number {
    const number = this.#numbers.get(counter)?.shift();
    if (number === undefined) throw new NumbersShortError(counter);
    return number;
  }

  tellsOf(conversation: ConversationKey): readonly TellRow[] {
    return this.#rows.tellsOf(conversation);
  }
}

/** A transaction that writes has all its locks but the last. It waits at most for the last packet of another transaction. */
const waitLonger: Statement = { name: "wait-longer", text: "SET LOCAL lock_timeout = 3000" };
const commit: Statement = { name: "commit", text: "COMMIT" };
const bumpLocked: Statement = {
  name: "bump-locked",
  text: "UPDATE parley.conversation SET revision = revision + 1 WHERE key = ANY($1::bytea[])",
};
const bumpOthers: Statement = {
  name: "bump-others",
  text: `INSERT INTO parley.conversation AS c (key, revision) SELECT unnest($1::bytea[]), ${firstRevision} + 1
    ON CONFLICT (key) DO UPDATE SET revision = c.revision + 1`,
};
/** Deletes the row of a conversation without client and actors, so that its name is removed, too. */
const forgetConversations: Statement = {
  name: "forget-conversations",
  text: `DELETE FROM parley.conversation c
    WHERE c.key = ANY($1::bytea[]) AND NOT EXISTS (SELECT FROM parley.actor a WHERE a.conversation = c.key)`,
};
/** A transaction keeps the lock of the position until its rows are stored, so cursors have the order of commits. */
const writeFeed: Statement = {
  name: "write-feed",
  text: `WITH position AS (UPDATE parley.feed_position SET last = last + $1::bigint RETURNING last - $1::bigint AS base),
    added AS (INSERT INTO parley.feed (k, row) SELECT ${feedKeyStart} || int8send(base + at), row
      FROM position, unnest($2::bigint[], $3::bytea[]) AS w(at, row))
    SELECT base FROM position`,
};

const deleteByKey = statementOfEach("delete", (name) => `DELETE FROM ${name} WHERE k = ANY($1::bytea[])`);
/**
 * The second round trip: all writes of the group, and the end of the transaction. `takeFeed` receives the cursor before the first
 * new one.
 */
function asksToWrite(rows: TransactionRows, owner: string, takeFeed: (base: number) => void): readonly Ask[] {
  const asks: Ask[] = [{ statement: waitLonger, values: [] }];
  const bumped = [...rows.locks].flatMap(([key, { isBumped }]) => (isBumped ? [conversationBytes(key)] : []));
  if (bumped.length > 0) asks.push({ statement: bumpLocked, values: [bytesArray(bumped)] });
  const others = [...conversationsBeside(rows)].map(conversationBytes).sort();
  if (others.length > 0) asks.push({ statement: bumpOthers, values: [bytesArray(others)] });
  const written = new Set(rows.writes.tables);
  for (const table of tableNames) {
    if (!written.has(table)) continue;
    const deleted: string[] = [];
    const kept: KeptWrite[] = [];
    for (const write of rows.writes.of(table)) write.row === null ? deleted.push(write.key) : kept.push(write);
    if (deleted.length > 0) asks.push({ statement: deleteByKey[table], values: [bytesArray(deleted)] });
    // Tells keep the order of their creation. Other rows have the order in which all processes lock them.
    if (table !== "tell") kept.sort(byKey);
    if (kept.length > 0) asks.push(callToKeep(table, kept, owner));
  }
  const gone = goneConversations(rows);
  if (gone.length > 0) asks.push({ statement: forgetConversations, values: [bytesArray(gone)] });
  if (rows.writes.feed.length > 0) asks.push(askForFeed(rows, takeFeed));
  asks.push({ statement: commit, values: [] });
  return asks;
}

const byKey = (left: KeptWrite, right: KeptWrite): number => (left.key < right.key ? -1 : 1);

function askForFeed({ writes }: TransactionRows, takeFeed: (base: number) => void): Ask {
  const places: number[] = [];
  let next = 1;
  for (const { count } of writes.feed) {
    places.push(next);
    next += count;
  }
  return {
    statement: writeFeed,
    values: [toText(next - 1), bigintArray(places), bytesArray(writes.feed.map(({ row }) => row))],
    take: (found) => takeFeed(Number(found[0]?.[0])),
  };
}

/** Returns conversations whose client is deleted or never existed: a late event must not leave a conversation row. */
function goneConversations(rows: TransactionRows): readonly string[] {
  const { writes, locks, perhapsNew } = rows;
  const perhapsGone = new Set<ConversationKey>();
  for (const key of perhapsNew) if (locks.has(key)) perhapsGone.add(key);
  for (const { write } of writes.of("client"))
    if (write.table === "client" && !write.row) perhapsGone.add(write.key[0]);
  if (perhapsGone.size === 0) return [];
  for (const { write } of writes.of("actor"))
    if (write.table === "actor" && write.row) perhapsGone.delete(write.row.conversation);
  return [...perhapsGone].filter((key) => !rows.hasClient(key)).map(conversationBytes);
}

/** Returns conversations whose actors or clients were written without a lock: processes with them in memory must reload them. */
function conversationsBeside({ writes, locks }: TransactionRows): ReadonlySet<ConversationKey> {
  const others = new Set<ConversationKey>();
  const note = (conversation: ConversationKey): void => {
    if (!locks.has(conversation)) others.add(conversation);
  };
  for (const { write } of writes.of("actor")) if (write.table === "actor" && write.row) note(write.row.conversation);
  for (const { write } of writes.of("client")) if (write.table === "client") note(write.key[0]);
  return others;
}
