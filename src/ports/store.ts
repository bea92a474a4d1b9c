import type { ClientFacts } from "../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../machines/chat/message.types.ts";
import type { ActorKey, AgentId, ChannelId, ChatId, ConversationKey, DeliveryId } from "../../machines/ids.ts";
import type { WebhookBody } from "../../machines/webhooks/webhooks.types.ts";
import type { Failure } from "../core/result.ts";

/** An actor at rest. `revision` grows by one with every commit that touches it. */
export interface ActorRow {
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
  readonly machine: string;
  /** Version of the machine's stored form; an older one is migrated when it is read. */
  readonly version: number;
  readonly revision: number;
  /** The name of the state. */
  readonly state: string;
  /** The machine's own message of its context; text is the JSON of an earlier version. `readStored` in src/actors/cells reads both. */
  readonly context: Uint8Array | string;
  readonly deadlines: readonly StoredDeadline[];
  /** When the actor came into its state; absent or 0 where nobody noted it. */
  readonly sinceMs?: number;
  /** Number of the row in `history` that holds its last steps; absent or 0 where there are none. */
  readonly historyAt?: number;
}
/** What one commit did to each of its actors, kept for whoever asks why one is where it is. It holds no words of people. */
export type HistoryRow = PackedHistoryRow | TextHistoryRow;
export interface PackedHistoryRow {
  readonly atMs: number;
  /** Bytes of HistoryEntries in src/codec/proto/records.proto, each as the character of its number. */
  readonly packed: string;
}
/** From before rows were packed: they are read, and go by their age. */
export interface TextHistoryRow {
  readonly atMs: number;
  /** One line for each actor. Source: src/actors/history/text-row.ts. */
  readonly entries: string;
  readonly packed?: never;
}
export interface StoredDeadline {
  readonly id: string;
  readonly atMs: number;
  readonly atRestart: boolean;
}
export interface ClientRow {
  readonly channelId: ChannelId;
  readonly client: ClientFacts;
  readonly openChatId: ChatId | null;
  /** When the visitor's page last told something outside a chat; absent for a customer of the chat API. */
  readonly seenAtMs?: number;
  /** The visitor left an offline message once. */
  readonly hasLeftMessage?: true;
}
export interface DeadlineRow extends StoredDeadline {
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
}
/** A tell to another conversation that is not carried out yet. */
export interface TellRow {
  readonly id: string;
  readonly to: ActorKey;
  readonly conversation: ConversationKey;
  /** The event as JSON. */
  readonly event: string;
  /** Who tells; absent in rows from before it was noted. */
  readonly from?: ActorKey;
}
/** What one commit shows to the desk; the cursor of entry `i` is the row's cursor plus `i`. */
export interface FeedRow {
  readonly entries: readonly FeedEntry[];
}
export interface FeedEntry {
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  /** The message that came or changed; 0 when only the chat did. */
  readonly messageSeq: number;
}
export interface SessionRow {
  readonly agentId: AgentId;
  readonly createdAtMs: number;
  /** When it was used last, to some minutes; absent until then. */
  readonly lastSeenAtMs?: number;
  /** From where the agent logged in, and with what; absent where nobody told. */
  readonly address?: string;
  readonly userAgent?: string;
}
export interface AccountRow {
  readonly agentId: AgentId;
  readonly email: string;
  /** `scrypt$N$r$p$salt$hash`, base64 parts. */
  readonly passwordHash: string;
  /** The password was made here and seen by others than its agent. */
  readonly mustChange?: true;
}
/** The answer an idempotency key was given. */
export interface IdempotencyRow {
  readonly fingerprint: string;
  /** `null` when nothing had to happen. */
  readonly actor: ActorKey | null;
  /** What the caller was told, as JSON. */
  readonly answer: string;
  readonly expiresAtMs: number;
}

