import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import { openFiles } from "../../src/app/open-store.ts";
import { systemClock } from "../../src/core/clock.ts";
import { createFileFolder } from "../../src/files/file-folder.ts";
import { createLargeObjects } from "../../src/files/postgres/large-objects.ts";
import { fileTables } from "../../src/files/postgres/tables.ts";
import type { ObjectPlace } from "../../src/files/remote/object-place.ts";
import { createRemoteFiles } from "../../src/files/remote/remote-files.ts";
import { createAlonePeers } from "../../src/store/alone-peers.ts";
import type { FileStoreUnderTest } from "../contracts/file-store-contract.ts";
import { readWhole, runFileStoreContract } from "../contracts/file-store-contract.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryHub } from "../harness/memory-store/memory-peers.ts";
import { startTestPostgres } from "../harness/postgres.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { filesInBucket, startBucket } from "./bucket-server.ts";
import { quietLog, remoteOptions } from "./remote-parts.ts";
import { bytesOf, filesIn } from "./upload-parts.ts";

runFileStoreContract(t, "a folder", async (t) => {
  const dir = join(temporaryFolder(t), "files");
  return {
    open: () => createFileFolder(dir, quietLog),
    list: async () =>
      (existsSync(dir) ? filesIn(dir) : []).filter((path) => !path.endsWith(".part")).map((path) => path.slice(3)),
  };
});

/** Several processes, each with its own connection to the same store. */
const remote = (t: Test, createPlace: () => ObjectPlace): FileStoreUnderTest => ({
  open: () => createRemoteFiles(createPlace(), remoteOptions(t)),
  async list() {
    const tokens: string[] = [];
    for await (const page of createPlace().tokensOlderThan(0)) tokens.push(...page);
    return tokens;
  },
});

const postgres = await startTestPostgres();
t.teardown(() => postgres.remove());
const pool = new pg.Pool({ connectionString: postgres.url, max: 4, connectionTimeoutMillis: 3_000 });
t.teardown(() => pool.end());
for (const statement of ["CREATE SCHEMA IF NOT EXISTS parley", ...fileTables, ...fileTables])
  await pool.query(statement);

runFileStoreContract(t, "large objects of a database", async (t) => {
  await pool.query("SELECT lo_unlink(oid) FROM parley.file_object");
  await pool.query("DELETE FROM parley.file_object");
  return remote(t, () => createLargeObjects(pool, "the database", "files"));
});

t.test(
  "no large object stays without its row, and other large objects in the same database are not touched",
  async (t) => {
    const count = async (): Promise<number> =>
      Number((await pool.query("SELECT count(*) FROM pg_largeobject_metadata")).rows[0].count);
    await pool.query("SELECT lo_unlink(oid) FROM parley.file_object");
    await pool.query("DELETE FROM parley.file_object");
    t.equal(await count(), 0, "the contract tests left none");
    const { rows } = await pool.query("SELECT lo_from_bytea(0, 'of another application') AS oid");
    const open = (name: string) => createRemoteFiles(createLargeObjects(pool, "the database", name), remoteOptions(t));
    const [files, photos] = [open("files"), open("photos")];
    const photo = photos.begin();
    await photo.write(Buffer.from("a photo"), 0);
    await photo.keep(async () => true);
    t.equal(await files.open(photo.token), null);
    t.equal(await files.sweep(() => false), 0);
    t.equal(await count(), 2);
    t.equal(await photos.sweep(() => false), 1);
    t.equal(await count(), 1);
    await pool.query("SELECT lo_unlink($1)", [rows[0].oid]);
  },
);

runFileStoreContract(t, "a bucket", async (t) => {
  const { access } = await startBucket(t);
  return remote(t, () => filesInBucket(access));
});

t.test(
  "a young file without a row stays, because its process may commit it soon; one process checks at a time",
  async (t) => {
    await pool.query("SELECT lo_unlink(oid) FROM parley.file_object");
    await pool.query("DELETE FROM parley.file_object");
    const clock = createManualClock();
    const hub = createMemoryHub({ clock, log: pino({ level: "silent" }) });
    const open = (leftAfterMs: number) =>
      createRemoteFiles(
        createLargeObjects(pool, "the database", "files"),
        remoteOptions(t, { peers: hub.join(), leftAfterMs }),
      );
    const [patient, hasty, other] = [open(3_600_000), open(0), open(0)];
    const left = patient.begin();
    await left.write(Buffer.from("left"), 0);
    let swept: readonly number[] = [];
    await left.keep(async () => {
      swept = [await other.sweep(() => true), await patient.sweep(() => false)];
      swept = [...swept, await hasty.sweep(async () => (await other.sweep(() => false)) > 0)];
      return true;
    });
    t.strictSame(swept, [0, 0, 1], "while one process checks, the other does not");
    await pool.query("SELECT lo_unlink(oid) FROM parley.file_object");
  },
);

t.test(
  "a file that one node stored is at another node: in the bucket of the config file, else in the database",
  async (t) => {
    const { access } = await startBucket(t);
    for (const filesBucket of [null, access]) {
      const openNode = () =>
        openFiles({
          config: { dataDir: temporaryFolder(t), filesBucket },
          database: { pool, label: "the database" },
          ...{ clock: systemClock, log: quietLog, peers: createAlonePeers() },
        });
      const [one, two] = [await openNode(), await openNode()];
      const bytes = bytesOf(700_000);
      const coming = one.files.begin();
      await coming.write(bytes, 0);
      await coming.keep(async () => true);
      t.ok((await readWhole(two.files, coming.token))?.equals(bytes));
      t.equal(await two.photos.open(coming.token), null, "photos are apart");
    }
  },
);
