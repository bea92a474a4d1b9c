import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { ActorKey, ChatId, ConversationKey } from "../../../machines/ids.ts";
import { deliveryAddress } from "../../../machines/tells.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import type { ActorRow, ClientRow, FileRow, Key, Row, RowReader, TableName, Write } from "../../ports/store.ts";
import { actors } from "../actors.ts";
import { removingState } from "../chat/chat-actor.ts";
import { isAllowedLast, localAddressesFact } from "../local-addresses.ts";
import type { ActorFacts, Repair, RowFinding, RowKeys } from "./actor-facts.ts";
import { factsOf, settingsOf } from "./actor-facts.ts";
import { pointerFindings } from "./client-pointers.ts";
import type { IndexTable } from "./index-rows.ts";
import { indexRowsOf, indexTables, isUnseen, leadsTo } from "./index-rows.ts";
import { mendLane } from "./lane-repair.ts";

/** The counters whose numbers are in rows. */
const counted = ["chat", "client", "offlineMessage"] as const;
type Counted = (typeof counted)[number];

/**
 * Checks whether rows of the domain agree, gathered row by row. Every row that leads to an actor has one, and every actor has its
 * rows. Every lane has its deliveries, every open chat its client's record, and every file is in its chat's list. No counter is too
 * low. The audit keeps a few hundred bytes in memory for each actor.
 */
