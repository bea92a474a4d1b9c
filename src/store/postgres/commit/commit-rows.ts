import type { ActorKey, ConversationKey } from "../../../../machines/ids.ts";
import type { ConversationRevision, Key, LockedRows, Row, TableName, TellRow } from "../../../ports/store.ts";
import { NumbersShortError } from "../../../ports/store-errors.ts";
import type { TransactionRows } from "./transaction-rows.ts";

/** The rows that one commit of a transaction sees. */
export class CommitRows implements LockedRows {
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
