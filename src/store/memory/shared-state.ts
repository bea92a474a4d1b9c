import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";
import type { Peers } from "../../ports/peers.ts";
import type { TableName } from "../../ports/store.ts";
import type { MemoryTables } from "./memory-tables.ts";

/** A node: the id that its rows get now, and the ids of the nodes that it knows to be alive. */
export type MemoryNode = Pick<Peers, "id" | "living">;

/** The state that the nodes of one store in memory share. */
export interface Shared {
  readonly tables: MemoryTables;
  readonly revisions: Map<ConversationKey, number>;
  /** The node that has the lock of each conversation, until its commit is durable. */
  readonly holders: Map<ConversationKey, MemoryNode>;
  readonly drawn: Map<string, number>;
  readonly atRest: Set<ActorKey>;
  /** The node that stored a deadline or a tell, by table and key. */
  readonly owners: Map<string, string>;
  /** Until when left work is claimed, by the same names. */
  readonly claims: Map<string, number>;
  /** Ids of tells, in the order in which they were stored. */
  tellOrder: string[];
}

export const ownedName = (table: TableName, key: readonly unknown[]): string => `${table} ${JSON.stringify(key)}`;
