import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import { webhooksAddress } from "../../../machines/tells.ts";
import { actorKindOf } from "../../core/ids.ts";
import { keyPages } from "../../core/rows/damaged-rows.ts";
import { FileStoreError } from "../../ports/file-store.ts";
import type { ActorRow, Key, Write } from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";
import { textlessState } from "../chat/chat-actor.ts";
import { commitLocked, lockedStore } from "../erasure/erasure-row.ts";
import { createShownCommit } from "../feed/shown-commit.ts";
import type { RemovalParts } from "./removal.ts";
import {
  chatActorNames,
  chatActorRows,
  deliveriesOf,
  deliveryNames,
  deliveryRows,
  idOf,
  removeFiles,
} from "./removal.ts";
import type { RetentionParts } from "./retention.ts";
import { chatActorsOf, isQuiet, readRows } from "./retention.ts";

const dayMs = 24 * 60 * 60_000;
const chatsAtOnce = 100;
const rowsAtOnce = 500;

/**
 * Deletes the texts, notes and files of old closed chats, with their deliveries. Author and time of each message
 * stay. A chat is marked when everything is done, so after a crash the work is repeated. Then desks are shown the chat again,
 * but not its messages: their entries would soon exceed `feedEntriesKept`, and desks that reconnect would reload everything.
 */
export async function deleteOldTexts(parts: RetentionParts, isStopped: () => boolean): Promise<void> {
  const { store, clock, limits, log } = parts;
  if (limits.messageTextKeptDays === 0) return;
  const beforeMs = clock.nowMs() - limits.messageTextKeptDays * dayMs;
  let chats = 0;
  for await (const page of keyPages(store, "chatState", { prefix: ["closed"], limit: chatsAtOnce }, isStopped)) {
    const numbers = page.map(({ key }) => key[1]);
    for (const row of await readRows(store, await withTexts(parts, numbers))) {
      if (isStopped()) break;
      if (isOld(contextOf(row), beforeMs) && (await deleteTexts(parts, row))) chats += 1;
    }
  }
  if (chats > 0) log.info({ chats, keptDays: limits.messageTextKeptDays }, "texts of closed chats deleted");
}

async function withTexts({ store }: RetentionParts, numbers: readonly number[]): Promise<readonly number[]> {
  const marks = await Promise.all(numbers.map((number) => store.read("chatState", [textlessState, number])));
  return numbers.filter((_, index) => marks[index] === undefined);
}

// The row is a chat's, so that its context is.
const contextOf = (row: ActorRow): ChatContext => readStoredActor(row, "chat").context as ChatContext;

const isOld = ({ closedAtMs, updatedAtMs, lane }: ChatContext, beforeMs: number): boolean =>
  (closedAtMs ?? updatedAtMs) < beforeMs && lane.active === null && lane.waiting.length === 0;

/** Returns whether the texts are deleted. They stay while a delivery of the chat is in progress. */
async function deleteTexts(parts: RetentionParts, { conversation, actor }: ActorRow): Promise<boolean> {
  const store = lockedStore(parts, conversation);
  const row = await store.read("actor", [actor]);
  if (row === undefined || row.state !== "closed") return false;
  const { id, channelId } = contextOf(row);
  const chatNumber = Number(id);
  const actors = await chatActorsOf(store, id);
  let isAtRest = false;
  await store.commit(
    { rows: chatActorNames([...actors, webhooksAddress(id)].map((one) => [chatNumber, one])) },
    (rows) => {
      isAtRest = isQuiet(rows, id, actors);
      return [];
    },
  );
  if (!isAtRest) return false;
  const { log, files, channelFileBytes } = parts;
  const own: RemovalParts = { store, log, files, channelFileBytes };
  try {
    await removeFiles(own, chatNumber, channelId);
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    log.error({ chatId: id, err: error }, "the files of a chat cannot be removed; trying again later");
    return false;
  }
  await deleteReports(own, row);
  await emptyMessages(own, row);
  const { numbered, add, show } = createShownCommit(parts.feed);
  const marks: readonly Write[] = [
    { table: "chatState", key: [textlessState, chatNumber], row: { channelId } },
    { table: "archiveQueue", key: [chatNumber], row: { isRemoval: false } },
  ];
  const entry = { chatId: id, channelId, messageSeq: 0 };
  await commitLocked(parts, conversation, { numbered }, () => add(marks, [entry]), show);
  return true;
}

/** Deletes events and mails, and the bodies of events. Calls stay, because they contain no texts. */
async function deleteReports({ store }: RemovalParts, chat: ActorRow): Promise<void> {
  const { id, channelId } = contextOf(chat);
  const chatNumber = Number(id);
  const actors = await chatActorsOf(store, id);
  const keys = actors.flatMap((actor): Key<"chatActor">[] =>
    actorKindOf(actor) === "call" ? [] : [[chatNumber, actor]],
  );
  for (let from = 0; from < keys.length; from += rowsAtOnce) {
    const page = keys.slice(from, from + rowsAtOnce);
    await store.commit({ rows: chatActorNames(page) }, (rows) =>
      page.flatMap((key): readonly Write[] => [
        { table: "webhook", key: [chatNumber, idOf(key[1])], row: null },
        ...chatActorRows(rows, key, channelId),
      ]),
    );
  }
}

async function emptyMessages({ store }: RemovalParts, chat: ActorRow): Promise<void> {
  const { id, channelId } = contextOf(chat);
  const chatNumber = Number(id);
  for await (const page of keyPages(store, "message", { prefix: [chatNumber], limit: rowsAtOnce })) {
    const deliveries = page.flatMap(({ row }) => deliveriesOf(row));
    await store.commit({ rows: deliveryNames(deliveries) }, (rows) =>
      page.flatMap(({ key, row }): readonly Write[] => [
        { table: "message", key, row: row && withoutText(row) },
        ...deliveriesOf(row).flatMap((delivery) => deliveryRows(rows, channelId, delivery)),
      ]),
    );
  }
}

/** Author, time and type of a message. */
const withoutText = ({
  seq,
  id,
  from,
  content: { type },
  agentId,
  atMs,
  isHidden,
  isBlacklisted,
}: ChatMessage): ChatMessage => ({
  ...{ seq, id, from, agentId, atMs },
  content: { type, text: "", media: null },
  externalId: null,
  deliveryId: null,
  ...(isHidden === true && { isHidden }),
  ...(isBlacklisted === true && { isBlacklisted }),
});
