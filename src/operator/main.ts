import { findInstallation } from "../config/data-folder.ts";
import { defaultLimits } from "../config/limits.ts";
import { steadyClock, systemClock } from "../core/clock.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import { createLog } from "../core/telemetry/log.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import { StoreError } from "../ports/store-errors.ts";
import { isDataFolder } from "../store/lmdb/folder/data-folder.ts";
import { openLmdbStore } from "../store/lmdb/open-lmdb-store.ts";
import { openPostgresStore } from "../store/postgres/open-postgres-store.ts";
import type { PostgresPeers } from "../store/postgres/peers/postgres-peers.ts";
import { createPostgresPeers } from "../store/postgres/peers/postgres-peers.ts";
import { closeConnection, connectRaw } from "../store/postgres/raw/postgres-rows.ts";
import { shareRows } from "../store/shared-rows.ts";
import { keepFilesPrivate, runAsProcess } from "./command.ts";
import type { Order } from "./command-line.ts";
import { providerWords } from "./command-line.ts";
import type { Provider, Providers } from "./providers.types.ts";
import { withProviders, withSharedProviders } from "./reach-providers.ts";

const patienceMs = 20_000;

/**
 * Opens a PostgreSQL of the service for one command. The command counts as one of the processes while it runs, so that the others are notified
 * of its writes. Rejects with StoreError when the database is not reachable or empty. `url` is a secret.
 */
async function openSharedStore(url: string, log: Log): Promise<Store> {
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

/** Returns the lines to print. */
async function carryOut(order: Order, dataDir: string): Promise<Result<string>> {
  if (!(await isDataFolder(dataDir))) {
    return fail(
      "not_found",
      `There is no data folder of Parley at ${dataDir}: the first start of the service creates it.`,
    );
  }
  const { logger: log } = createLog("error", defaultLimits);
  const openStore = () => openLmdbStore({ dir: dataDir, log });
  return withProviders(dataDir, openStore, systemClock, (providers) => apply(order, providers));
}

/** Does the same in a PostgreSQL. The address is a secret. */
function carryOutShared(order: Order, dataDir: string, url: string): Promise<Result<string>> {
  const { logger: log } = createLog("error", defaultLimits);
  const openStore = () => openSharedStore(url, log);
  return withSharedProviders(dataDir, openStore, (providers) => apply(order, providers));
}

async function apply(order: Order, providers: Providers): Promise<Result<string>> {
  switch (order.verb) {
    case "list": {
      const all = await providers.list();
      return all.ok ? ok(toTable(all.value)) : all;
    }
    case "add": {
      const where = `/bots/webhooks/${order.id}/{token}`;
      return withText(await providers.add(order), `Provider ${order.id} was added. Its bots post to ${where}.`);
    }
    case "rename":
      return withText(await providers.rename(order), `Provider ${order.id} was renamed.`);
    case "remove":
      return withText(await providers.remove(order.id), `Provider ${order.id} was removed.`);
  }
}

const withText = (done: Result<void>, text: string): Result<string> => (done.ok ? ok(text) : done);

/** Replaces characters in names that a terminal would obey. */
function toTable(providers: readonly Provider[]): string {
  if (providers.length === 0) return "There are no providers.";
  const width = Math.max(...providers.map(({ id }) => id.length));
  return providers.map(({ id, name }) => `${id.padEnd(width)}  ${name.replace(/\p{Cc}/gu, "\uFFFD")}`).join("\n");
}

/** `npm run provider`. Source: BOT-03. */
keepFilesPrivate();
runAsProcess("provider", {
  create: providerWords.create,
  read(operands, flags, surroundings) {
    const order = providerWords.read(operands, flags, surroundings);
    const { environment, mistakes } = surroundings;
    const installation = mistakes.lines.length > 0 ? null : findInstallation(flags, environment, mistakes);
    if (order === null || installation === null) return null;
    const { dataDir, store, declaredProviders } = installation;
    return async ({ out }) => {
      const isEmbedded = store.kind === "embedded";
      const done = await (isEmbedded ? carryOut(order, dataDir) : carryOutShared(order, dataDir, store.url));
      if (!done.ok) return done;
      out(done.value);
      if (order.verb !== "list" && declaredProviders.has(order.id))
        out("The config file names this provider: the next start sets it as the file says.");
      return ok(undefined);
    };
  },
});
