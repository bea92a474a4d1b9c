import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { ActorKey, ChannelId, DeliveryId } from "../../../machines/ids.ts";
import { deliveryAddress } from "../../../machines/tells.ts";
import { actorKindOf, asDeliveryId, noAgentId } from "../../core/ids.ts";
import { keyPages, scanKeys, undamaged } from "../../core/rows/damaged-rows.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import type { FileStore } from "../../ports/file-store.ts";
import { FileStoreError } from "../../ports/file-store.ts";
import type { Log } from "../../ports/log.ts";
import type { Key, RowName, RowReader, Store, Write } from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";
import type { ChannelFileBytes } from "../channel/channel-file-bytes.ts";
import { removingState } from "../chat/chat-actor.ts";
import { unseenList } from "../delivery/delivery-actor.ts";

/** `null` when the row with the channel is damaged. */
type KnownChannel = ChannelId | null;

export interface RemovalParts {
  readonly store: Store;
  readonly log: Log;
  readonly files: FileStore;
  readonly channelFileBytes: ChannelFileBytes;
}

const chatsAtOnce = 16;
const rowsAtOnce = 500;

/**
 * Finishes removals: deletes the remaining rows and files of every chat that is listed as removing. A damaged row is deleted by its
 * key; data that only this row named stays, but nothing leads to it.
 */
export async function finishRemovals(parts: RemovalParts, isStopped: () => boolean): Promise<void> {
  const range = { prefix: [removingState], limit: chatsAtOnce };
  for await (const page of keyPages(parts.store, "chatState", range, isStopped)) {
    await Promise.all(
      page.map(({ key, row }) =>
        removeRest(parts, key[1], row?.channelId ?? null, [
          { table: "chatState", key: [removingState, key[1]], row: null },
        ]),
      ),
    );
  }
}

/**
 * Deletes files first, then rows that no message names, and messages last. The commit of the last messages also writes `done`: a
 * process that finds the chat still listed can repeat everything. Returns whether everything is deleted; failures are logged.
 */
export async function removeRest(
  parts: RemovalParts,
  chatNumber: number,
  channelId: KnownChannel,
  done: readonly Write[],
): Promise<boolean> {
  const { store, log } = parts;
  try {
    await removeFiles(parts, chatNumber, channelId);
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    // A file that cannot be deleted does not stop other chats.
    log.error(
      { chatId: String(chatNumber), err: error },
      "the files of a deleted chat cannot be removed; trying again later",
    );
    return false;
  }
  await removeReports(store, chatNumber, channelId);
  // Deleted rows are not scanned again: they stay in the store's lower layers for a while.
  let after: Key<"message"> | undefined;
  for (let isLast = false; !isLast; ) {
    const range = after === undefined ? {} : { after };
    const page = await scanKeys(store, "message", { prefix: [chatNumber], ...range, limit: rowsAtOnce });
    isLast = page.length < rowsAtOnce;
    after = page.at(-1)?.key;
    const deliveries = page.flatMap(({ row }) => deliveriesOf(row));
    await store.commit({ rows: deliveryNames(deliveries) }, (rows) => [
      ...page.flatMap(({ key, row }): readonly Write[] => [
        { table: "message", key, row: null },
        ...deliveriesOf(row).flatMap((id) => deliveryRows(rows, channelId, id)),
      ]),
      ...(isLast ? done : []),
    ]);
  }
  return true;
}

export const deliveriesOf = (message: ChatMessage | null): readonly DeliveryId[] =>
  [message?.deliveryId, message?.botDeliveryId].flatMap((id) => id ?? []);

/** The chat's events, mails and calls, and the bodies of its events. */
async function removeReports(store: Store, chatNumber: number, channelId: KnownChannel): Promise<void> {
  for (let isLast = false; !isLast; ) {
    const page = await scanKeys(store, "chatActor", { prefix: [chatNumber], limit: rowsAtOnce });
    isLast = page.length < rowsAtOnce;
    if (page.length === 0) break;
    const names = chatActorNames(page.map(({ key }) => key));
    await store.commit({ rows: names }, (rows) => page.flatMap(({ key }) => chatActorRows(rows, key, channelId)));
  }
  for (let isLast = false; !isLast; ) {
    const page = await scanKeys(store, "webhook", { prefix: [chatNumber], limit: rowsAtOnce });
    isLast = page.length < rowsAtOnce;
    if (page.length === 0) break;
    await store.commit({}, () => page.map(({ key }): Write => ({ table: "webhook", key, row: null })));
  }
}

