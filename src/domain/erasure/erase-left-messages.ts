import type { ActorKey, ChannelId } from "../../../machines/ids.ts";
import { deliveryAddress, noChatId } from "../../../machines/tells.ts";
import { isJsonObject } from "../../codec/json/json.ts";
import { firstUlidOf } from "../../core/random/ulid.ts";
import { keyPages, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { ErasureRow, Key, Store, Write } from "../../ports/store.ts";
import { chatActorNames, chatActorRows } from "../housekeeping/removal.ts";
import type { Known, LockedParts } from "./erasure-row.ts";
import { lockedStore } from "./erasure-row.ts";

/** Returns the store whose commits count the rows that they remove. */
type Counted = (store: Store) => Store;

const rowsAtOnce = 500;
const noChat = Number(noChatId);

/** Erases the client's offline messages, the mails that answered them and the events about them. Returns the erased mails. */
export async function eraseLeftMessages(
  parts: LockedParts,
  counted: Counted,
  known: Known,
): Promise<ReadonlySet<ActorKey>> {
  const mails = await eraseMessages(parts, counted, known);
  await eraseEvents(parts, counted, known);
  return mails;
}

async function eraseMessages(
  parts: LockedParts,
  counted: Counted,
  { clientNumber, row: erasure }: Known,
): Promise<ReadonlySet<ActorKey>> {
  const mails = new Set<ActorKey>();
  for await (const page of keyPages(parts.store, "offlineMessage", { limit: rowsAtOnce })) {
    for (const { key, row } of page) {
      if (row === null || row.clientNumber !== clientNumber || isLater(row.atMs, erasure)) continue;
      for (const id of row.answerIds) {
        mails.add(deliveryAddress(id));
        await eraseActor(parts, counted, deliveryAddress(id), erasure.channelId, []);
      }
      await counted(parts.store).commit({}, () => [{ table: "offlineMessage", key, row: null }]);
    }
  }
  return mails;
}

const isLater = (atMs: number, erasure: ErasureRow): boolean => erasure.isReplayed === true && atMs > erasure.atMs;

/** The bodies of events without a chat show whether they belong to the client. */
async function eraseEvents(parts: LockedParts, counted: Counted, { clientNumber, row: erasure }: Known): Promise<void> {
  for await (const page of keyPages(parts.store, "webhook", { prefix: [noChat], limit: rowsAtOnce })) {
    for (const { key, row } of page) {
      const [, id] = key;
      // The id of a delivery begins with its time.
      const isYoung = erasure.isReplayed === true && id > firstUlidOf(erasure.atMs + 1);
      if (row === null || isYoung || numberIn(row.head) !== String(clientNumber)) continue;
      await eraseActor(parts, counted, deliveryAddress(id), erasure.channelId, [{ table: "webhook", key, row: null }]);
    }
  }
}

function numberIn(body: string): string | null {
  const event: unknown = JSON.parse(body);
  const visitor = isJsonObject(event) ? event["visitor"] : undefined;
  const number = isJsonObject(visitor) ? visitor["number"] : undefined;
  return typeof number === "string" ? number : null;
}

/** Erases a delivery without a chat, and its rows, under the lock of its own conversation. */
async function eraseActor(
  parts: LockedParts,
  counted: Counted,
  actor: ActorKey,
  channelId: ChannelId,
  more: readonly Write[],
): Promise<void> {
  const row = await undamagedLater(() => parts.store.read("actor", [actor]));
  const key: Key<"chatActor"> = [noChat, actor];
  const store = row === undefined ? parts.store : lockedStore(parts, row.conversation);
  const names = { rows: chatActorNames([key]) };
  await counted(store).commit(names, (rows) => [...more, ...chatActorRows(rows, key, channelId)]);
}
