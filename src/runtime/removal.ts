import { deliveryAddress } from "../../machines/addresses.ts";
import type { ActorKey, ChannelId, DeliveryId } from "../../machines/ids.ts";
import { actorKindOf, asDeliveryId } from "../core/ids.ts";
import type { FileStore } from "../ports/file-store.ts";
import { FileStoreError } from "../ports/file-store.ts";
import type { Log } from "../ports/log.ts";
import type { Key, RowReader, Store, Write } from "../ports/store.ts";

/** Under which the table of chats by state lists those that are gone but for their messages, deliveries and files. */
export const removingState = "removing";

interface RemovalParts {
  readonly store: Store;
  readonly log: Log;
  readonly files: FileStore;
}

const chatsAtOnce = 16;
const rowsAtOnce = 500;

/** Finishes what was begun: every chat that is listed as removing loses the rest of its rows and its files. */
export async function finishRemovals(parts: RemovalParts, isStopped: () => boolean): Promise<void> {
  for (let after: Key<"chatState"> | undefined; !isStopped(); ) {
    const range = after === undefined ? {} : { after };
    const page = await parts.store.scan("chatState", { prefix: [removingState], ...range, limit: chatsAtOnce });
    await Promise.all(page.map(({ key, row }) => removeRest(parts, key[1], row.channelId)));
    after = page.at(-1)?.key;
    if (page.length < chatsAtOnce) return;
  }
}

/** Files first, then what no message names, messages last: whoever finds the chat still listed can do everything once more. */
async function removeRest(parts: RemovalParts, chatNumber: number, channelId: ChannelId): Promise<void> {
  const { store, log } = parts;
  try {
    await removeFiles(parts, chatNumber);
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    // One file the disk does not let go keeps no other chat.
    log.error(
      { chatId: String(chatNumber), err: error },
      "the files of a deleted chat cannot be removed; trying again later",
    );
    return;
  }
  await removeReports(store, chatNumber, channelId);
  for (let isLast = false; !isLast; ) {
    const page = await store.scan("message", { prefix: [chatNumber], limit: rowsAtOnce });
    isLast = page.length < rowsAtOnce;
    const writes = page.flatMap(({ key, row }): readonly Write[] => [
      { table: "message", key, row: null },
      ...(row.deliveryId === null ? [] : deliveryRows(store, channelId, row.deliveryId)),
      ...(row.botDeliveryId === undefined ? [] : deliveryRows(store, channelId, row.botDeliveryId)),
    ]);
    const done: readonly Write[] = [{ table: "chatState", key: [removingState, chatNumber], row: null }];
    await store.commit([], () => (isLast ? [...writes, ...done] : writes));
  }
}

/** The chat's events, mails and calls, and the bodies of its events. */
async function removeReports(store: Store, chatNumber: number, channelId: ChannelId): Promise<void> {
  for (let isLast = false; !isLast; ) {
    const page = await store.scan("chatActor", { prefix: [chatNumber], limit: rowsAtOnce });
    isLast = page.length < rowsAtOnce;
    if (page.length === 0) break;
    await store.commit([], (rows) => page.flatMap(({ key }) => chatActorRows(rows, key, channelId)));
  }
  for (let isLast = false; !isLast; ) {
    const page = await store.scan("webhook", { prefix: [chatNumber], limit: rowsAtOnce });
    isLast = page.length < rowsAtOnce;
    if (page.length === 0) break;
    await store.commit([], () => page.map(({ key }): Write => ({ table: "webhook", key, row: null })));
  }
}

/** An actor that belongs to a chat, or to none, with every row that knows of it, but for the body of an event. */
export function chatActorRows(rows: Reader, key: Key<"chatActor">, channelId: ChannelId): readonly Write[] {
  const [, actor] = key;
  const own = actorKindOf(actor) === "delivery" ? deliveryRows(rows, channelId, idOf(actor)) : actorRows(rows, actor);
  return [{ table: "chatActor", key, row: null }, ...own];
}

export const idOf = (delivery: ActorKey): DeliveryId => asDeliveryId(delivery.slice("delivery/".length));

type Reader = Pick<RowReader, "read">;

const deliveryRows = (rows: Reader, channelId: ChannelId, id: DeliveryId): readonly Write[] => [
  ...actorRows(rows, deliveryAddress(id)),
  { table: "delivery", key: ["all", channelId, id], row: null },
  { table: "delivery", key: ["failed", channelId, id], row: null },
  { table: "delivery", key: ["dead", channelId, id], row: null },
];

/** The actor's row and its deadlines. Its steps hold no words of people and go by their age. */
export function actorRows(rows: Reader, actor: ActorKey): readonly Write[] {
  const deadlines = rows.read("actor", [actor])?.deadlines ?? [];
  return [
    { table: "actor", key: [actor], row: null },
    ...deadlines.map((deadline): Write => ({ table: "deadline", key: [deadline.atMs, actor, deadline.id], row: null })),
  ];
}

/** No longer served, then gone from the disk, then no longer listed: a crash between two of them is made good by the next run. */
async function removeFiles({ store, files }: RemovalParts, chatNumber: number): Promise<void> {
  for (let isLast = false; !isLast; ) {
    const page = await store.scan("chatFile", { prefix: [chatNumber], limit: rowsAtOnce });
    isLast = page.length < rowsAtOnce;
    if (page.length === 0) return;
    await store.commit([], () => page.map(({ key }): Write => ({ table: "file", key: [key[1]], row: null })));
    for (const { key } of page) await files.remove(key[1]);
    await store.commit([], () => page.map(({ key }): Write => ({ table: "chatFile", key, row: null })));
  }
}
