import { steadyClock } from "../core/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import { StoreError } from "../ports/store-errors.ts";
import { openPostgresStore } from "../store/postgres/open-postgres-store.ts";
import type { PostgresPeers } from "../store/postgres/peers/postgres-peers.ts";
import { createPostgresPeers } from "../store/postgres/peers/postgres-peers.ts";
import { closeConnection, connectRaw } from "../store/postgres/raw/postgres-rows.ts";
import { shareRows } from "../store/shared-rows.ts";

const patienceMs = 20_000;

/**
 * A PostgreSQL that the service has used, for one command: it is one of the processes there as long as it runs, so that the others hear what it
 * writes. Rejects with StoreError when it cannot be had, or holds nothing. `url` is a secret.
 */
export async function openSharedStore(url: string, log: Log): Promise<Store> {
  const connection = await connectRaw(url, async () => undefined);
  await closeConnection(connection);
  const { label } = connection.database;
  if (!connection.hasSchema)
    throw new StoreError(`The database ${label} holds nothing of Parley: the first start of the service makes it.`);
  let peers: PostgresPeers | null = null;
  const nodeId = (): string => peers?.id ?? "";
  const { store, database } = await openPostgresStore({ url, log, nodeId, signal: AbortSignal.timeout(patienceMs) });
  peers = createPostgresPeers({ database, log, clock: steadyClock });
  await peers.start();
  const shared = shareRows(store, peers);
  // What nobody here keeps in memory is watched all the same: what is written is told of what is watched.
  shared.news.watch("provider", { changed: () => undefined, reload: () => undefined });
  return {
    ...shared.store,
    async close() {
      await peers?.stop();
      await store.close();
    },
  };
}
