import type { PublishCallEffect } from "../../../machines/call/call.machine.ts";
import type { PublishTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { ActorKey, AgentId, ChannelId } from "../../../machines/ids.ts";
import { toDeskMessage } from "../../codec/desk/desk.ts";
import { encodeDeskFrame } from "../../codec/desk/desk-frames.ts";
import type { Limits } from "../../config/limits.ts";
import { asChatId } from "../../core/ids.ts";
import { undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { DurableRows, FeedEntry, Key, Row, Store, StoredRows, TableName, Write } from "../../ports/store.ts";
import { readChat, readMessage, showChat } from "../chat/queries/chat-queries.ts";
import { showOffline } from "../client/offline-pages.ts";
import type { Directory } from "../directory.ts";

/** One frame for desks, encoded only if a desk listens. */
export interface DeskFrame {
  /** The channel whose agents receive the frame, besides administrators; `null`: only administrators. */
  readonly channelId: ChannelId | null;
  encode(): string;
  /** Called when the frame's turn has come, if it may be older than a shown frame. */
  isNews?(): boolean;
}

/** An entry that is read. */
export interface ReadEntry {
  /** The revision of the chat or message: larger after each change. */
  readonly revision: number;
  /** The frame that shows it under a cursor. */
  readonly encode: (cursor: number) => string;
}

/** The frame of one entry. */
export interface EntryFrame {
  readonly revision: number;
  readonly text: string;
}

/** A deleted chat has a frame that says so. `null` for a deleted message and for a damaged row: desks still receive the rest. */
export const readEntry = async (rows: Store["durable"], entry: FeedEntry, limits: Limits): Promise<ReadEntry | null> =>
  (await undamagedLater(() => readStored(rows, entry, limits))) ?? null;

async function readStored(
  rows: Store["durable"],
  { chatId, messageSeq }: FeedEntry,
  limits: Limits,
): Promise<ReadEntry | null> {
  if (messageSeq > 0) {
    const view = await readMessage(rows, chatId, messageSeq);
    if (view === undefined) return null;
    const message = toDeskMessage(view.message, view.delivery);
    return {
      revision: view.delivery?.revision ?? 0,
      encode: (cursor) => encodeDeskFrame({ type: "message", cursor, chatId, message }),
    };
  }
  const view = await readChat(rows, chatId);
  // Nothing comes after it.
  if (view === undefined)
    return {
      revision: Number.MAX_SAFE_INTEGER,
      encode: (cursor) => encodeDeskFrame({ type: "chat_gone", cursor, chatId }),
    };
  const chat = await showChat(rows, view, limits);
  return { revision: view.revision, encode: (cursor) => encodeDeskFrame({ type: "chat", cursor, chat }) };
}

/** The frame of an entry under its cursor. */
async function readFrame(
  rows: Store["durable"],
  entry: FeedEntry,
  cursor: number,
  limits: Limits,
): Promise<EntryFrame | null> {
  const read = await readEntry(rows, entry, limits);
  return read === null ? null : { revision: read.revision, text: read.encode(cursor) };
}

/** The frame of one feed entry for a desk that reconnects with a cursor. */
export async function encodeMissed(
  { durable }: DurableRows,
  entry: FeedEntry,
  cursor: number,
  limits: Limits,
): Promise<EntryFrame | null> {
  // A desk that was disconnected when the client was put on the blacklist only receives that the chat has left. Source: WH-20.
  const isBlocked =
    entry.messageSeq > 0 && (await durable.read("chatState", ["blocked", Number(entry.chatId)])) !== undefined;
  return isBlocked ? null : readFrame(durable, entry, cursor, limits);
}

export async function readTypingFrame(
  rows: Store["durable"],
  actor: ActorKey,
  { state }: PublishTypingEffect,
): Promise<DeskFrame | null> {
  const chat = await undamagedLater(() => readChat(rows, asChatId(actor.slice("chat/".length))));
  if (chat === undefined) return null;
  const { id, channelId } = chat.context;
  return { channelId, encode: () => encodeDeskFrame({ type: "typing", chatId: id, state }) };
}

export async function readOfflineFrame(
  rows: Store["durable"],
  directory: Directory,
  number: number,
): Promise<DeskFrame | null> {
  const row = await undamagedLater(() => rows.read("offlineMessage", [number]));
  if (row === undefined) return null;
  const shown = await showOffline(rows, directory, number, row);
  return {
    channelId: row.channelId,
    encode: () => encodeDeskFrame({ type: "offline_message", offlineMessage: shown }),
  };
}

export const callFrame = ({ chatId, channelId, call }: PublishCallEffect): DeskFrame => ({
  channelId,
  encode: () => encodeDeskFrame({ type: "call", chatId, channelId, call }),
});

/** An agent has a chat open, writes in it, or has left it. */
export interface ViewerNews {
  readonly channelId: ChannelId;
  readonly chatId: string;
  readonly agent: { readonly id: AgentId; readonly name: string };
  readonly state: "views" | "writes" | "left";
}

export const viewerFrame = ({ channelId, ...news }: ViewerNews): DeskFrame => ({
  channelId,
  encode: () => encodeDeskFrame({ type: "viewer", ...news }),
});

/** For administrators only. */
export const unseenFrame: DeskFrame = { channelId: null, encode: () => encodeDeskFrame({ type: "failures" }) };

/**
 * Frames of a commit that need no read from the store, by the index of their entry. Each shows the state of its chat or message
 * after the commit. `undefined` when the entry must be read; null for a deleted or damaged row.
 */
export type KnownFrames = (index: number) => Promise<ReadEntry | null> | undefined;

export const toBeRead: KnownFrames = () => undefined;

/**
 * The frames of a commit of this node. They are built from the rows that it wrote, at the first call. Other rows are read: the
 * additional rows of a frame never change once they are stored, or only together with the frame's own row.
 */
export function framesOf(
  entries: readonly FeedEntry[],
  writes: readonly Write[],
  durable: StoredRows,
  limits: Limits,
): KnownFrames {
  const frames: (Promise<ReadEntry | null> | undefined)[] = [];
  let rows: StoredRows | null = null;
  const make = async (entry: FeedEntry): Promise<ReadEntry | null> => {
    rows ??= readOver(writes, durable);
    const read = await readEntry(rows, entry, limits);
    return read && encodedOnce(read);
  };
  return (index) => {
    const entry = entries[index];
    if (entry !== undefined) frames[index] ??= make(entry);
    return frames[index];
  };
}

/** Encodes the frame once: it has one cursor, for the desks of all nodes. */
function encodedOnce({ revision, encode }: ReadEntry): ReadEntry {
  let text: string | null = null;
  return {
    revision,
    encode(cursor) {
      text ??= encode(cursor);
      return text;
    },
  };
}

/** The tables from which frames are built. */
const shownTables: ReadonlySet<TableName> = new Set<TableName>(["actor", "message"]);

/** The rows as they are after these writes. */
function readOver(writes: readonly Write[], durable: StoredRows): StoredRows {
  const written = new Map<string, Write["row"]>();
  for (const { table, key, row } of writes) if (shownTables.has(table)) written.set(nameOf(table, key), row);
  return {
    async read<Table extends TableName>(table: Table, key: Key<Table>) {
      const row = written.get(nameOf(table, key));
      // The row belongs to the table that its name contains.
      return row === undefined ? durable.read(table, key) : ((row ?? undefined) as Row<Table> | undefined);
    },
  };
}

const nameOf = (table: TableName, key: Key<TableName>): string => `${table} ${key.join(" ")}`;
