import type { Config } from "./config/config.types.ts";
import type { MadePassword } from "./domain/agent/accounts/one-time-password.ts";
import { hasStore } from "./store/lmdb/folder/data-folder.ts";

/**
 * Where a first start is likely, the password of the first administrator is hashed while the store is made and the service put together. It is
 * told to nobody before it is stored; one that nobody needs is forgotten. `null` where no such start is likely.
 */
export async function beginFirstPassword(
  { agents, store, dataDir }: Pick<Config, "agents" | "store" | "dataDir">,
  make: (() => MadePassword) | undefined,
): Promise<MadePassword | null> {
  if (make === undefined || agents.length > 0 || store.kind !== "embedded") return null;
  // What is wrong with the folder is said by whoever opens it.
  return (await hasStore(dataDir).catch(() => true)) ? null : make();
}
