import type { Config } from "./config/config.types.ts";
import type { MadePassword } from "./domain/agent/accounts/one-time-password.ts";
import { hasStore } from "./store/lmdb/folder/data-folder.ts";

/**
 * Hashes the password of the first administrator while the store is created, when a first start is likely. The password is shown to nobody before
 * it is stored, and is dropped when it is not needed. Returns `null` when a first start is not likely.
 */
export async function beginFirstPassword(
  { agents, store, dataDir }: Pick<Config, "agents" | "store" | "dataDir">,
  make: (() => MadePassword) | undefined,
): Promise<MadePassword | null> {
  if (make === undefined || agents.length > 0 || store.kind !== "embedded") return null;
  // The code that opens the folder reports what is wrong with it.
  return (await hasStore(dataDir).catch(() => true)) ? null : make();
}
