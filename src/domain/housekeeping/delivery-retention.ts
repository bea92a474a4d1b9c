import type { ChannelId, DeliveryId } from "../../../machines/ids.ts";
import { chatAddress, deliveryAddress, isNoChat } from "../../../machines/tells.ts";
import { asDeliveryId } from "../../core/ids.ts";
import { firstUlidOf } from "../../core/random/ulid.ts";
import type { KeyedRow } from "../../core/rows/damaged-rows.ts";
import { keyPages, scanKeys, undamaged, undamagedLater } from "../../core/rows/damaged-rows.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import type { Key, Write } from "../../ports/store.ts";
import type { Directory } from "../directory.ts";
import { commitLocked } from "../erasure/erasure-row.ts";
import { chatActorRows } from "./removal.ts";
import type { RetentionParts } from "./retention.ts";
import { hasEnded } from "./retention.ts";

const dayMs = 24 * 60 * 60_000;
const rowsAtOnce = 200;

/** Deletes deliveries that have ended, with their attempts, and entries of channels' logs, when they are old. Rows of open chats stay. */
export async function deleteOldDeliveries(
  parts: RetentionParts,
  directory: Directory,
  isStopped: () => boolean,
): Promise<void> {
  const { clock, limits, log } = parts;
  if (limits.deliveryLogKeptDays === 0) return;
  // The ids of both begin with their time.
  const until = firstUlidOf(clock.nowMs() - limits.deliveryLogKeptDays * dayMs);
  let deliveries = 0;
  for (const { settings } of directory.channelsEver()) {
    await deleteEntries(parts, settings.id, until, isStopped);
    deliveries += await deleteOfChannel(parts, settings.id, until, isStopped);
  }
  if (deliveries > 0) log.info({ deliveries, keptDays: limits.deliveryLogKeptDays }, "old deliveries deleted");
}

async function deleteEntries(
  { store }: RetentionParts,
  channelId: ChannelId,
  until: string,
  isStopped: () => boolean,
): Promise<void> {
  for (let isMore = true; isMore && !isStopped(); ) {
    const range = { prefix: [channelId], until: [channelId, until], limit: rowsAtOnce };
    const page = await scanKeys(store, "channelLog", range);
    if (page.length > 0) await store.commit({}, () => page.map(({ key }) => ({ table: "channelLog", key, row: null })));
    isMore = page.length === rowsAtOnce;
  }
}

async function deleteOfChannel(
  parts: RetentionParts,
  channelId: ChannelId,
  until: string,
  isStopped: () => boolean,
): Promise<number> {
  let deliveries = 0;
  const range = { prefix: ["all", channelId], until: ["all", channelId, asDeliveryId(until)], limit: rowsAtOnce };
  for await (const page of keyPages(parts.store, "delivery", range, isStopped)) {
    for (const entry of page) {
      if (isStopped()) break;
      if (await deleteEnded(parts, channelId, entry)) deliveries += 1;
    }
  }
  return deliveries;
}

/** Checks under the lock: a delivery that is sent again stays, and so do deliveries of an open chat. */
async function deleteEnded(
  parts: RetentionParts,
  channelId: ChannelId,
  { key: [, , id], row: listed }: KeyedRow<"delivery">,
): Promise<boolean> {
  const { store } = parts;
  const actor = deliveryAddress(id);
  const found = await undamagedLater(() => store.read("actor", [actor]));
  if (found === undefined || listed === null) return false;
  const { chatId } = listed;
  const chat = isNoChat(chatId) ? null : chatAddress(chatId);
  const key: Key<"chatActor"> = [Number(chatId), actor];
  let isDeleted = false;
  const names = namesOf("actor", chat === null ? [[actor]] : [[actor], [chat]]);
  await commitLocked(parts, found.conversation, { rows: names }, (rows): readonly Write[] => {
    const state = chat === null ? undefined : undamaged(() => rows.read("actor", [chat]))?.state;
    isDeleted = hasEnded(rows, actor) && (state === undefined || state === "closed");
    return isDeleted
      ? [{ table: "webhook", key: bodyOf(key, id), row: null }, ...chatActorRows(rows, key, channelId)]
      : [];
  });
  return isDeleted;
}

const bodyOf = ([chatNumber]: Key<"chatActor">, id: DeliveryId): Key<"webhook"> => [chatNumber, id];
