import { createHash } from "node:crypto";
import type { ConversationKey } from "../../../../machines/ids.ts";
import type { RowName, TableName } from "../../../ports/store.ts";
import type { KeyBytes } from "../../keys.ts";
import { encodePrefix } from "../../keys.ts";
import type { PendingCommit } from "./pending-commit.ts";

/** The locks and rows of all commits of a group. Each commit is asked once. */
export interface GroupNeeds {
  /** The revision of each conversation that its caller knows. */
  readonly conversations: ReadonlyMap<ConversationKey, number>;
  readonly tellsOf: ReadonlySet<ConversationKey>;
  /** The keys of the rows that the commits named. */
  readonly named: ReadonlyMap<TableName, ReadonlySet<KeyBytes>>;
  /** Lock numbers, in the order of locking. They protect named rows of commits that lock no conversation. */
  readonly lockNumbers: readonly bigint[];
}

export function needsOfGroup(commits: readonly PendingCommit[]): GroupNeeds {
  const conversations = new Map<ConversationKey, number>();
  const tellsOf = new Set<ConversationKey>();
  const named = new Map<TableName, Set<KeyBytes>>();
  const lockNumbers = new Set<bigint>();
  for (const commit of commits) {
    try {
      const { conversations: locked, rows, tellsOf: tellers, needs } = commit;
      for (const row of rows) {
        const bytes = encodePrefix(row.table, row.key);
        const known = named.get(row.table);
        if (known === undefined) named.set(row.table, new Set([bytes]));
        else known.add(bytes);
        if (locked.length === 0) lockNumbers.add(lockNumberOf(row));
      }
      for (const conversation of tellers) tellsOf.add(conversation);
      for (const conversation of locked) {
        if (conversations.has(conversation)) continue;
        conversations.set(conversation, needs.knownRevision?.(conversation) ?? 0);
      }
    } catch (error) {
      // Only the commit that named an invalid key fails.
      commit.reject(error);
    }
  }
  const inOrder = [...lockNumbers].sort((left, right) => (left < right ? -1 : 1));
  return { conversations, tellsOf, named, lockNumbers: inOrder };
}

const lockNumberOf = ({ table, key }: RowName): bigint =>
  createHash("md5").update(encodePrefix(table, key), "latin1").digest().readBigInt64BE(0);
