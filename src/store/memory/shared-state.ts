import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";
import type { TableName } from "../../ports/store.ts";
import type { MemoryTables } from "./memory-tables.ts";

/** The state that the nodes of one store in memory share. */
export interface Shared {
  readonly tables: MemoryTables;
  readonly revisions: Map<ConversationKey, number>;
  /** The node that has the lock of each conversation, until its commit is durable. */
  readonly holders: Map<ConversationKey, string>;
  readonly drawn: Map<string, number>;
  readonly atRest: Set<ActorKey>;
  /** The node that stored a deadline or a tell, by table and key. */
  readonly owners: Map<string, string>;
  /** Ids of tells, in the order in which they were stored. */
  tellOrder: string[];
}

export const ownedName = (table: TableName, key: readonly unknown[]): string => `${table} ${JSON.stringify(key)}`;