export class RowAudit {
  readonly #keys: RowKeys;
  readonly #actors = new Map<ActorKey, ActorFacts>();
  readonly #unreadable = new Map<ActorKey, string>();
  readonly #clients = new Map<ConversationKey, { readonly openChatId: ChatId | null; readonly number: number }>();
  readonly #rows = new Map<TableName, Set<string>>(
    ([...indexTables, "chatFile", "clientNumber"] as const).map((table) => [table, new Set<string>()]),
  );
  readonly #numbered = new Map<string, ConversationKey>();
  /** The chat number of each file. */
  readonly #files = new Map<string, number>();
  readonly #counters = new Map<string, number>();
  readonly #lastSeqs = new Map<number, number>();
  readonly #channels = new Map<ActorKey, ChannelSettings>();
  #localAddresses: "allowed" | "refused" = "refused";
  #leftMessagesLast = 0;
  #newestMs = 0;

  constructor(keys: RowKeys) {
    this.#keys = keys;
  }

  /** The time of the newest stored event; 0 for an empty store. */
  get newestMs(): number {
    return this.#newestMs;
  }

  /** The settings of every stored channel that is not removed. */
  channels(): readonly ChannelSettings[] {
    return [...this.#channels.values()];
  }

  /** The last decision of an administrator about addresses of the own network. */
  get localAddresses(): "allowed" | "refused" {
    return this.#localAddresses;
  }

  /** Adds a row under its key, or replaces it. The row must belong to the table. */
  add(table: TableName, id: string, row: unknown): void {
    this.#rows.get(table)?.add(id);
    if (table === "actor") this.#addActor(row as ActorRow);
    else if (table === "client") this.#addClient(this.#keys.decode(table, id)[0], row as ClientRow);
    else if (table === "clientNumber") this.#numbered.set(id, (row as Row<"clientNumber">).conversation);
    else if (table === "file") this.#files.set(this.#keys.decode(table, id)[0], Number((row as FileRow).chatId));
    else if (table === "counter") this.#counters.set(this.#keys.decode(table, id)[0], (row as Row<"counter">).last);
    else if (table === "offlineMessage")
      this.#leftMessagesLast = Math.max(this.#leftMessagesLast, this.#keys.decode(table, id)[0]);
    else if (table === "fact") this.#addFact(this.#keys.decode(table, id)[0], row as Row<"fact">);
    else if (table === "message") this.#addMessage(this.#keys.decode(table, id), row as Row<"message">);
  }

  remove(table: TableName, id: string): void {
    this.#rows.get(table)?.delete(id);
    if (table === "actor") {
      const [actor] = this.#keys.decode(table, id);
      this.#actors.delete(actor);
      this.#unreadable.delete(actor);
    } else if (table === "client") this.#clients.delete(this.#keys.decode(table, id)[0]);
    else if (table === "clientNumber") this.#numbered.delete(id);
    else if (table === "file") this.#files.delete(this.#keys.decode(table, id)[0]);
    else if (table === "counter") this.#counters.delete(this.#keys.decode(table, id)[0]);
  }

  /** Call it after every row was added. If a row could not be read, only the unreadable rows are reported. */
  *findings(): Generator<RowFinding> {
    for (const text of this.#unreadable.values()) yield { level: "damaged", text, repair: null };
    // Rows that lead to unreadable rows may be correct.
    if (this.#unreadable.size > 0) return;
    for (const facts of this.#actors.values()) yield* this.#ofActor(facts);
    for (const table of indexTables) yield* this.#leftOver(table);
    const pointers = new Map([...this.#clients].map(([conversation, { openChatId }]) => [conversation, openChatId]));
    yield* pointerFindings(pointers, this.#chats());
    yield* this.#ofFiles();
    yield* this.#ofNumbers();
  }

  #addActor(row: ActorRow): void {
    const { actor } = row;
    this.#unreadable.delete(actor);
    try {
      this.#actors.set(actor, factsOf(row));
      const settings = settingsOf(row);
      if (settings === null) this.#channels.delete(actor);
      else this.#channels.set(actor, settings);
      this.#newestMs = Math.max(this.#newestMs, row.sinceMs ?? 0);
    } catch (error) {
      this.#actors.delete(actor);
      const known = Object.values(actors).find(({ kind }) => kind === row.machine);
      const isNewer = known === undefined || row.version > known.form.version;
      const why = isNewer ? "a newer version of the service wrote it" : Object(error).message;
      this.#unreadable.set(actor, `${actor} (${row.machine}, version ${row.version}) cannot be read: ${why}`);
    }
  }

  #addFact(name: string, { text }: Row<"fact">): void {
    if (name === localAddressesFact) this.#localAddresses = isAllowedLast(text) ? "allowed" : "refused";
  }

  #addClient(conversation: ConversationKey, { openChatId, client }: ClientRow): void {
    this.#clients.set(conversation, { openChatId, number: client.number });
  }

  #addMessage([chat, seq]: Key<"message">, { atMs }: Row<"message">): void {
    this.#lastSeqs.set(chat, Math.max(seq, this.#lastSeqs.get(chat) ?? 0));
    this.#newestMs = Math.max(this.#newestMs, atMs);
  }

  *#chats(): Generator<ActorFacts> {
    for (const facts of this.#actors.values()) if (facts.chat !== null) yield facts;
  }

  *#ofActor(facts: ActorFacts): Generator<RowFinding> {
    const { actor, chat, lane } = facts;
    for (const write of indexRowsOf(facts)) {
      const id = idOf(this.#keys, write);
      if (this.#rows.get(write.table)?.has(id) === true) continue;
      const text = `${actor} cannot be found, because its row ${shown(this.#keys, id)} is missing`;
      yield { level: "damaged", text, repair: writeIndexRow(this.#keys, facts, write) };
    }
    const gone = lane.filter((id) => !this.#actors.has(deliveryAddress(id)));
    if (gone.length > 0) {
      const text = `The lane of ${actor} names ${gone.length} deliveries that are not stored; the first one is ${gone[0]}`;
      yield { level: "damaged", text, repair: mendLane(facts) };
    }
    const last = chat === null ? 0 : (this.#lastSeqs.get(chat.number) ?? 0);
    if (chat !== null && last < chat.lastSeq) {
      const text = `${actor} has ${chat.lastSeq} messages, but the messages after ${last} are missing`;
      yield { level: "damaged", text, repair: null };
    }
  }

  *#leftOver(table: IndexTable): Generator<RowFinding> {
    for (const id of this.#rows.get(table) ?? []) {
      const key = this.#keys.decode(table, id);
      const actor = leadsTo(table, key);
      if (actor === null) continue;
      const facts = this.#actors.get(actor);
      const isRight =
        facts !== undefined &&
        (isUnseen(table, key, facts) || indexRowsOf(facts).some((one) => idOf(this.#keys, one) === id));
      if (isRight) continue;
      const why =
        facts === undefined
          ? `${actor}, which is not stored`
          : `${actor}, which is ${facts.state} and does not belong there`;
      const text = `The row ${shown(this.#keys, id)} leads to ${why}`;
      yield { level: "warning", text, repair: removeIndexRow(this.#keys, table, id, facts ?? null, actor) };
    }
    if (table === "chatState") yield* this.#clientNumbers();
  }

  *#clientNumbers(): Generator<RowFinding> {
    for (const [id, conversation] of this.#numbered) {
      if (this.#clients.has(conversation)) continue;
      const key = this.#keys.decode("clientNumber", id);
      const repair: Repair = {
        what: `The row ${shown(this.#keys, id)} is removed`,
        conversation,
        reads: namesOf("client", [[conversation]]),
        writes: (rows) => (rows.read("client", [conversation]) === undefined ? [removal("clientNumber", key)] : []),
      };
      yield { level: "warning", text: `The row ${shown(this.#keys, id)} leads to a client that is not stored`, repair };
    }
  }

  *#ofFiles(): Generator<RowFinding> {
    const listed = this.#rows.get("chatFile") ?? new Set();
    for (const [token, chat] of this.#files) {
      const id = this.#keys.encode("chatFile", [chat, token]);
      if (listed.has(id)) continue;
      const repair: Repair = {
        what: `The row ${shown(this.#keys, id)} is written`,
        conversation: null,
        reads: namesOf("file", [[token]]),
        writes: (rows) =>
          rows.read("file", [token]) === undefined ? [] : [{ table: "chatFile", key: [chat, token], row: {} }],
      };
      const text = `A file of chat/${chat} would stay after its chat is deleted, because the row ${shown(this.#keys, id)} is missing`;
      yield { level: "damaged", text, repair };
    }
    const removing = this.#rows.get("chatState") ?? new Set();
    for (const id of listed) {
      const key = this.#keys.decode("chatFile", id);
      const [chat, token] = key;
      if (this.#files.has(token) || removing.has(this.#keys.encode("chatState", [removingState, chat]))) continue;
      const repair: Repair = {
        what: `The row ${shown(this.#keys, id)} is removed`,
        conversation: null,
        reads: namesOf("file", [[token]]),
        writes: (rows) => (rows.read("file", [token]) === undefined ? [removal("chatFile", key)] : []),
      };
      yield { level: "warning", text: `The row ${shown(this.#keys, id)} names a file that is not stored`, repair };
    }
  }

  *#ofNumbers(): Generator<RowFinding> {
    const given: Record<Counted, number> = { chat: 0, client: 0, offlineMessage: this.#leftMessagesLast };
    for (const { chat } of this.#actors.values()) given.chat = Math.max(given.chat, chat?.number ?? 0);
    for (const { number } of this.#clients.values()) given.client = Math.max(given.client, number);
    for (const name of counted) {
      const last = given[name];
      const stored = this.#counters.get(name) ?? 0;
      if (stored >= last) continue;
      const repair: Repair = {
        what: `The counter ${name} is set to ${last}`,
        conversation: null,
        reads: namesOf("counter", [[name]]),
        writes: (rows) =>
          (rows.read("counter", [name])?.last ?? 0) >= last ? [] : [{ table: "counter", key: [name], row: { last } }],
      };
      yield {
        level: "damaged",
        text: `The counter ${name} is at ${stored}, but the number ${last} is in use: numbers would be used twice`,
        repair,
      };
    }
  }
}

type Rows = RowReader;

const removal = <Table extends TableName>(table: Table, key: Key<Table>): Write =>
  // The key belongs to the table.
  ({ table, key, row: null }) as Write;

/** Writes a missing row of an actor. */
function writeIndexRow(keys: RowKeys, { actor, conversation }: ActorFacts, write: Write): Repair {
  const id = idOf(keys, write);
  return {
    what: `The row ${shown(keys, id)} is written from ${actor}`,
    conversation,
    reads: namesOf("actor", [[actor]]),
    writes: (rows) => rowsOf(rows, actor).filter((one) => idOf(keys, one) === id),
  };
}

/** Removes a row that leads to a missing actor, or disagrees with the actor. */
function removeIndexRow<Table extends IndexTable>(
  keys: RowKeys,
  table: Table,
  id: string,
  facts: Pick<ActorFacts, "actor" | "conversation"> | null,
  actor: ActorKey,
): Repair {
  const key = keys.decode(table, id);
  return {
    what: `The row ${shown(keys, id)} is removed`,
    conversation: facts?.conversation ?? null,
    reads: namesOf("actor", [[actor]]),
    writes: (rows) => (isLedTo(keys, rows, table, id, actor) ? [] : [removal(table, key)]),
  };
}

const shown = (keys: RowKeys, id: string): string => {
  const { table, text } = keys.describe(id);
  return `${text} of the table ${table}`;
};

const idOf = (keys: RowKeys, { table, key }: Write): string => keys.encode(table, key as Key<TableName>);

function rowsOf(rows: Rows, actor: ActorKey): readonly Write[] {
  const row = rows.read("actor", [actor]);
  return row === undefined ? [] : indexRowsOf(factsOf(row));
}

function isLedTo(keys: RowKeys, rows: Rows, table: IndexTable, id: string, actor: ActorKey): boolean {
  const row = rows.read("actor", [actor]);
  if (row === undefined) return false;
  const facts = factsOf(row);
  return isUnseen(table, keys.decode(table, id), facts) || indexRowsOf(facts).some((one) => idOf(keys, one) === id);
}
