import { deliveryAddress } from "../../machines/addresses.ts";
import type { DeliveryContext } from "../../machines/delivery/delivery.types.ts";
import { noChatId } from "../../machines/no-chat.ts";
import type { Limits } from "../config/limits.ts";
import { asDeliveryId } from "../core/ids.ts";
import { firstUlidOf } from "../core/ulid.ts";
import type { Clock } from "../ports/clock.ts";
import type { ActorRow, Key, Store, Write } from "../ports/store.ts";
import { readStoredActor } from "./migrations.ts";
import { chatActorRows, idOf } from "./removal.ts";
import { hasEnded } from "./reports-at-rest.ts";

interface OfflineParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "chatKeptDays">;
}

const dayMs = 24 * 60 * 60_000;
const rowsAtOnce = 500;
const noChat = Number(noChatId);

/** Deletes what visitors left while nobody was there, and the events of it that have ended, when closed chats of that time go. */
export async function deleteOldOffline(parts: OfflineParts, isStopped: () => boolean): Promise<void> {
  const { clock, limits } = parts;
  if (limits.chatKeptDays === 0) return;
  const beforeMs = clock.nowMs() - limits.chatKeptDays * dayMs;
  await deleteMessages(parts.store, beforeMs, isStopped);
  await deleteEvents(parts.store, beforeMs, isStopped);
}

async function deleteMessages(store: Store, beforeMs: number, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const page = await store.scan("offlineMessage", { limit: rowsAtOnce });
    // They are numbered as they come: none behind the first that is young enough is older.
    const youngest = page.findIndex(({ row }) => row.atMs >= beforeMs);
    const old = youngest < 0 ? page : page.slice(0, youngest);
    if (old.length > 0)
      await store.commit([], () => old.map(({ key }): Write => ({ table: "offlineMessage", key, row: null })));
    if (old.length < rowsAtOnce) return;
  }
}

async function deleteEvents(store: Store, beforeMs: number, isStopped: () => boolean): Promise<void> {
  const until = [noChat, deliveryAddress(asDeliveryId(firstUlidOf(beforeMs)))];
  for (let after: Key<"chatActor"> | undefined; !isStopped(); ) {
    const range = after === undefined ? {} : { after };
    const page = await store.scan("chatActor", { prefix: [noChat], ...range, until, limit: rowsAtOnce });
    const found = page.flatMap(({ key }) => store.read("actor", [key[1]]) ?? []);
    if (found.length > 0) await deleteEnded(store, found);
    after = page.at(-1)?.key;
    if (page.length < rowsAtOnce) return;
  }
}

/** Looked at inside the commit: one that is sent again stays. */
const deleteEnded = (store: Store, found: readonly ActorRow[]): Promise<void> =>
  store.commit(new Set(found.map(({ conversation }) => conversation)), (rows) =>
    found.flatMap((row): readonly Write[] => {
      const { actor, conversation } = row;
      if (!rows.hasLock(conversation) || !hasEnded(rows, actor)) return [];
      // Of no chat there are deliveries alone.
      const { channelId } = readStoredActor(row, "delivery").context as DeliveryContext;
      const body: Write = { table: "webhook", key: [noChat, idOf(actor)], row: null };
      return [body, ...chatActorRows(rows, [noChat, actor], channelId)];
    }),
  );
