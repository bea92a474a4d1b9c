import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ActorKey, ChatId } from "../../../machines/ids.ts";
import { botAddress, chatAddress, webhooksAddress } from "../../../machines/tells.ts";
import type { WebhooksContext } from "../../../machines/webhooks/webhooks.machine.ts";
import type { Registry } from "../../actors/registry.ts";
import type { Limits } from "../../config/limits.ts";
import { actorKindOf, asChatId } from "../../core/ids.ts";
import { keyPages, undamaged, undamagedLater } from "../../core/rows/damaged-rows.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import type { Clock } from "../../ports/clock.ts";
import type {
  ActorRow,
  FeedEntry,
  RowName,
  RowReader,
  ScannedRows,
  Store,
  StoredRows,
  Write,
} from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";
import { failedList, removingState, textlessState } from "../chat/chat-actor.ts";
import type { Feed } from "../feed/feed.ts";
import { createShownCommit } from "../feed/shown-commit.ts";
import type { RemovalParts } from "./removal.ts";
import { actorRows, finishRemovals } from "./removal.ts";

/** What removes old rows, and what says which are old. */
export interface RetentionParts extends RemovalParts {
  readonly clock: Clock;
  readonly registry: Registry;
  /** Shows the commits of this store. */
  readonly feed: Feed;
  readonly limits: Limits;
}

const dayMs = 24 * 60 * 60_000;
const chatsAtOnce = 100;

export interface OldChat {
  readonly row: ActorRow;
  /** Its events, mails and calls. */
  readonly actors: readonly ActorKey[];
}

/**
 * Deletes old closed chats without deliveries in progress, a page at a time. Each chat is deleted in two steps. First a commit
 * deletes the chat itself, so that nobody finds it or can write to it any more, and lists it as removing. Then its messages,
 * deliveries and files are deleted. Removals that a crash interrupted are finished first. The client's record stays.
 */
export async function deleteOldChats(parts: RetentionParts, isStopped: () => boolean): Promise<void> {
  const { store, clock, limits } = parts;
  await finishRemovals(parts, isStopped);
  if (limits.chatKeptDays === 0) return;
  const beforeMs = clock.nowMs() - limits.chatKeptDays * dayMs;
  let chats = 0;
  for await (const page of keyPages(store, "chatState", { prefix: ["closed"], limit: chatsAtOnce }, isStopped)) {
    const rows = await readRows(
      store,
      page.map(({ key }) => key[1]),
    );
    const old = rows.filter((row) => isRemovable(contextOf(row), beforeMs));
    const begun = old.length === 0 ? 0 : await beginRemovals(parts, await withActors(store, old), beforeMs);
    if (begun > 0) {
      chats += begun;
      await finishRemovals(parts, isStopped);
      parts.log.info({ chats, keptDays: limits.chatKeptDays }, "closed chats deleted");
    }
    // Chats are numbered in the order of their beginning: no later chat can have closed before this one began.
    const youngest = rows.at(-1);
    if (youngest !== undefined && contextOf(youngest).createdAtMs >= beforeMs) return;
  }
}

/** The rows of the existing chats, in the order of their numbers. Without damaged rows, because their closing time is unknown. */
export async function readRows(store: StoredRows, chatNumbers: readonly number[]): Promise<readonly ActorRow[]> {
  const rows = await Promise.all(
    chatNumbers.map((number) => undamagedLater(() => store.read("actor", [chatAddress(asChatId(String(number)))]))),
  );
  return rows.filter((row) => row !== undefined);
}

/** Whether the chat was closed before `beforeMs`, and no message to the customer is in progress. */
const isRemovable = ({ closedAtMs, updatedAtMs, lane }: ChatContext, beforeMs: number): boolean =>
  (closedAtMs ?? updatedAtMs) < beforeMs && lane.active === null && lane.waiting.length === 0;

// The row is a chat's, so that its context is.
const contextOf = (row: ActorRow): ChatContext => readStoredActor(row, "chat").context as ChatContext;

export const withActors = (store: Store, rows: readonly ActorRow[]): Promise<readonly OldChat[]> =>
  Promise.all(rows.map(async (row) => ({ row, actors: await chatActorsOf(store, contextOf(row).id) })));