/** The rows that `chatActorRows` reads. */
export const chatActorNames = (keys: readonly Key<"chatActor">[]): readonly RowName[] =>
  namesOf(
    "actor",
    keys.map(([, actor]) => [actor]),
  );

export const deliveryNames = (ids: readonly DeliveryId[]): readonly RowName[] =>
  namesOf(
    "actor",
    ids.map((id) => [deliveryAddress(id)]),
  );

/** Deletes an actor of a chat, or of none, with every row that names it, except the body of an event. */
export function chatActorRows(rows: Reader, key: Key<"chatActor">, channelId: KnownChannel): readonly Write[] {
  const [, actor] = key;
  const own = actorKindOf(actor) === "delivery" ? deliveryRows(rows, channelId, idOf(actor)) : actorRows(rows, actor);
  return [{ table: "chatActor", key, row: null }, ...own];
}

export const idOf = (delivery: ActorKey): DeliveryId => asDeliveryId(delivery.slice("delivery/".length));

type Reader = RowReader;

export function deliveryRows(rows: Reader, known: KnownChannel, id: DeliveryId): readonly Write[] {
  const channelId = known ?? channelOf(rows, id);
  const own = actorRows(rows, deliveryAddress(id));
  if (channelId === null) return own;
  const lists = ["all", "failed", "dead", unseenList] as const;
  return [...own, ...lists.map((list): Write => ({ table: "delivery", key: [list, channelId, id], row: null }))];
}

/** The channel in the delivery's own row. */
function channelOf(rows: Reader, id: DeliveryId): KnownChannel {
  const row = undamaged(() => rows.read("actor", [deliveryAddress(id)]));
  // The row is a delivery's, and so is its context.
  return row === undefined ? null : (readStoredActor(row, "delivery").context as DeliveryContext).channelId;
}

/**
 * The actor's row and its deadlines. Deadlines of a damaged row find no actor when they are due, and are deleted then. Steps
 * contain no text that people wrote, and retention deletes them.
 */
export function actorRows(rows: Reader, actor: ActorKey): readonly Write[] {
  const deadlines = undamaged(() => rows.read("actor", [actor]))?.deadlines ?? [];
  return [
    { table: "actor", key: [actor], row: null },
    ...deadlines.map((deadline): Write => ({ table: "deadline", key: [deadline.atMs, actor, deadline.id], row: null })),
  ];
}

/** Removes the files' rows, then their bytes, then their list entries. The next run repairs a crash in between. */
export async function removeFiles(parts: RemovalParts, chatNumber: number, channelId: KnownChannel): Promise<void> {
  const { store, files } = parts;
  for (let isLast = false; !isLast; ) {
    const page = await scanKeys(store, "chatFile", { prefix: [chatNumber], limit: rowsAtOnce });
    isLast = page.length < rowsAtOnce;
    if (page.length === 0) return;
    await forgetFiles(
      parts,
      channelId,
      page.map(({ key }) => key[1]),
    );
    for (const { key } of page) await files.remove(key[1]);
    await store.commit({}, () => page.map(({ key }): Write => ({ table: "chatFile", key, row: null })));
  }
}

/** Subtracts visitors' files from the channel's sum in the tick in which they leave the store, unless their rows are damaged. */
export async function forgetFiles(
  { store, channelFileBytes }: RemovalParts,
  channelId: KnownChannel,
  tokens: readonly string[],
): Promise<void> {
  let bytes = 0;
  const add = (more: number): void => {
    if (channelId !== null) channelFileBytes.add(channelId, more);
  };
  try {
    const names = namesOf(
      "file",
      tokens.map((token) => [token]),
    );
    await store.commit({ rows: names }, (rows) => {
      const sent = tokens.map((token) => undamaged(() => rows.read("file", [token])));
      bytes = sent.reduce((sum, row) => sum + (row?.agentId === noAgentId ? row.bytes : 0), 0);
      add(-bytes);
      return tokens.map((token): Write => ({ table: "file", key: [token], row: null }));
    });
  } catch (error) {
    add(bytes);
    throw error;
  }
}
