import type { ClientFacts } from "../../machines/chat/client.types.ts";
import type { ChatMessage } from "../../machines/chat/message.types.ts";
import type { ActorKey, AgentId, ChannelId, ChatId, ConversationKey, DeliveryId } from "../../machines/ids.ts";
import type { WebhookBody } from "../../machines/webhooks/webhooks.machine.ts";
import type { Failure } from "../core/result.ts";

/** An actor at rest. Every commit that touches it adds one to `revision`. */
export interface ActorRow {
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
  readonly machine: string;
  /** Version of the machine's stored form; an older one is migrated when it is read. */
  readonly version: number;
  readonly revision: number;
  /** The name of the state. */
  readonly state: string;
  /** The context as the machine's protobuf message. `readStored` in src/actors reads it. */
  readonly context: Uint8Array;
  readonly deadlines: readonly StoredDeadline[];
  /** When the actor entered its state; absent or 0 where that is not known. */
  readonly sinceMs?: number;
  /** Number of the row in `history` that holds its last steps; absent or 0 where there are none. */
  readonly historyAt?: number;
}
/** The steps of one commit, actor by actor. They explain why an actor is in its state. They contain no text that people wrote. */
export interface HistoryRow {
  readonly atMs: number;
  /** Bytes of HistoryEntries in src/codec/proto/records.proto, one character a byte. */
  readonly packed: string;
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
  /** When the visitor's page last sent something outside a chat; absent for a customer of the chat API. */
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
  /** The sender. */
  readonly from: ActorKey;
}
/** The desk's news of one commit; the cursor of entry `i` is the row's cursor plus `i`. */
export interface FeedRow {
  readonly entries: readonly FeedEntry[];
}
export interface FeedEntry {
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  /** The new or changed message; 0 when only the chat changed. */
  readonly messageSeq: number;
}
export interface SessionRow {
  readonly agentId: AgentId;
  readonly createdAtMs: number;
  /** When it was last used, exact to some minutes; absent until then. */
  readonly lastSeenAtMs?: number;
  /** The address and the device of the login; absent where they are not known. */
  readonly address?: string;
  readonly userAgent?: string;
  /** Set if its token is an API key. */
  readonly apiKey?: ApiKeyFacts;
}
/** What an API key may do in the name of its agent. Source: AUTH-16. */
export interface ApiKeyFacts {
  readonly name: string;
  /** Names in `src/edge/server/scopes.ts`; others, of a later version, permit nothing. */
  readonly scopes: readonly string[];
  /** Empty: all channels that its agent sees. */
  readonly channelIds: readonly ChannelId[];
  /** `null`: it does not expire. */
  readonly expiresAtMs: number | null;
}
export interface AccountRow {
  readonly agentId: AgentId;
  readonly email: string;
  /** `scrypt$N$r$p$salt$hash`, base64 parts. */
  readonly passwordHash: string;
  /** The service generated the password, and someone other than its agent has seen it. */
  readonly mustChange?: true;
}
/** The answer that was given to a request with an idempotency key. */
export interface IdempotencyRow {
  readonly fingerprint: string;
  /** `null` when nothing had to happen. */
  readonly actor: ActorKey | null;
  /** The response of the request, as JSON. */
  readonly answer: string;
  readonly expiresAtMs: number;
}

/** A delivery in the form of the lists. */
export interface DeliveryListRow {
  readonly chatId: ChatId;
}
/** One entry of a channel's delivery log that belongs to no attempt of a message. Source: CH-21, CH-50, DEL-28. */
export interface ChannelLogRow {
  readonly atMs: number;
  /**
   * `warning`: a field of a customer's message was dropped, or a post of the bot was refused; `typing`: the outcome of a notice to the customer system; `webhook`: a
   * problem of the owner's server that an administrator must know; `test`: the outcome of a test that an administrator sent.
   */
  readonly kind: "warning" | "typing" | "webhook" | "test";
  /** The request or actor that caused it. */
  readonly cause: string;
  readonly chatId: ChatId | null;
  /** 0 when it belongs to no message. */
  readonly messageSeq: number;
  readonly text: string;
}
/** A visitor's message from a time when no agent was there. Source: WH-18. */
export interface OfflineMessageRow {
  readonly channelId: ChannelId;
  readonly clientNumber: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly text: string;
  readonly atMs: number;
  /** The agent who is responsible for it; `null` without such an agent. */
  readonly ownerId: AgentId | null;
  /** `null` while it is open. */
  readonly done: { readonly byId: AgentId; readonly atMs: number } | null;
  /** Mails to the visitor, oldest first. The id is stored here before the delivery exists: after a crash it may name none. */
  readonly answerIds: readonly DeliveryId[];
}
export interface NameRow {
  readonly name: string;
}
/** A text that agents reuse, under the shortcut that inserts it. */
export interface CannedReplyRow {
  readonly shortcut: string;
  readonly text: string;
}
/** A file of a chat; its bytes are in the data folder. Source: CH-60. */
export interface FileRow {
  readonly chatId: ChatId;
  /** The sender; 0 for the chat's visitor. */
  readonly agentId: AgentId;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly createdAtMs: number;
}
/**
 * The erasure of one client's data, pending or done. A done one does not identify the client. It stays so that the erasure can be
 * repeated in a store that was restored from an older copy.
 */
