import type { ActorKey, ConversationKey } from "../../../../machines/ids.ts";
import type { ConversationRevision, Key, Row, RowName, TableName, TellRow } from "../../../ports/store.ts";
import { RowNotLoadedError } from "../../../ports/store-errors.ts";
import type { KeyBytes } from "../../keys.ts";
import { encodePrefix } from "../../keys.ts";
import { decodeRow } from "../tables.ts";
import type { KeptWrite } from "./kept-writes.ts";
import { KeptWrites } from "./kept-writes.ts";

interface Lock {
  readonly before: number;
  /** An earlier commit of the group has raised the revision already. */
  isBumped: boolean;
  /** All of its actors are loaded, so any other actor does not exist. */
  isWhole: boolean;
}

/** The locked and loaded rows of one transaction, with the writes of its commits so far on top. */
export class TransactionRows {
  readonly writes = new KeptWrites();
  readonly locks = new Map<ConversationKey, Lock>();
  /** Conversations whose row was added if it was missing. */
  readonly perhapsNew = new Set<ConversationKey>();
  /** Null for a row that was read and does not exist. */
  readonly #loaded = new Map<KeyBytes, Buffer | null>();
  readonly #tells = new Map<ConversationKey, KeyBytes[]>();

  lock(conversation: ConversationKey, before: number): void {
    this.locks.set(conversation, { before, isBumped: false, isWhole: false });
  }

  /** Notes that a commit raised the revision. Later commits of the group start from the new one. */
  bump(conversation: ConversationKey): void {
    const lock = this.locks.get(conversation);
    if (lock !== undefined) lock.isBumped = true;
  }

  noteWhole(conversation: ConversationKey): void {
    const lock = this.locks.get(conversation);
    if (lock !== undefined) lock.isWhole = true;
  }

  /** Notes that the row is read. If it is not loaded, it does not exist. */
  expect(key: KeyBytes): void {
    if (!this.#loaded.has(key)) this.#loaded.set(key, null);
  }

  /** Whether the conversation has the record of a client, as far as this transaction knows. */
  hasClient(conversation: ConversationKey): boolean {
    const key = encodePrefix("client", [conversation]);
    const written = this.writes.get(key);
    return written === undefined ? (this.#loaded.get(key) ?? null) !== null : written.row !== null;
  }

  load(key: KeyBytes, row: Buffer): void {
    this.#loaded.set(key, row);
  }

  loadTell(conversation: ConversationKey, key: KeyBytes, row: Buffer): void {
    this.#loaded.set(key, row);
    const tells = this.#tells.get(conversation);
    if (tells === undefined) this.#tells.set(conversation, [key]);
    else tells.push(key);
  }

  /** Reads a row for a commit that locks these conversations and reads only their actors. */
  read<Table extends TableName>(
    table: Table,
    key: Key<Table>,
    conversations: readonly ConversationKey[],
  ): Row<Table> | undefined {
    const bytes = encodePrefix(table, key);
    const row = this.#find(bytes);
    if (row === undefined) {
      if (table === "actor" && this.#areWhole(conversations)) return undefined;
      throw new RowNotLoadedError({ table, key } as RowName);
    }
    return row === null ? undefined : decodeRow(table, bytes, row);
  }

  /** An actor that was not loaded is current, because the revision of its conversation has not changed. */
  isCurrent(actor: ActorKey, revision: number): boolean {
    const bytes = encodePrefix("actor", [actor]);
    const row = this.#find(bytes);
    if (row === undefined) return true;
    return row !== null && decodeRow("actor", bytes, row).revision === revision;
  }

  revisionOf(conversation: ConversationKey): ConversationRevision {
    const lock = this.locks.get(conversation);
    if (lock === undefined) return notLocked;
    const after = lock.before + 1;
    return { before: lock.isBumped ? after : lock.before, after };
  }

  tellsOf(conversation: ConversationKey): readonly TellRow[] {
    const tells: TellRow[] = [];
    const add = (key: KeyBytes, row: Uint8Array): void => void tells.push(decodeRow("tell", key, row));
    for (const key of this.#tells.get(conversation) ?? []) {
      const row = this.#find(key);
      if (row) add(key, row);
    }
    for (const { key, row, write } of this.writes.of("tell")) {
      if (row === null || this.#loaded.has(key) || write.row === null) continue;
      if (write.table === "tell" && write.row.conversation === conversation) add(key, row);
    }
    return tells;
  }

  #areWhole(conversations: readonly ConversationKey[]): boolean {
    return conversations.length > 0 && conversations.every((one) => this.locks.get(one)?.isWhole === true);
  }

  #find(key: KeyBytes): Uint8Array | null | undefined {
    const written: KeptWrite | undefined = this.writes.get(key);
    return written === undefined ? this.#loaded.get(key) : written.row;
  }
}

const notLocked: ConversationRevision = { before: 0, after: 0 };
