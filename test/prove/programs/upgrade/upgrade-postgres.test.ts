import { join } from "node:path";
import type pg from "pg";
import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import { PostgresIndex } from "../../../../src/archive/postgres/postgres-index.ts";
import { archiveTables } from "../../../../src/archive/postgres/tables.ts";
import { defaultLimits } from "../../../../src/config/limits.ts";
import { bytesOfObjects } from "../../../../src/files/postgres/bytes-of-objects.ts";
import { createLargeObjects } from "../../../../src/files/postgres/large-objects.ts";
import { fileTables } from "../../../../src/files/postgres/tables.ts";
import { createRemoteFiles } from "../../../../src/files/remote/remote-files.ts";
import { createAlonePeers } from "../../../../src/store/alone-peers.ts";
import { examineDatabase } from "../../../../src/store/postgres/raw/examine-database.ts";
import { migrate } from "../../../../src/store/postgres/schema/migrate.ts";
import { migrations } from "../../../../src/store/postgres/schema/migrations.ts";
import { ensureSecret } from "../../../../src/store/postgres/schema/secret.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import { startService } from "../../../harness/service.ts";
import { noteAnswers } from "../../../harness/test-store.ts";
import { quickFolder } from "../../../store/lmdb-fixture.ts";
import { openOn, startDatabases } from "../../../store/postgres/postgres-fixture.ts";
import type { ServiceProcess } from "../../../system/harness/service/process.ts";
import { connected, keptDatabases, restoreDatabase, shapeOf, versionOf } from "./kept-databases.ts";
import { hold, prepareFault, release, startersOf, strikeBehind, waitersFor } from "./migration-faults.ts";
import { watchDatabase } from "./packed-database.ts";
import { until } from "./played-service.ts";
import { nothingNew, seeServedWhole } from "./served-whole.ts";
import { openUpgradedNodes } from "./upgraded-nodes.ts";

t.setTimeout(180_000);

const log = pino({ level: "silent" });
const otherTables = [...fileTables, ...archiveTables];
const databases = await startDatabases(t);
const [oldest = "", newest = ""] = [0, -1].map((place) => Object.keys(keptDatabases).at(place));
/** The first statement of a step. The schema, its secret and the table of its version come before. */
const firstOfStep = 4;
const secretStatements = 2;

const fresh = await databases.create();
await (await openOn(fresh, "node-1", { otherTables })).store.close();
const freshShape = await connected(fresh, shapeOf);

t.test("each version of the schema has a kept database", async (t) => {
  const kept = new Set(Object.values(keptDatabases).map(({ schema }) => schema));
  for (const index of migrations.keys()) {
    const version = index + 1;
    const how = `the schema has a version ${version}: npm run build, then node test/prove/programs/upgrade/pack.ts ${version}-NAME "what is new" --postgres --kill, keeps a database of it`;
    t.ok(kept.has(version), how);
  }
});

for (const [name, contents] of Object.entries(keptDatabases)) {
  t.test(`the newest service serves all data of the database ${name}: ${contents.about}`, async (t) => {
    const url = await restoreDatabase(databases, name);
    t.equal(await connected(url, versionOf), contents.schema);
    const { store, ...parts } = await openStored(t, url, contents.atMs + 1_000);
    t.strictSame(await damagesOf(url), [], "as it was left");
    t.strictSame(await connected(url, shapeOf), freshShape, "the shape equals a new database");
    const service = await startService(t, { ...parts, store, config: nothingNew });
    await seeServedWhole(t, service, contents);
    await service.stop();
    await store.close();
    t.strictSame(await damagesOf(url), [], "and equals the result of the newest service");
  });
}

t.test("a connection that is cut anywhere within a step leaves the complete previous version", async (t) => {
  const empty = { name: "an empty database", url: await databases.create() };
  const kept = Object.keys(keptDatabases).map(async (name) => ({ name, url: await restoreDatabase(databases, name) }));
  for (const { name, url } of [empty, ...(await Promise.all(kept))]) {
    await connected(url, async (client) => {
      await prepareFault(client, "cut");
      const shapes = new Map([[await versionOf(client), await coreOf(client)]]);
      let cuts = 0;
      for (let statement = 1, isDone = false; !isDone; ) {
        const version = await versionOf(client);
        await strikeBehind(client, statement);
        isDone = await connected(url, (cut) => migrate(cut, name, otherTables)).then(
          () => true,
          () => false,
        );
        cuts += isDone ? 0 : 1;
        const [left, shape] = [await versionOf(client), await coreOf(client)];
        t.strictSame(shape, shapes.get(left) ?? shape, `${name}: version ${left} after ${statement}`);
        shapes.set(left, shape);
        // The first step has a statement for each table.
        statement = left === version ? statement + (left === 0 ? 5 : 1) : 1;
      }
      t.equal(await versionOf(client), migrations.length);
      t.strictSame(await shapeOf(client), freshShape);
      t.comment(`${name}: ${cuts} cuts`);
    });
  }
});