/** A delivery as the lists find it. */
export interface DeliveryListRow {
  readonly chatId: ChatId;
}
/** One entry of a channel's delivery log that belongs to no attempt of a message. Source: CH-21, CH-50, DEL-28. */
export interface ChannelLogRow {
  readonly atMs: number;
  /**
   * `warning`: a field of a customer's message was dropped; `typing`: what became of a notice to the customer system; `webhook`: what
   * an administrator has to know of the owner's server; `test`: what became of a test an administrator sent.
   */
  readonly kind: "warning" | "typing" | "webhook" | "test";
  /** The request or actor that caused it. */
  readonly cause: string;
  readonly chatId: ChatId | null;
  /** 0 when it belongs to no message. */
  readonly messageSeq: number;
  readonly text: string;
}
/** What a visitor left while nobody was there. Source: WH-18. */
export interface OfflineMessageRow {
  readonly channelId: ChannelId;
  readonly clientNumber: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly text: string;
  readonly atMs: number;
  /** The agent who looks after it; `null` while it is nobody's. */
  readonly ownerId: AgentId | null;
  /** `null` while it is open. */
  readonly done: { readonly byId: AgentId; readonly atMs: number } | null;
  /** Mails to the visitor, oldest first. The id stands here before the delivery does: after a crash it may name none. */
  readonly answerIds: readonly DeliveryId[];
}
export interface NameRow {
  readonly name: string;
}
/** A text that agents write again and again, under the shortcut that brings it. */
export interface CannedReplyRow {
  readonly shortcut: string;
  readonly text: string;
}
/** A file of a chat; its bytes lie in the data folder. Source: CH-60. */
export interface FileRow {
  readonly chatId: ChatId;
  /** Who sent it; 0 for the chat's visitor. */
  readonly agentId: AgentId;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly createdAtMs: number;
}
/**
 * One client's data that are to be erased, or were. Once done, nothing in it tells who that was: it stays so that a store that was restored from
 * an older copy can be told to erase that client again.
 */
export interface ErasureRow {
  readonly channelId: ChannelId;
  /** When it was asked for. */
  readonly atMs: number;
  /** The administrator. */
  readonly byId: AgentId;
  /** While it goes on; `null` once it is done, and in one that is pending again. */
  readonly conversation: ConversationKey | null;
  /** Of the conversation, with the salt it was made with: whose erasure it is can be found by who knows the conversation. */
  readonly trace: string;
  /** `null` while it is pending. */
  readonly doneAtMs: number | null;
  readonly removed: ErasedCounts;
  /** It was done before, in a store that an older copy has replaced: what came later than it was asked for is not erased. */
  readonly isReplayed?: true;
}
export interface ErasedCounts {
  readonly chats: number;
  readonly messages: number;
  readonly files: number;
  readonly deliveries: number;
  readonly calls: number;
  readonly leftMessages: number;
}
/** A closed chat that the archive's index has not taken up yet, or has to forget. */
export interface ArchiveQueueRow {
  readonly isRemoval: boolean;
}

/**
 * Every table: its key (in the order it is sorted by) and its row. Strings sort by their UTF-8 bytes,
 * numbers (safe integers from 0) by value.
 */
