import { inSeconds, passed } from "../time.ts";
import type { Patroni } from "./patroni.ts";
import type { PostgresServer } from "./postgres-server.ts";
import type { ThreeNodes } from "./three-nodes.ts";

const quietMs = 5_000;
const frozenMs = 8_000;
const databaseAwayMs = 2_000;

type Database = PostgresServer | Patroni;

/** Kills and freezes nodes and their database while customers and agents write. `tell` reports each fault before it happens. */
export async function doHarm({ nodes }: ThreeNodes, database: Database, tell: (words: string) => void): Promise<void> {
  const [one, two] = nodes;
  await passed(quietMs);
  tell("kill -9 of node one; the node is started again at once");
  one?.signal("SIGKILL");
  await passed(quietMs);
  tell(`node two is frozen for ${frozenMs / 1000} s: the other nodes consider it lost and continue without it`);
  two?.signal("SIGSTOP");
  await passed(frozenMs);
  two?.signal("SIGCONT");
  tell("node two continues");
  await passed(quietMs);
  await loseDatabase(database, tell);
  await passed(quietMs);
}

async function loseDatabase(database: Database, tell: (words: string) => void): Promise<void> {
  if ("killPrimary" in database) {
    tell("kill -9 of the primary database and its Patroni; another database should take over");
    tell(`another database is the primary after ${inSeconds(await database.killPrimary())}`);
    return;
  }
  tell(`kill -9 of PostgreSQL; it is started again after ${databaseAwayMs / 1000} s`);
  await database.stop("kill");
  await passed(databaseAwayMs);
  await database.start();
  tell("PostgreSQL runs again");
}