export interface ErasureRow {
  readonly channelId: ChannelId;
  /** When the erasure was requested. */
  readonly atMs: number;
  /** The administrator who requested it. */
  readonly byId: AgentId;
  /** Set while the erasure runs; `null` when it is done, and in an erasure that is pending again. */
  readonly conversation: ConversationKey | null;
  /** A salted hash of the conversation: only someone who knows the conversation can find its erasure. */
  readonly trace: string;
  /** `null` while it is pending. */
  readonly doneAtMs: number | null;
  readonly removed: ErasedCounts;
  /** The erasure was done before, in a store that an older copy has replaced. Data that is newer than the request is not erased. */
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
/** A closed chat that the archive's index must still add or forget. */
export interface ArchiveQueueRow {
  readonly isRemoval: boolean;
}

/**
 * Every table: its key (in sort order) and its row. Strings sort by their UTF-8 bytes, numbers (safe integers from 0)
 * by value.
 */
export interface Tables {
  readonly actor: { key: readonly [actor: ActorKey]; row: ActorRow };
  readonly client: { key: readonly [conversation: ConversationKey]; row: ClientRow };
  /** Bodies of webhook events, by their chat (0 without one): also the list of a chat's events. Source: WH-41. */
  readonly webhook: { key: readonly [chatNumber: number, id: DeliveryId]; row: WebhookBody };
  /** The client who was last known with a phone number, by its digits. Source: CALL-09. */
  readonly phone: { key: readonly [digits: string]; row: { readonly conversation: ConversationKey } };
  /** Newest last. */
  readonly offlineMessage: { key: readonly [number: number]; row: OfflineMessageRow };
  /** The client of every chat that began since bots exist, by its visitor number. */
  readonly clientNumber: { key: readonly [number: number]; row: { readonly conversation: ConversationKey } };
  readonly message: { key: readonly [chatNumber: number, seq: number]; row: ChatMessage };
  /** The chats in each state, newest last; `failed` lists chats with failed messages beside their state. */
  readonly chatState: { key: readonly [state: string, chatNumber: number]; row: { readonly channelId: ChannelId } };
  /** The chats of each client, by the visitor number, newest last. */
  readonly clientChat: {
    key: readonly [clientNumber: number, chatNumber: number];
    row: { readonly channelId: ChannelId };
  };
  /**
   * Deliveries of a channel, newest last. The list `dead` has the failed webhook events and mails, which can be replayed. The list
   * `unseen` has these and failed events to bots, until an administrator has seen them. Source: WH-38.
   */
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
  /** Of each agent, by its id; 0 for the replies that all agents share. `id` is a ULID. */
  readonly cannedReply: { key: readonly [owner: number, id: string]; row: CannedReplyRow };
  readonly idempotency: { key: readonly [scope: string, key: string]; row: IdempotencyRow };
  /** Counters: the last number given out under a name. */
  readonly counter: { key: readonly [name: string]; row: { readonly last: number } };
  readonly department: { key: readonly [id: number]; row: NameRow };
  readonly provider: { key: readonly [id: string]; row: NameRow };
  readonly file: { key: readonly [token: string]; row: FileRow };
  /** The files of each chat, by its number. */
  readonly chatFile: { key: readonly [chatNumber: number, token: string]; row: Readonly<Record<string, never>> };
  /**
   * Actors of a chat that neither its number nor a message identifies, by its number (0 without one): deliveries of events and
   * mails, calls.
   */
  readonly chatActor: { key: readonly [chatNumber: number, actor: ActorKey]; row: Readonly<Record<string, never>> };
  readonly archiveQueue: { key: readonly [chatNumber: number]; row: ArchiveQueueRow };
  /** By the number of the client, which is never reused. */
  readonly erasure: { key: readonly [state: "pending" | "done", clientNumber: number]; row: ErasureRow };
  /**
   * The steps of every commit, newest last, under the number of its first step. One row for all its actors, each linked to its
   * previous row: many small rows would cost a fifth of a turn.
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
    /** Set for an actor that waits for nothing: a store across a network loads it only where it is named. */
    readonly isAtRest?: true;
  };
}[TableName];

/** Reads inside a commit: they see every earlier commit, and read only from the adapter's own cache. */
export interface RowReader {
  /**
   * Throws `RowNotLoadedError` if the row is in a store across a network and the needs did not name it. The next commit must name
   * it.
   */
  read<Table extends TableName>(table: Table, key: Key<Table>): Row<Table> | undefined;
  /**
   * Whether the stored actor still has this revision, which is that of a live cell. An adapter that is the only writer returns
   * true without a look-up.
   */
  isCurrent(actor: ActorKey, revision: number): boolean;
}

