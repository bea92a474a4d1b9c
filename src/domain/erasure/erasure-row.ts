import { createHash, randomBytes } from "node:crypto";
import type { AgentId, ChannelId, ConversationKey } from "../../../machines/ids.ts";
import { actorKindOf } from "../../core/ids.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import type { ErasedCounts, ErasureRow, Store, Write } from "../../ports/store.ts";

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
export const isTraceOf = (trace: string, conversation: ConversationKey): boolean =>
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
  store: Pick<Store, "scan">,
  state: ErasureState,
  after: number | undefined,
  limit: number,
): Promise<readonly Erasure[]> {
  const range = after === undefined ? {} : { after: [state, after] as const };
  const page = await scanKeys(store, "erasure", { prefix: [state], ...range, limit });
  return page.flatMap(({ key: [, clientNumber], row }) => (row === null ? [] : [{ clientNumber, row }]));
}
