import type { Client } from "pg";
import type { ActorKey, ConversationKey } from "../../../../machines/ids.ts";
import type { ConversationRevision, Key, LockedRows, Row, TableName, TellRow } from "../../../ports/store.ts";
import { NumbersShortError } from "../../../ports/store-errors.ts";
import { toText } from "../binary.ts";
import { runCalls } from "../pipeline.ts";
import type { GroupNeeds } from "./group-needs.ts";
import { needsOfGroup } from "./group-needs.ts";
import type { Ask } from "./load.ts";
import { asksToLoad } from "./load.ts";
import type { NumberSequences } from "./number-sequences.ts";
import { drawNumbers } from "./number-sequences.ts";
import type { PendingCommit } from "./pending-commit.ts";
import { TransactionRows } from "./transaction-rows.ts";
import { asksToWrite } from "./write.ts";

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
        for (const conversation of [...seen.told, ...changed]) rows.bump(conversation);
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
  readonly told = new Set<ConversationKey>();
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
    this.told.add(conversation);
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
