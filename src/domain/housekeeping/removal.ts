import { deliveryAddress } from "../../../machines/addresses.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { ActorKey, ChannelId, DeliveryId } from "../../../machines/ids.ts";
import { actorKindOf, asDeliveryId, noAgentId } from "../../core/ids.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamaged } from "../../core/rows/undamaged.ts";
import type { FileStore } from "../../ports/file-store.ts";
import { FileStoreError } from "../../ports/file-store.ts";
import type { Log } from "../../ports/log.ts";
import type { Key, RowName, RowReader, Store, Write } from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";
import type { ChannelFileBytes } from "../channel/channel-file-bytes.ts";
import { unseenList } from "../delivery/delivery-lists.ts";

/** `null` where the row that names it is damaged. */
type KnownChannel = ChannelId | null;

/** Under which the table of chats by state lists those that are closed and without texts. */
export const textlessState = "textless";
/** Under which the table of chats by state lists those that are gone but for their messages, deliveries and files. */
export const removingState = "removing";

export interface RemovalParts {
  readonly store: Store;
  readonly log: Log;
  readonly files: FileStore;
  readonly channelFileBytes: Pick<ChannelFileBytes, "add">;
}

const chatsAtOnce = 16;
const rowsAtOnce = 500;

/**
 * Finishes what was begun: every chat that is listed as removing loses the rest of its rows and its files. A damaged row goes by its key;
 * what it alone named stays behind, where nothing leads to it.
 */
export async function finishRemovals(parts: RemovalParts, isStopped: () => boolean): Promise<void> {
  for (let after: Key<"chatState"> | undefined; !isStopped(); ) {
    const range = after === undefined ? {} : { after };
    const page = await scanKeys(parts.store, "chatState", { prefix: [removingState], ...range, limit: chatsAtOnce });
    await Promise.all(
      page.map(({ key, row }) =>
        removeRest(parts, key[1], row?.channelId ?? null, [
          { table: "chatState", key: [removingState, key[1]], row: null },
        ]),
      ),
    );
    after = page.at(-1)?.key;
    if (page.length < chatsAtOnce) return;
  }
}

/**
 * Files first, then what no message names, messages last, and with the last of them `done` is written: whoever finds the chat still listed can do
 * everything once more. Answers whether all of it is gone; what is not was told in the log.
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
    // One file the disk does not let go keeps no other chat.
    log.error(
      { chatId: String(chatNumber), err: error },
      "the files of a deleted chat cannot be removed; trying again later",
    );
    return false;
  }
  await removeReports(store, chatNumber, channelId);
  // What was deleted is not looked over once more: a while it still lies in the store's lower layers.
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

/** What `chatActorRows` reads. */
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

/** An actor that belongs to a chat, or to none, with every row that knows of it, but for the body of an event. */
export function chatActorRows(rows: Reader, key: Key<"chatActor">, channelId: KnownChannel): readonly Write[] {
  const [, actor] = key;
  const own = actorKindOf(actor) === "delivery" ? deliveryRows(rows, channelId, idOf(actor)) : actorRows(rows, actor);
  return [{ table: "chatActor", key, row: null }, ...own];
}

export const idOf = (delivery: ActorKey): DeliveryId => asDeliveryId(delivery.slice("delivery/".length));

type Reader = Pick<RowReader, "read">;

export function deliveryRows(rows: Reader, known: KnownChannel, id: DeliveryId): readonly Write[] {
  const channelId = known ?? channelOf(rows, id);
  const own = actorRows(rows, deliveryAddress(id));
  if (channelId === null) return own;
  const lists = ["all", "failed", "dead", unseenList] as const;
  return [...own, ...lists.map((list): Write => ({ table: "delivery", key: [list, channelId, id], row: null }))];
}

/** As the delivery itself knows it. */
function channelOf(rows: Reader, id: DeliveryId): KnownChannel {
  const row = undamaged(() => rows.read("actor", [deliveryAddress(id)]));
  // The row is a delivery's, so that its context is.
  return row === undefined ? null : (readStoredActor(row, "delivery").context as DeliveryContext).channelId;
}

/**
 * The actor's row and its deadlines; those of a damaged row find no actor when they are due, and go. Its steps hold no words of people
 * and go by their age.
 */
export function actorRows(rows: Reader, actor: ActorKey): readonly Write[] {
  const deadlines = undamaged(() => rows.read("actor", [actor]))?.deadlines ?? [];
  return [
    { table: "actor", key: [actor], row: null },
    ...deadlines.map((deadline): Write => ({ table: "deadline", key: [deadline.atMs, actor, deadline.id], row: null })),
  ];
}

/** No longer served, then gone from the disk, then no longer listed: a crash between two of them is made good by the next run. */
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

/** What visitors sent of them is taken from the channel's sum in the tick in which it leaves the store, as far as their rows tell. */
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
