import { join } from "node:path";
import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import { PostgresIndex } from "../../src/archive/postgres/postgres-index.ts";
import { archiveTables } from "../../src/archive/postgres/tables.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { bytesOfObjects } from "../../src/files/postgres/bytes-of-objects.ts";
import { createLargeObjects } from "../../src/files/postgres/large-objects.ts";
import { fileTables } from "../../src/files/postgres/tables.ts";
import { createRemoteFiles } from "../../src/files/remote/remote-files.ts";
import { createAlonePeers } from "../../src/store/alone-peers.ts";
import { examineDatabase } from "../../src/store/postgres/raw/examine-database.ts";
import { migrations } from "../../src/store/postgres/schema/migrations.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { startService } from "../harness/service.ts";
import { noteAnswers } from "../harness/test-store.ts";
import { quickFolder } from "../store/lmdb-fixture.ts";
import { openOn, startDatabases } from "../store/postgres/postgres-fixture.ts";
import { connected, keptDatabases, restoreDatabase, shapeOf, versionOf } from "./kept-databases.ts";
import { nothingNew, seeServedWhole } from "./served-whole.ts";

const log = pino({ level: "silent" });
const otherTables = [...fileTables, ...archiveTables];
const databases = await startDatabases(t);

const fresh = await databases.create();
await (await openOn(fresh, "node-1", { otherTables })).store.close();
const freshShape = await connected(fresh, shapeOf);

t.test("each version of the schema has a database among those that are kept", async (t) => {
  const kept = new Set(Object.values(keptDatabases).map(({ schema }) => schema));
  for (const index of migrations.keys()) {
    const version = index + 1;
    const how = `the schema has a version ${version}: npm run build, then node --import tsx test/upgrade/pack.ts ${version}-NAME "what is new" --postgres --kill, keeps a database of it`;
    t.ok(kept.has(version), how);
  }
});

for (const [name, contents] of Object.entries(keptDatabases)) {
  t.test(`a database of ${name} is served whole by the newest service: ${contents.about}`, async (t) => {
    const url = await restoreDatabase(databases, name);
    t.equal(await connected(url, versionOf), contents.schema);
    t.strictSame(await damagesOf(url), [], "as it was left");
    const { store, ...parts } = await openStored(t, url, contents.atMs + 1_000);
    t.strictSame(await connected(url, shapeOf), freshShape, "as a new database is");
    const service = await startService(t, { ...parts, store, config: nothingNew });
    await seeServedWhole(t, service, contents);
    await service.stop();
    await store.close();
    t.strictSame(await damagesOf(url), [], "and as the newest service leaves it");
  });
}

/** What a service on a database has there, at a time of the test's own. */
async function openStored(t: Test, url: string, atMs: number) {
  const { store, database } = await openOn(url, "node-1", { otherTables, checksNeeds: true });
  const clock = createManualClock(atMs);
  const folder = quickFolder(t);
  const { archiveSearchesMax: searchesMax, archiveSearchTimeoutMs: searchTimeoutMs } = defaultLimits;
  const { pool, label } = database;
  const files = createRemoteFiles(createLargeObjects({ pool, label, name: "files" }), {
    ...{ name: "files", dir: join(folder, "incoming"), clock, log, peers: createAlonePeers() },
  });
  const archiveIndex = new PostgresIndex({ pool, searchesMax, searchTimeoutMs });
  return { store: noteAnswers(store, () => store.close()), clock, folder, files, archiveIndex };
}

async function damagesOf(url: string): Promise<readonly string[]> {
  const damages: string[] = [];
  await examineDatabase({
    url,
    filesIn: (client) => bytesOfObjects(client, "files"),
    onDamage: (text) => void damages.push(text),
    onNote: () => undefined,
    onProgress: () => undefined,
  });
  return damages;
}
