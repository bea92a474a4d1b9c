import { deliveryAddress, noChatId } from "../../../machines/tells.ts";
import { asDeliveryId } from "../../core/ids.ts";
import { firstUlidOf } from "../../core/random/ulid.ts";
import { countOld, keyPages, scanKeys, undamaged, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Key, Store, Write } from "../../ports/store.ts";
import { chatActorNames, chatActorRows, idOf } from "./removal.ts";
import type { RetentionParts } from "./retention.ts";
import { hasEnded } from "./retention.ts";

const dayMs = 24 * 60 * 60_000;
const rowsAtOnce = 500;
const noChat = Number(noChatId);

/** Deletes offline messages and their ended events at the age at which closed chats are deleted. */
export async function deleteOldOffline(
  { store, clock, limits }: RetentionParts,
  isStopped: () => boolean,
): Promise<void> {
  if (limits.chatKeptDays === 0) return;
  const beforeMs = clock.nowMs() - limits.chatKeptDays * dayMs;
  await deleteMessages(store, beforeMs, isStopped);
  await deleteEvents(store, beforeMs, isStopped);
}

async function deleteMessages(store: Store, beforeMs: number, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const page = await scanKeys(store, "offlineMessage", { limit: rowsAtOnce });
    // Messages are numbered in order: no message after the first young one is older.
    const old = page.slice(
      0,
      countOld(page, (_key, { atMs }) => atMs < beforeMs),
    );
    if (old.length > 0)
      await store.commit({}, () => old.map(({ key }): Write => ({ table: "offlineMessage", key, row: null })));
    if (old.length < rowsAtOnce) return;
  }
}

async function deleteEvents(store: Store, beforeMs: number, isStopped: () => boolean): Promise<void> {
  const until = [noChat, deliveryAddress(asDeliveryId(firstUlidOf(beforeMs)))];
  for await (const page of keyPages(store, "chatActor", { prefix: [noChat], until, limit: rowsAtOnce }, isStopped)) {
    if (page.length > 0) {
      await deleteEnded(
        store,
        page.map(({ key }) => key),
      );
    }
  }
}

/** Checks inside the commit: an event that is sent again stays. An event with a damaged row cannot be sent, and is deleted by its key. */
async function deleteEnded(store: Store, keys: readonly Key<"chatActor">[]): Promise<void> {
  const found = await Promise.all(keys.map(([, actor]) => undamagedLater(() => store.read("actor", [actor]))));
  const conversations = found.flatMap((row) => row?.conversation ?? []);
  await store.commit({ conversations: new Set(conversations), rows: chatActorNames(keys) }, (rows) =>
    keys.flatMap((key): readonly Write[] => {
      const [, actor] = key;
      const conversation = undamaged(() => rows.read("actor", [actor]))?.conversation;
      if ((conversation !== undefined && !rows.hasLock(conversation)) || !hasEnded(rows, actor)) return [];
      const body: Write = { table: "webhook", key: [noChat, idOf(actor)], row: null };
      return [body, ...chatActorRows(rows, key, null)];
    }),
  );
}