/**
 * Checks again inside the commit, because a delivery may have been sent again. Desks are told. Returns the number of deleted chats.
 */
export async function beginRemovals(
  { store, registry, feed }: RetentionParts,
  chats: readonly OldChat[],
  beforeMs: number,
): Promise<number> {
  let gone: readonly FeedEntry[] = [];
  const { numbered, add, show } = createShownCommit(feed);
  const conversations = new Set(chats.map(({ row }) => row.conversation));
  await store.commit({ conversations, rows: chats.flatMap(namesOfChat), numbered }, (rows) => {
    const writes: Write[] = [];
    const entries: FeedEntry[] = [];
    for (const { row: found, actors } of chats) {
      const { actor, conversation } = found;
      const row = undamaged(() => rows.read("actor", [actor]));
      if (row === undefined || !rows.hasLock(conversation) || !isRemovable(contextOf(row), beforeMs)) continue;
      const { id: chatId, channelId } = contextOf(row);
      if (!isQuiet(rows, chatId, actors)) continue;
      // A refused step may have left the chat in memory, where it would continue as if its row existed.
      registry.forget(conversation);
      writes.push(...removalOf(row, rows));
      entries.push({ chatId, channelId, messageSeq: 0 });
    }
    gone = entries;
    return add(writes, entries);
  });
  show();
  return gone.length;
}

/** The rows of a chat that are checked before it is deleted, and deleted with it. */
function namesOfChat({ row, actors }: OldChat): readonly RowName[] {
  const { id } = contextOf(row);
  const keys = [row.actor, botAddress(id), webhooksAddress(id), ...actors];
  return namesOf(
    "actor",
    keys.map((key) => [key]),
  );
}

function removalOf(row: ActorRow, rows: RowReader): readonly Write[] {
  const { id, channelId, client } = contextOf(row);
  const number = Number(id);
  return [
    ...actorRows(rows, row.actor),
    ...actorRows(rows, botAddress(id)),
    ...actorRows(rows, webhooksAddress(id)),
    { table: "chatState", key: ["closed", number], row: null },
    { table: "chatState", key: [failedList, number], row: null },
    { table: "chatState", key: [textlessState, number], row: null },
    { table: "chatState", key: [removingState, number], row: { channelId } },
    { table: "clientChat", key: [client.number, number], row: null },
    { table: "archiveQueue", key: [number], row: { isRemoval: true } },
  ];
}

type Rows = RowReader;

const rowsAtOnce = 500;
const endOf = { delivery: ["delivered", "failed"], call: ["end", "error"] } as const;

/** The actors of a chat without a message: its events, mails and calls. */
export async function chatActorsOf(store: ScannedRows, chatId: ChatId): Promise<readonly ActorKey[]> {
  const actors: ActorKey[] = [];
  for await (const page of keyPages(store, "chatActor", { prefix: [Number(chatId)], limit: rowsAtOnce })) {
    actors.push(...page.map(({ key }) => key[1]));
  }
  return actors;
}

/**
 * Whether no event or mail of the chat is in progress or waiting, and no call runs. An actor with a damaged row
 * counts as ended: it can do nothing, because every step reads the row.
 */
export function isQuiet(rows: Rows, chatId: ChatId, actors: readonly ActorKey[]): boolean {
  const row = undamaged(() => rows.read("actor", [webhooksAddress(chatId)]));
  if (row !== undefined) {
    // The row is a webhooks actor's, and so is its context.
    const { lanes, update } = readStoredActor(row, "webhooks").context as WebhooksContext;
    if (lanes.length > 0 || update.length > 0) return false;
  }
  return actors.every((actor) => hasEnded(rows, actor));
}

/** Also true for a deleted or damaged actor. */
export function hasEnded(rows: Rows, actor: ActorKey): boolean {
  const row = undamaged(() => rows.read("actor", [actor]));
  if (row === undefined) return true;
  const kind = actorKindOf(actor) === "call" ? "call" : "delivery";
  const { state } = readStoredActor(row, kind);
  return endOf[kind].some((end) => end === state);
}
