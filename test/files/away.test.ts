import { readdirSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Test } from "tap";
import t from "tap";
import { listenOnLoopback } from "../../src/demo/cast/peer.ts";
import { createLargeObjects } from "../../src/files/postgres/large-objects.ts";
import { fileTables } from "../../src/files/postgres/tables.ts";
import { createRemoteFiles } from "../../src/files/remote/remote-files.ts";
import type { FileStore } from "../../src/ports/file-store.ts";
import { FileStoreError } from "../../src/ports/file-store.ts";
import { readWhole } from "../contracts/file-store-contract.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { startTestPostgres } from "../harness/postgres.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import type { BucketObjects } from "./bucket-server.ts";
import { filesInBucket, startBucket } from "./bucket-server.ts";
import { remoteOptions } from "./remote-parts.ts";
import { acceptedChat, bytesOf, upload } from "./upload-parts.ts";

/** A store of files that stops and starts again. */
interface Place {
  readonly files: FileStore;
  stop(): Promise<void>;
  start(): Promise<void>;
}

async function startDatabase(t: Test): Promise<Place> {
  const postgres = await startTestPostgres();
  t.teardown(() => postgres.remove());
  const pool = new pg.Pool({ connectionString: postgres.url, max: 4, connectionTimeoutMillis: 1_000 });
  pool.on("error", () => undefined);
  t.teardown(() => pool.end());
  for (const statement of ["CREATE SCHEMA parley", ...fileTables]) await pool.query(statement);
  const place = createLargeObjects(pool, "the database", "files");
  const files = createRemoteFiles(place, remoteOptions(t));
  return {
    files,
    async stop() {
      await postgres.stop("kill");
      // The connections notice the end of the server a little later.
      while (pool.totalCount > 0) await pause(10);
    },
    start: () => postgres.start(),
  };
}

async function startBucketPlace(t: Test): Promise<Place> {
  const objects: BucketObjects = new Map();
  let running = await startBucket(t, { objects });
  const { access } = running;
  const files = createRemoteFiles(filesInBucket(access), remoteOptions(t));
  return {
    files,
    stop: () => running.stop(),
    async start() {
      running = await startBucket(t, { port: Number(new URL(access.endpoint).port), objects });
    },
  };
}

for (const [name, startPlace] of [
  ["the database", startDatabase],
  ["the bucket", startBucketPlace],
] as const) {
  t.test(`files in ${name} are served like files in a folder`, async (t) => {
    const { files } = await startPlace(t);
    const service = await startService(t, {
      folder: temporaryFolder(t),
      files,
      limits: { uploadBytesMax: 6_000_000 },
    });
    const chat = await acceptedChat(service);
    const bytes = bytesOf(5_000_000);
    const { status, body } = await upload(service, chat, bytes, { query: "name=a.bin", type: "application/pdf" });
    t.equal(status, 201);
    const url = body.file.file;
    t.ok(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes));
    t.equal((await fetch(url, { method: "HEAD" })).headers.get("content-length"), "5000000");
    for (const [range, from, to] of [
      ["bytes=0-9", 0, 10],
      ["bytes=4000000-4100000", 4_000_000, 4_100_001],
      ["bytes=-7", 4_999_993, 5_000_000],
    ] as const) {
      const part = await fetch(url, { headers: { range } });
      t.equal(part.status, 206);
      t.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to)), range);
    }
    t.equal((await upload(service, chat, bytesOf(6_000_001))).status, 413);
    t.equal((await fetch(url.replace(/files\/[^/]*/, `files/${"A".repeat(32)}`))).status, 404);
  });

  t.test(
    `while ${name} is down, files get 503; no change is incomplete, and files work again afterwards`,
    async (t) => {
      const { files, stop, start } = await startPlace(t);
      const service = await startService(t, { folder: temporaryFolder(t), files });
      const chat = await acceptedChat(service);
      const kept = await upload(service, chat, bytesOf(1_000), { query: "name=a.bin", type: "application/pdf" });
      const coming = files.begin();
      t.teardown(() => coming.discard());
      await coming.write(bytesOf(1_000), 0);
      await stop();
      const refused = await upload(service, chat, bytesOf(1_000_000));
      t.match(refused, { status: 503, body: { error: { code: "unavailable" } } });
      t.match(refused.body.error.message, /cannot be reached now; nothing of the request was stored/);
      t.match(refused.headers.get("retry-after"), /^\d+$/);
      t.equal((await fetch(kept.body.file.file)).status, 503);
      let isCommitted = false;
      const error = await coming
        .keep(async () => {
          isCommitted = true;
          return true;
        })
        .catch((reason: unknown) => reason);
      t.match(error, { name: "FileStoreError", fault: "away" });
      t.notMatch(String(error), coming.token);
      t.notOk(isCommitted, "there is no row for the file");
      await t.rejects(files.remove(coming.token), FileStoreError);
      await t.rejects(
        files.sweep(() => false),
        FileStoreError,
      );
      await files.whenQuiet();
      await start();
      let again = await upload(service, chat, bytesOf(1_000));
      while (again.status === 503) {
        await pause(100);
        again = await upload(service, chat, bytesOf(1_000));
      }
      t.equal(again.status, 201);
      t.equal((await fetch(kept.body.file.file)).status, 200);
      t.equal(await files.open(coming.token), null);
      const lines = JSON.stringify(service.logLines);
      t.match(lines, /cannot be (stored|opened)/, "the log names the failure for the operator");
      t.notMatch(lines, kept.body.file.file.split("/")[4] ?? "no token");
    },
  );
}