export interface Tables {
  readonly actor: { key: readonly [actor: ActorKey]; row: ActorRow };
  readonly client: { key: readonly [conversation: ConversationKey]; row: ClientRow };
  /** Bodies of webhook events, by their chat (0 without one): also the list of a chat's events. Source: WH-41. */
  readonly webhook: { key: readonly [chatNumber: number, id: DeliveryId]; row: WebhookBody };
  /** Who was last known with a phone number, by its digits. Source: CALL-09. */
  readonly phone: { key: readonly [digits: string]; row: { readonly conversation: ConversationKey } };
  /** Newest last. */
  readonly offlineMessage: { key: readonly [number: number]; row: OfflineMessageRow };
  /** Finds the client of every chat that began since there are bots, by its visitor number. */
  readonly clientNumber: { key: readonly [number: number]; row: { readonly conversation: ConversationKey } };
  readonly message: { key: readonly [chatNumber: number, seq: number]; row: ChatMessage };
  /** Which chats are in which state, newest last; `failed` lists those with failed messages beside their state. */
  readonly chatState: { key: readonly [state: string, chatNumber: number]; row: { readonly channelId: ChannelId } };
  /** The chats of each client, by the visitor number, newest last. */
  readonly clientChat: {
    key: readonly [clientNumber: number, chatNumber: number];
    row: { readonly channelId: ChannelId };
  };
  /** Deliveries of a channel, newest last. Of those that failed, `dead` holds the webhook events and mails: they can be replayed; `unseen` these and events to bots, until an administrator has seen them. Source: WH-38. */
  readonly delivery: {
    key: readonly [list: "all" | "failed" | "dead" | "unseen", channelId: ChannelId, id: DeliveryId];
    row: DeliveryListRow;
  };
  /** A channel's delivery log, newest last; `id` is a ULID. */
  readonly channelLog: { key: readonly [channelId: ChannelId, id: string]; row: ChannelLogRow };
  readonly deadline: { key: readonly [atMs: number, actor: ActorKey, id: string]; row: DeadlineRow };
  readonly tell: { key: readonly [id: string]; row: TellRow };
  readonly feed: { key: readonly [cursor: number]; row: FeedRow };
  readonly session: { key: readonly [tokenHash: string]; row: SessionRow };
  readonly account: { key: readonly [email: string]; row: AccountRow };
  /** Of each agent, by its id; 0 for those all agents share. `id` is a ULID. */
  readonly cannedReply: { key: readonly [owner: number, id: string]; row: CannedReplyRow };
  readonly idempotency: { key: readonly [scope: string, key: string]; row: IdempotencyRow };
  /** Counters: the last number given out under a name. */
  readonly counter: { key: readonly [name: string]; row: { readonly last: number } };
  readonly department: { key: readonly [id: number]; row: NameRow };
  readonly provider: { key: readonly [id: string]; row: NameRow };
  readonly file: { key: readonly [token: string]; row: FileRow };
  /** The files of each chat, by its number. */
  readonly chatFile: { key: readonly [chatNumber: number, token: string]; row: Readonly<Record<string, never>> };
  /** Actors of a chat that neither its number nor a message names, by its number (0 without one): deliveries of events and mails, calls. */
  readonly chatActor: { key: readonly [chatNumber: number, actor: ActorKey]; row: Readonly<Record<string, never>> };
  readonly archiveQueue: { key: readonly [chatNumber: number]; row: ArchiveQueueRow };
  /** By the number of the client, which is never given again. */
  readonly erasure: { key: readonly [state: "pending" | "done", clientNumber: number]; row: ErasureRow };
  /**
   * The steps of every commit, newest last, under the number of its first step. One row for all its actors, each linked to its row before:
   * many small rows would cost a fifth of a turn.
   */
  readonly history: { key: readonly [number: number]; row: HistoryRow };
  /** Small facts of the installation, by name. */
  readonly fact: { key: readonly [name: string]; row: { readonly text: string } };
}
export type TableName = keyof Tables;
export type Key<Table extends TableName> = Tables[Table]["key"];
export type Row<Table extends TableName> = Tables[Table]["row"];

/** One write; `row: null` deletes. */
export type Write = {
  [Table in TableName]: {
    readonly table: Table;
    readonly key: Key<Table>;
    readonly row: Row<Table> | null;
    /** Of an actor that waits for nothing: a store across a network loads it only where it is named. */
    readonly isAtRest?: true;
  };
}[TableName];

/** Reads inside a commit: they see every earlier commit and block on nothing but the adapter's own cache. */
export interface RowReader {
  /** Throws `RowNotLoadedError` where the row is in a store across a network and was not named: to be named in the next commit. */
  read<Table extends TableName>(table: Table, key: Key<Table>): Row<Table> | undefined;
  /**
   * Whether a live cell of this revision is still what is stored. An adapter that is the only writer answers
   * true without looking.
   */
  isCurrent(actor: ActorKey, revision: number): boolean;
}

/** A row, by its table and key. */
export type RowName = {
  [Table in TableName]: {
    readonly table: Table;
    readonly key: Key<Table>;
    /** Also the rows of the numbers that follow on the last part of the key, to the first that is missing. */
    readonly isRun?: true;
  };
}[TableName];

/**
 * What a commit locks and may read, so that a store across a network fetches it in one round trip. A read of any other row is a defect.
 * All of it is asked at most once a commit, and by an adapter that can read at any time not at all.
 */
