import type pg from "pg";
import { pino } from "pino";
import type { Test } from "tap";
import { systemClock } from "../../../src/core/clock.ts";
import type { Clock } from "../../../src/ports/clock.ts";
import type { Database } from "../../../src/store/postgres/database.ts";
import { openDatabase } from "../../../src/store/postgres/database.ts";
import type { PostgresPeers } from "../../../src/store/postgres/peers/postgres-peers.ts";
import { createPostgresPeers } from "../../../src/store/postgres/peers/postgres-peers.ts";
import { migrate } from "../../../src/store/postgres/schema/migrate.ts";
import type { PeerUnderTest } from "../../contracts/peers-contract.ts";
import { sharedTestPostgres } from "../../harness/postgres.ts";
import { createTestDatabase } from "../../harness/test-database.ts";

export interface PostgresPeer extends PeerUnderTest {
  readonly peers: PostgresPeers;
  /** Its connections up to now, by purpose. */
  readonly clients: readonly { readonly purpose: string; readonly client: pg.Client }[];
}

/** Simulated processes on one database, all inside this process. */
export interface PeersWorld {
  readonly url: string;
  /** For queries of the test itself. */
  readonly database: Database;
  join(): Promise<PostgresPeer>;
  until(what: string, isSo: () => boolean, withinMs: number): Promise<void>;
}

const silentLog = pino({ level: "silent" });

/** The server of this process, and a separate database for each test, so that tests can run in parallel. */
export async function startPeersServer(t: Test) {
  const server = await sharedTestPostgres(t);
  const open = async (t: Test): Promise<PeersWorld> => openWorld(t, (await createTestDatabase(server.url)).url);
  return { server, open };
}

async function openWorld(t: Test, url: string): Promise<PeersWorld> {
  const database = openDatabase({ url, poolSize: 1 });
  const client = await database.connect("schema");
  await migrate(client, database.label);
  await client.end();
  const endings: (() => Promise<void>)[] = [() => database.close()];
  t.teardown(async () => {
    for (const end of endings.reverse()) await end();
  });
  return {
    url,
    database,
    async join() {
      const member = joinPeers(url);
      endings.push(member.end);
      return member;
    },
    until,
  };
}

async function until(what: string, isSo: () => boolean, withinMs: number): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`Expected within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function joinPeers(url: string): PostgresPeer & { end(): Promise<void> } {
  const inner = openDatabase({ url, poolSize: 2 });
  const clients: { purpose: string; client: pg.Client }[] = [];
  const clock = createHeldClock();
  let isDead = false;
  const database: Database = {
    ...inner,
    async connect(purpose) {
      const client = await inner.connect(purpose);
      clients.push({ purpose, client });
      return client;
    },
  };
  const peers = createPostgresPeers({ database, log: silentLog, clock });
  const cutAll = (): void => {
    for (const { client } of clients) client.connection.stream.destroy();
  };
  return {
    peers,
    clients,
    freeze: clock.hold,
    thaw: clock.release,
    die() {
      isDead = true;
      clock.hold();
      cutAll();
    },
    async cut() {
      const listening = clients.findLast(({ purpose }) => purpose === "hears")?.client;
      const { rows } = (await listening?.query("SELECT pg_backend_pid() AS pid")) ?? { rows: [] };
      await inner.pool.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    },
    async end() {
      if (!isDead) await peers.stop();
      await inner.close();
    },
  };
}

/** The clock of the machine. Its timers wait while it is held, as in a frozen process. */
function createHeldClock(): Clock & { hold(): void; release(): void } {
  let held: (() => void)[] | null = null;
  return {
    nowMs: () => systemClock.nowMs(),
    wakeAt(atMs, wake) {
      let isCancelled = false;
      const run = (): void => {
        if (isCancelled) return;
        if (held === null) wake();
        else held.push(run);
      };
      const inner = systemClock.wakeAt(atMs, run);
      return {
        cancel() {
          isCancelled = true;
          inner.cancel();
        },
      };
    },
    hold() {
      held ??= [];
    },
    release() {
      const due = held ?? [];
      held = null;
      for (const run of due) run();
    },
  };
}
