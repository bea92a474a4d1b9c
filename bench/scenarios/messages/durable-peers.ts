import { mkdirSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startDatabase } from "../../load/service/database.ts";
import { ensurePeerPackages } from "../../load/service/peer-packages.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startServer, withParts } from "../../load/service/server-process.ts";
import type { BenchContext, Verdict } from "../scenario.types.ts";
import { showProof } from "../verdicts.ts";
import type { StoredChat, StoredMessage } from "../verify/stored-messages.ts";
import type { DurableService } from "./durable-service.ts";
import { createDurableService, proveAll } from "./durable-service.ts";
import type { Home } from "./home.ts";

/** What one would build instead of the service, and where it keeps its rows. */
interface PeerHome extends Home {
  /** Removes everything of it. */
  remove(): Promise<void>;
}

const chatsText = `SELECT id AS chat, sender AS "senderId" FROM chat ORDER BY id`;
const messagesText = `SELECT chat, seq, external_id AS "externalId", text FROM message ORDER BY chat, seq`;

type Places = Pick<BenchContext, "workFolder" | "cacheFolder">;

function startPeer(name: string, packages: string, folder: string, ...more: string[]): Promise<ServerProcess> {
  const script = fileURLToPath(new URL(`../../peers/durable/${name}.ts`, import.meta.url));
  const args = [script, packages, folder, ...more];
  return startServer({ name, args, logFile: join(folder, `${name}.log`) });
}

/** The part of better-sqlite3 that is used. Source: its docs/api.md. */
interface Sqlite {
  prepare(text: string): { iterate(): Iterable<unknown> };
  close(): void;
}

/** Fastify with SQLite, in one process. */
function createSqliteHome(packages: string, { workFolder }: Places): PeerHome {
  const folder = mkdtempSync(join(workFolder, "sqlite-"));
  return {
    urls: [],
    start: () => startPeer("fastify-sqlite", packages, folder),
    async openStored() {
      const open = createRequire(join(packages, "package.json"))("better-sqlite3") as new (path: string) => Sqlite;
      const database = new open(join(folder, "messages.db"));
      return {
        async *chats() {
          for (const row of database.prepare(chatsText).iterate()) yield row as StoredChat;
        },
        async *messages() {
          for (const row of database.prepare(messagesText).iterate()) yield row as StoredMessage;
        },
        close: async () => database.close(),
      };
    },
    remove: async () => undefined,
  };
}

const rowsAtOnce = 5_000;

/** Fastify with its own PostgreSQL, which is killed together with it. */
async function createFastifyPostgresHome(packages: string, { workFolder, cacheFolder }: Places): Promise<PeerHome> {
  const folder = join(workFolder, "fastify-postgres");
  mkdirSync(folder, { recursive: true });
  // Only its owner can enter the folder of this run; PostgreSQL runs as another user when the bench runs as root.
  const database = await startDatabase(cacheFolder);
  await database.end("SIGTERM");
  return {
    urls: [],
    async start() {
      await database.start();
      return withParts(await startPeer("fastify-postgres", packages, folder, database.url), [database]);
    },
    async openStored() {
      await database.start();
      const client = new pg.Client(database.url);
      await client.connect();
      return {
        async *chats() {
          const { rows } = await client.query<{ chat: string; senderId: string }>(chatsText);
          for (const { chat, senderId } of rows) yield { chat: Number(chat), senderId };
        },
        async *messages() {
          await client.query(`BEGIN; DECLARE found NO SCROLL CURSOR FOR ${messagesText}`);
          for (let isOver = false; !isOver; ) {
            const { rows } = await client.query<Record<keyof StoredMessage, string>>(`FETCH ${rowsAtOnce} FROM found`);
            for (const row of rows) yield { ...row, chat: Number(row.chat), seq: Number(row.seq) };
            isOver = rows.length === 0;
          }
        },
        async close() {
          await client.end();
          await database.end("SIGTERM");
        },
      };
    },
    remove: () => database.remove(),
  };
}

export const sqliteName = "Fastify + better-sqlite3";
export const postgresName = "Fastify + PostgreSQL";

/** What one would build instead of the service. */
export interface DurablePeers {
  readonly services: readonly DurableService[];
  /** Kills each peer under load and looks for everything that it answered. Removes the peers afterwards. */
  prove(): Promise<readonly Verdict[]>;
}

/** Throws a sentence when the packages of the peers cannot be installed. */
export async function createDurablePeers(context: BenchContext): Promise<DurablePeers> {
  const packages = ensurePeerPackages(context.cacheFolder, context.progress);
  const [sqlite, postgres] = [createSqliteHome(packages, context), await createFastifyPostgresHome(packages, context)];
  const services = [
    createDurableService({ name: sqliteName, logLevel: "info", home: sqlite }, context),
    createDurableService({ name: postgresName, logLevel: "info", home: postgres }, context),
  ];
  return {
    services,
    async prove() {
      const proofs = await proveAll(services);
      for (const home of [sqlite, postgres]) await home.remove();
      return proofs.map(showProof);
    },
  };
}
