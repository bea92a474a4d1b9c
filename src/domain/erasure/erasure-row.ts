import { createHash, randomBytes } from "node:crypto";
import type { AgentId, ChannelId, ConversationKey } from "../../../machines/ids.ts";
import type { Registry } from "../../actors/registry.ts";
import { steadyClock } from "../../core/clock.ts";
import { actorKindOf, clientConversation } from "../../core/ids.ts";
import { keyPages, scanKeys, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type {
  CommitNeeds,
  ErasedCounts,
  ErasureRow,
  LockedRows,
  ReadRows,
  ScannedRows,
  Store,
  Write,
} from "../../ports/store.ts";

/** The erasure of the client with this number. */
export interface Erasure {
  readonly clientNumber: number;
  readonly row: ErasureRow;
}

const nothingYet: ErasedCounts = { chats: 0, messages: 0, files: 0, deliveries: 0, calls: 0, leftMessages: 0 };

/** An erasure that must be carried out. */
export const pendingErasure = (
  { channelId, conversation }: { readonly channelId: ChannelId; readonly conversation: ConversationKey },
  byId: AgentId,
  atMs: number,
): ErasureRow => ({
  channelId,
  atMs,
  byId,
  conversation,
  trace: traceOf(conversation, randomBytes(16).toString("base64url")),
  doneAtMs: null,
  removed: nothingYet,
});

const traceOf = (conversation: string, salt: string): string =>
  `${salt}$${createHash("sha256").update(`${salt}\n${conversation}`).digest("base64url")}`;

/** Whether the erasure belongs to this conversation. */
const isTraceOf = (trace: string, conversation: ConversationKey): boolean =>
  traceOf(conversation, trace.split("$")[0] ?? "") === trace;

/** Adds the rows that these writes remove to the counts. */
export function countRemoved(before: ErasedCounts, writes: readonly Write[]): ErasedCounts {
  const counts = { ...before };
  for (const { table, key, row } of writes) {
    if (row !== null) continue;
    if (table === "message") counts.messages += 1;
    else if (table === "file") counts.files += 1;
    else if (table === "offlineMessage") counts.leftMessages += 1;
    else if (table === "clientChat") counts.chats += 1;
    else if (table === "actor") {
      const kind = actorKindOf(key[0]);
      if (kind === "delivery") counts.deliveries += 1;
      else if (kind === "call") counts.calls += 1;
    }
  }
  return counts;
}

export type ErasureState = "pending" | "done";

/** A page of erasures, by the client's number; without damaged ones. */
export async function listErasures(
  store: ScannedRows,
  state: ErasureState,
  after: number | undefined,
  limit: number,
): Promise<readonly Erasure[]> {
  const range = after === undefined ? {} : { after: [state, after] as const };
  const page = await scanKeys(store, "erasure", { prefix: [state], ...range, limit });
  return page.flatMap(({ key: [, clientNumber], row }) => (row === null ? [] : [{ clientNumber, row }]));
}

/** An erasure and its conversation. */
export interface Known extends Erasure {
  readonly conversation: ConversationKey;
}

const rowsAtOnce = 500;

/**
 * Finds the conversation of an erasure. An erasure that is pending again in a restored store does not contain it. The client's
 * number leads to it, and the trace shows whether it is still the same conversation. `null` when nothing of the client is left, or
 * the client did not exist yet.
 */
export async function findConversation(
  store: ReadRows,
  { clientNumber, row }: Erasure,
): Promise<ConversationKey | null> {
  if (row.conversation !== null) return row.conversation;
  const listed = await undamagedLater(() => store.read("clientNumber", [clientNumber]));
  if (listed !== undefined) return isTraceOf(row.trace, listed.conversation) ? listed.conversation : null;
  const first = clientConversation(row.channelId, "");
  // `0` follows the slash that ends a channel's id.
  const until = [first.replace(/\/$/, "0")];
  for await (const page of keyPages(store, "client", { after: [first], until, limit: rowsAtOnce })) {
    const found = page.find(
      ({ key, row: client }) => client?.client.number === clientNumber && isTraceOf(row.trace, key[0]),
    );
    if (found !== undefined) return found.key[0];
  }
  return null;
}

export interface LockedParts {
  readonly store: Store;
  readonly registry: Registry;
}

/** The pause while another process holds the conversation's lock: the same as for events. */
const lockedElsewhereMs = 25;

/**
 * Commits under the lock of a conversation, and drops the conversation from this process's memory, so that no actor writes deleted rows
 * again. `durable` is called directly after the commit, in the order of commits.
 */
export async function commitLocked(
  { store, registry }: LockedParts,
  conversation: ConversationKey,
  loads: Omit<CommitNeeds, "conversations">,
  apply: (rows: LockedRows) => readonly Write[],
  durable: () => void = () => undefined,
): Promise<void> {
  for (;;) {
    let isLocked = false;
    await store.commit({ ...loads, conversations: [conversation] }, (rows) => {
      isLocked = rows.hasLock(conversation);
      if (!isLocked) return [];
      registry.forget(conversation);
      return apply(rows);
    });
    if (isLocked) return durable();
    await new Promise<void>((resolve) => steadyClock.wakeAt(steadyClock.nowMs() + lockedElsewhereMs, resolve));
  }
}

/** The store with each commit under that lock. */
export const lockedStore = (parts: LockedParts, conversation: ConversationKey): Store => ({
  ...unlocked(parts.store),
  commit: (needs, apply) => commitLocked(parts, conversation, needs, apply),
});

/** The store with `more` applied to the writes of each commit. */
export const withWrites = (
  store: Store,
  more: (writes: readonly Write[], rows: LockedRows) => readonly Write[],
): Store => ({
  ...unlocked(store),
  commit: (needs, apply) => store.commit(needs, (rows) => more(apply(rows), rows)),
});

const unlocked = (store: Store): Store => ({
  commit: (needs, apply) => store.commit(needs, apply),
  read: (table, key) => store.read(table, key),
  durable: store.durable,
  scan: (table, range) => store.scan(table, range),
  close: () => store.close(),
});