export interface CommitNeeds {
  /** They are locked; the client's row and the actors of each may be read. */
  readonly conversations?: Iterable<ConversationKey>;
  /**
   * The revision of which the caller has what it needs of a conversation in memory, 0 for none. A store of many writers loads the actors
   * that are not at rest of those whose revision is another; of the others it loads `rows` alone.
   */
  knownRevision?(conversation: ConversationKey): number;
  /** Conversations whose stored tells are read, in the order in which they were stored. */
  readonly tellsOf?: Iterable<ConversationKey>;
  /** Other rows that may be read. A commit without conversations locks them, so that what it makes of them is not written over. */
  readonly rows?: readonly RowName[];
  /** What may be read because of an actor's row that is read. */
  behind?(row: ActorRow): readonly RowName[];
  /** What the commit may draw of each counter, given what was loaded: asked once, after the locks. */
  numbers?(rows: LockedRows): ReadonlyMap<string, number>;
  /**
   * Told before the commit resolves, where it wrote a feed row under cursor 0: the cursor that the store gave its first entry. A store of many
   * writers gives them in the order of its commits.
   */
  numbered?(feedCursor: number): void;
}

export interface ScanRange<Table extends TableName> {
  /** Leading parts of the key that must be equal. */
  readonly prefix?: readonly unknown[];
  /** Starts behind this key (in the direction of the scan). */
  readonly after?: Key<Table>;
  /** Ends before this key (in the direction of the scan); a part of a key stands for all keys that begin with it. */
  readonly until?: readonly unknown[];
  readonly reverse?: boolean;
  readonly limit: number;
  /** What stands for a damaged row: another row, or `null` to pass it over. Without it a scan that meets one rejects. */
  onDamaged?(key: Key<Table>): Row<Table> | null;
}
export interface ScanEntry<Table extends TableName> {
  readonly key: Key<Table>;
  readonly row: Row<Table>;
}

export interface Store {
  /**
   * One commit. The adapter locks the conversations and loads what is named in `needs`, calls `apply` once, synchronously,
   * and writes what it returns; the promise resolves when all of it is durable, and rejects when nothing of
   * it is stored (`StoreError`). An `apply` that throws rejects and writes nothing. Commits take effect in
   * the order they were called.
   *
   * An adapter of many writers may find some conversations locked elsewhere: it passes the rest to `apply`,
   * which therefore asks `hasLock` before it touches one.
   */
  commit(needs: CommitNeeds, apply: (rows: LockedRows) => readonly Write[]): Promise<void>;
  /** A row as of the last durable or running commit at the moment of the call; rejects with `DamagedRowError` when it is damaged. */
  read<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined>;
  /**
   * Rows as of the last durable commit. Whoever is shown a row reads it here: what a running commit wrote may be taken back, by a
   * failed write or a kill, and nobody would ever tell them.
   */
  readonly durable: StoredRows;
  /** Rows in key order, all commits that were called before included. */
  scan<Table extends TableName>(table: Table, range: ScanRange<Table>): Promise<readonly ScanEntry<Table>[]>;
  /** Finishes running commits and releases the folder or the connections. */
  close(): Promise<void>;
}

/** Reads outside a commit: they may have to be waited for. */
export type StoredRows = Pick<Store, "read">;

export interface LockedRows extends RowReader {
  hasLock(conversation: ConversationKey): boolean;
  /**
   * Of a conversation that is locked: its revision before this commit, and the one it has afterwards. What a caller has in memory of another
   * revision than `before` is outdated. Both are 0 in a store of one process.
   */
  revisionOf(conversation: ConversationKey): ConversationRevision;
  /**
   * A number that is larger than any that was drawn for an earlier commit of one of its conversations, and that nobody else ever gets. Throws
   * `NumbersShortError` when more are drawn than `needs.numbers` said; of `history` every commit may draw one. `null` in a store of one
   * process, which counts by itself.
   */
  draw(counter: string): number | null;
  /** Those of `needs.tellsOf`; `null` in a store of one process, which carries each out once and in order. */
  tellsOf(conversation: ConversationKey): readonly TellRow[] | null;
}
export interface ConversationRevision {
  readonly before: number;
  readonly after: number;
}

/** Whether the store takes commits. */
export interface StoreHealth {
  /** What a request that needs a commit is answered now; null while commits succeed. */
  readonly failure: Failure | null;
  readonly failedCommits: number;
}