const untilCounted = (what: string, count: () => Promise<number>, wanted: number): Promise<true> =>
  until(what, async () => ((await count()) === wanted ? true : undefined));

/** The shape without the parts that are created before the first step and after the last one. */
const coreOf = async (client: pg.Client): Promise<readonly string[]> =>
  (await shapeOf(client)).filter((line) => !/schema_version|secret|file_object|archive_(text|state)/.test(line));

t.test("if several processes start at once on an old database, one of them updates it", async (t) => {
  const url = await restoreDatabase(databases, oldest);
  await connected(url, async (client) => {
    await watchDatabase(client);
    await ensureSecret(client);
    await prepareFault(client, "hold");
    await hold(client);
    await strikeBehind(client, firstOfStep - secretStatements);
    const opening = Promise.all(["a", "b", "c", "d"].map((id) => openOn(url, id, { otherTables })));
    await untilCounted("three processes that wait for the fourth", () => waitersFor(client, "update"), 3);
    await release(client);
    for (const { store } of await opening) await store.close();
    t.strictSame(await shapeOf(client), freshShape);
    const made = (await client.query<{ words: string }>("SELECT words FROM public.made")).rows.map(
      ({ words }) => words,
    );
    for (const words of migrations.slice(keptDatabases[oldest]?.schema).flat())
      t.equal(made.filter((one) => one === words).length, 1, `${words.slice(0, 60)}: once`);
  });
});

t.test("a process that is killed or frozen within a step does not block other processes", async (t) => {
  const url = await restoreDatabase(databases, oldest);
  const nodes = await openUpgradedNodes(t);
  await connected(url, async (client) => {
    const oldShape = await coreOf(client);
    await prepareFault(client, "hold");
    const startHeld = async (): Promise<ServiceProcess> => {
      await hold(client);
      await strikeBehind(client, firstOfStep);
      const life = nodes.start(url);
      await untilCounted("a step under way", () => waitersFor(client, "release"), 1);
      return life;
    };
    const killed = await startHeld();
    await killed.kill();
    await release(client);
    await untilCounted("the end of its connection", () => startersOf(client), 0);
    t.strictSame([await versionOf(client), await coreOf(client)], [keptDatabases[oldest]?.schema, oldShape]);

    const frozen = await startHeld();
    process.kill(frozen.pid, "SIGSTOP");
    const other = nodes.start(url);
    await untilCounted("another process that waits for it", () => waitersFor(client, "update"), 1);
    await release(client);
    await other.ready();
    t.equal(await versionOf(client), migrations.length);
    process.kill(frozen.pid, "SIGCONT");
    await frozen.ready();
    t.strictSame(await shapeOf(client), freshShape);
    await nodes.untilSent(/^\/down\/DOWNSHOP01 .*I am here, Dora/);
    for (const life of [other, frozen]) await life.kill();
  });
  t.strictSame(await damagesOf(url), []);
});

t.test("a database of a newer program is refused with one sentence, and not changed", async (t) => {
  const url = await restoreDatabase(databases, newest);
  const { start } = await openUpgradedNodes(t);
  await connected(url, async (client) => {
    await client.query("UPDATE parley.schema_version SET version = 99");
    const everything = async () =>
      (await client.query("SELECT schema_to_xml('parley', true, false, '')::text AS all")).rows;
    const before = [await shapeOf(client), await everything()];
    const life = start(url);
    t.strictSame(await life.ended, { code: 2, signal: null });
    t.match(
      life.stderr,
      /^The database postgres:\/\/127\.0\.0\.1:\d+\/test_[0-9a-f]+ has version 99 of the schema; .*\. A newer version of the service wrote it: .*\.\n$/,
    );
    t.strictSame([await shapeOf(client), await everything()], before);
  });
  await t.rejects(damagesOf(url), /has version 99 of the schema/, "doctor does not check it");
});

/** Opens a service on a database, with a clock of the test. */
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