/** The table and the key of a row. */
export type RowName = {
  [Table in TableName]: {
    readonly table: Table;
    readonly key: Key<Table>;
  };
}[TableName];

/**
 * What a commit locks and may read, so that a store across a network fetches it in one round trip. A read of any other row is a
 * defect. Each property is used at most once a commit; an adapter that can read at any time does not use them.
 */
export interface CommitNeeds {
  /** The commit locks them; it may read the client's row and the actors of each. */
  readonly conversations?: Iterable<ConversationKey>;
  /**
   * The revision of a conversation for which the caller has all it needs in memory, 0 for none. If that is not the stored revision,
   * a store of many writers loads the conversation's actors that are not at rest. Otherwise it loads only `rows`.
   */
  knownRevision?(conversation: ConversationKey): number;
  /** Conversations whose stored tells are read, in the order in which they were stored. */
  readonly tellsOf?: Iterable<ConversationKey>;
  /** Other rows that may be read. A commit without conversations locks them, so that no other commit overwrites its result. */
  readonly rows?: readonly RowName[];
  /** How many numbers of each counter the commit may draw, given the loaded rows: called once, after the locks. */
  numbers?(rows: LockedRows): ReadonlyMap<string, number>;
  /**
   * Called before the commit resolves if it wrote a feed row under cursor 0: with the cursor that the store gave its first entry. A
   * store of many writers gives cursors in the order of its commits.
   */
  numbered?(feedCursor: number): void;
}

export interface ScanRange<Table extends TableName> {
  /** Leading parts of the key that must be equal. */
  readonly prefix?: readonly unknown[];
  /** Starts after this key (in the direction of the scan). */
  readonly after?: Key<Table>;
  /** Ends before this key (in the direction of the scan); a leading part of a key means all keys that begin with it. */
  readonly until?: readonly unknown[];
  readonly reverse?: boolean;
  readonly limit: number;
  /** The replacement of a damaged row: another row, or `null` to skip it. Without this function a scan that meets one rejects. */
  onDamaged?(key: Key<Table>): Row<Table> | null;
}
export interface ScanEntry<Table extends TableName> {
  readonly key: Key<Table>;
  readonly row: Row<Table>;
}

/** Reads outside a commit; they may have to wait. */
export interface StoredRows {
  /**
   * A row as of the last durable or running commit at the moment of the call; rejects with `DamagedRowError` when it is damaged.
   */
  read<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined>;
}

/** Scans outside a commit. */
export interface ScannedRows {
  /** Rows in key order, including those of all commits that were called before. */
  scan<Table extends TableName>(table: Table, range: ScanRange<Table>): Promise<readonly ScanEntry<Table>[]>;
}

export interface ReadRows extends StoredRows, ScannedRows {}

export interface DurableRows {
  /**
   * Rows as of the last durable commit. Code that shows a row to someone reads it here. A failed write or a kill may undo the
   * writes of a running commit, and the shown data would never be corrected.
   */
  readonly durable: StoredRows;
}

export interface Commits {
  /**
   * Makes one commit. The adapter locks the conversations and loads what `needs` names, calls `apply` once, synchronously,
   * and writes what it returns. The promise resolves when all of it is durable, and rejects when nothing of it is stored
   * (`StoreError`). An `apply` that throws rejects and writes nothing. Commits take effect in the order they were called.
   *
   * An adapter of many writers may find some conversations locked by other processes. It calls `apply` for the rest, so `apply` must call `hasLock` before it touches a conversation.
   */
  commit(needs: CommitNeeds, apply: (rows: LockedRows) => readonly Write[]): Promise<void>;
}

export interface Store extends ReadRows, DurableRows, Commits {
  /** Finishes running commits and releases the folder or the connections. */
  close(): Promise<void>;
}

export interface LockedRows extends RowReader {
  hasLock(conversation: ConversationKey): boolean;
  /**
   * The revision of a locked conversation before this commit, and after it. Data that a caller has in memory of another revision
   * than `before` is outdated. Both are 0 in a store of one process.
   */
  revisionOf(conversation: ConversationKey): ConversationRevision;
  /**
   * A number that is larger than any that an earlier commit of one of its conversations drew, and that is never given again. Throws
   * `NumbersShortError` when more are drawn than `needs.numbers` allowed; every commit may draw one of `history`. `null` in a store
   * of one process, which counts the numbers itself.
   */
  draw(counter: string): number | null;
  /**
   * The stored tells of a conversation in `needs.tellsOf`; `null` in a store of one process, which carries out each tell once and
   * in order.
   */
  tellsOf(conversation: ConversationKey): readonly TellRow[] | null;
}
export interface ConversationRevision {
  readonly before: number;
  readonly after: number;
}

/** Whether the store accepts commits. */
export interface StoreHealth {
  /** The failure that answers requests which need a commit; null while commits succeed. */
  readonly failure: Failure | null;
  readonly failedCommits: number;
}