t.test("a bucket's refusal is reported by its name, without a key", async (t) => {
  const { access } = await startBucket(t);
  const message = async (wrong: Partial<typeof access>): Promise<string> => {
    const place = filesInBucket({ ...access, ...wrong });
    const file = createRemoteFiles(place, remoteOptions(t)).begin();
    await file.write(bytesOf(5), 0).catch(() => undefined);
    const error = await file.keep(async () => true).catch((reason: unknown) => reason);
    return String(error);
  };
  for (const [wrong, expected] of [
    [{ accessKeyId: "s3cret", secretAccessKey: "s3cret" }, / 403$/],
    [{ secretAccessKey: "s3cret" }, / 403$/],
    [{ bucket: "missing" }, / 404$/],
  ] as const) {
    const text = await message(wrong);
    t.match(text, /^FileStoreError: Files cannot be stored in the bucket http:\/\/127.*\/(parley|missing): /);
    t.match(text, expected);
    for (const key of ["s3cret", access.accessKeyId, access.secretAccessKey]) t.notOk(text.includes(key), key);
  }
});

/** Starts a server that accepts connections and never answers. */
async function startSilent(t: Test): Promise<{ readonly port: number; readonly reached: () => boolean }> {
  let isReached = false;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    isReached = true;
  });
  return { port: await listenOnLoopback(t, server), reached: () => isReached };
}

t.test("a bucket that never answers counts as down after 5 s, and later requests fail at once", async (t) => {
  const silent = await startSilent(t);
  const { access } = await startBucket(t);
  const clock = createManualClock();
  const endpoint = `http://127.0.0.1:${silent.port}`;
  const place = filesInBucket({ ...access, endpoint }, clock);
  const files = createRemoteFiles(place, remoteOptions(t, { clock }));
  const file = files.begin();
  let failed: unknown = null;
  const writing = file.write(bytesOf(5), 0).catch((error: unknown) => {
    failed = error;
  });
  while (!silent.reached()) await nextTurn();
  clock.advance(4_999);
  await nextTurn();
  t.equal(failed, null);
  clock.advance(1);
  await writing;
  t.match(failed, { fault: "away" });
  await t.rejects(files.begin().write(bytesOf(5), 0), FileStoreError);
  await t.rejects(files.open("A".repeat(32)), FileStoreError);
  await file.discard();
});

t.test("an upload that ends while its bucket is asked leaves no open file", async (t) => {
  const { access } = await startBucket(t);
  const options = remoteOptions(t);
  const file = createRemoteFiles(filesInBucket(access), options).begin();
  const writing = file.write(bytesOf(5), 0).catch(() => undefined);
  await file.discard();
  await writing;
  const opened = readdirSync("/proc/self/fd").flatMap((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      // The descriptor of the listing itself.
      return [];
    }
  });
  t.strictSame(
    opened.filter((path) => path.startsWith(options.dir)),
    [],
  );
});

t.test("reading a file continues after the bucket cuts the answer", async (t) => {
  const objects: BucketObjects = new Map();
  let running = await startBucket(t, { objects });
  const { access } = running;
  const files = createRemoteFiles(filesInBucket(access), remoteOptions(t));
  const bytes = bytesOf(8_000_000);
  const written = files.begin();
  await written.write(bytes, 0);
  await written.keep(async () => true);
  const file = await files.open(written.token);
  const target = Buffer.alloc(bytes.length);
  let length = (await file?.read(target, 0)) ?? 0;
  await running.stop();
  running = await startBucket(t, { port: Number(new URL(access.endpoint).port), objects });
  for (let read = -1; read !== 0; length += read) read = (await file?.read(target.subarray(length), length)) ?? 0;
  await file?.close();
  t.ok(target.equals(bytes));
  t.ok((await readWhole(files, written.token))?.equals(bytes));
});
