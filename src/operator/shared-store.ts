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
 * Opens a PostgreSQL of the service for one command. The command counts as one of the processes while it runs, so that the others are notified
 * of its writes. Rejects with StoreError when the database is not reachable or empty. `url` is a secret.
 */
export async function openSharedStore(url: string, log: Log): Promise<Store> {
  const connection = await connectRaw(url, async () => undefined);
  await closeConnection(connection);
  const { label } = connection.database;
  if (!connection.hasSchema)
    throw new StoreError(
      `The database ${label} contains no data of Parley: the first start of the service creates the tables.`,
    );
  let peers: PostgresPeers | null = null;
  const nodeId = (): string => peers?.id ?? "";
  const { store, database } = await openPostgresStore({ url, log, nodeId, signal: AbortSignal.timeout(patienceMs) });
  peers = createPostgresPeers({ database, log, clock: steadyClock });
  await peers.start();
  const shared = shareRows(store, peers);
  // The command watches rows although it caches none, because peers are notified only of watched rows.
  shared.news.watch("provider", { changed: () => undefined, reload: () => undefined });
  return {
    ...shared.store,
    async close() {
      await peers?.stop();
      await store.close();
    },
  };
}
