import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { rename, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { openDiskSpace } from "../../src/files/disk-space.ts";
import { createFileFolder } from "../../src/files/file-folder.ts";
import type { FileStore } from "../../src/ports/file-store.ts";
import { FileStoreError } from "../../src/ports/file-store.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { bytesOf, filesIn } from "./upload-parts.ts";

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

function openFolder(t: Test): {
  readonly dir: string;
  readonly files: FileStore;
  readonly list: () => readonly string[];
} {
  const dir = join(temporaryFolder(t), "files");
  return { dir, files: createFileFolder(dir, log), list: () => (existsSync(dir) ? filesIn(dir) : []) };
}

async function readWhole(files: FileStore, token: string): Promise<Buffer | null> {
  const file = await files.open(token);
  if (file === null) return null;
  const bytes = Buffer.alloc(file.bytes);
  let length = 0;
  for (let read = -1; read !== 0; length += read) read = await file.read(bytes.subarray(length), length);
  await file.close();
  return bytes.subarray(0, length);
}

t.test("[CH-60] a file is complete on the disk before its rows are committed, or does not exist", async (t) => {
  const { files, list } = openFolder(t);
  t.strictSame(list(), [], "nothing is created before the first file");
  const file = files.begin();
  t.match(file.token, /^[A-Za-z0-9_-]{32}$/, "192 random bits");
  t.not(file.token, files.begin().token);
  t.notOk(file.writeNow(bytesOf(10), 0), "nothing is open yet");
  await file.write(bytesOf(10), 0);
  const last = file.write(bytesOf(90_000, 7), 30);
  t.ok(file.writeNow(bytesOf(20, 3), 10), "also during a write");
  await last;
  t.strictSame(list(), [`incoming/${file.token}.part`]);
  t.equal(await files.open(file.token), null, "an incomplete file cannot be read");
  const seen: (readonly string[])[] = [];
  const isKept = await file.keep(async () => {
    seen.push(list());
    return true;
  });
  t.equal(isKept, true);
  const path = `${file.token.slice(0, 2)}/${file.token}`;
  t.strictSame(seen, [[path]], "when the rows are committed the file has its name");
  t.ok((await readWhole(files, file.token))?.equals(Buffer.concat([bytesOf(10), bytesOf(20, 3), bytesOf(90_000, 7)])));
  await file.discard();
  t.strictSame(list(), [path], "a kept file is not discarded");
  await files.remove(file.token);
  await files.remove(file.token);
  t.strictSame(list(), []);
  t.equal(await files.open("../../etc/passwd"), null);

  const refused = files.begin();
  await refused.write(bytesOf(5), 0);
  await t.rejects(
    refused.keep(() => Promise.reject(new Error("no rows"))),
    { message: "no rows" },
  );
  const unwanted = files.begin();
  await unwanted.write(bytesOf(5), 0);
  t.equal(await unwanted.keep(async () => false), false);
  t.strictSame(list(), []);
});

t.test("files left by a crash are removed; files that are being written or that have a row stay", async (t) => {
  const { dir, files, list } = openFolder(t);
  t.equal(await files.sweep(() => false), 0, "before there is a folder");
  const kept = files.begin();
  await kept.write(bytesOf(5), 0);
  await kept.keep(async () => true);
  const writing = files.begin();
  await writing.write(bytesOf(5), 0);
  const lost = "A".repeat(32);
  mkdirSync(join(dir, "AA"), { recursive: true });
  writeFileSync(join(dir, "AA", lost), "its process was killed before its commit");
  writeFileSync(join(dir, "incoming", `${lost}.part`), "its process was killed in the middle");
  const keeping = files.begin();
  await keeping.write(bytesOf(5), 0);
  const kinds = (): readonly string[] => list().map((path) => path.replace(/^.*\//, ""));
  await keeping.keep(async () => {
    t.equal(await files.sweep((token) => token === kept.token), 2);
    t.strictSame([...kinds()].sort(), [keeping.token, kept.token, `${writing.token}.part`].sort());
    return true;
  });
  const isQuiet = files.whenQuiet().then(() => "quiet");
  t.equal(await Promise.race([isQuiet, "busy"]), "busy");
  await writing.discard();
  t.equal(await isQuiet, "quiet");
  t.equal(await files.sweep(() => false), 2);
  t.strictSame(list(), []);
});

t.test("[CH-60] a file that is discarded while its first bytes arrive leaves nothing", async (t) => {
  const { files, list } = openFolder(t);
  const file = files.begin();
  const writing = file.write(bytesOf(5), 0).catch(() => undefined);
  await file.discard();
  await writing;
  t.strictSame(list(), []);
  const later = files.begin();
  await later.discard();
  await t.rejects(later.write(bytesOf(5), 0), "bytes after the end are refused");
  t.strictSame(list(), []);
});

t.test("the error names a folder that cannot be used, and no token", async (t) => {
  const { dir, files } = openFolder(t);
  writeFileSync(dir, "a file where the folder should be");
  const file = files.begin();
  const error = await file.write(bytesOf(5), 0).catch((reason: unknown) => reason);
  t.type(error, FileStoreError);
  t.match(String(error), `A file cannot be written in ${dir}: `);
  t.notMatch(String(error), file.token);
  await file.discard();
  await files.whenQuiet();
});

t.test("the free disk space is measured every 2 s, and is unknown while measuring fails", async (t) => {
  const dir = t.testdir({ data: {} });
  const folder = join(dir, "data");
  const clock = createManualClock();
  const warnings: object[] = [];
  const disk = await openDiskSpace({
    dir: folder,
    clock,
    log: { ...log, warn: (fields) => void warnings.push(fields) },
  });
  const { bsize, blocks } = await statfs(folder);
  t.equal(disk.latest?.totalBytes, blocks * bsize);
  t.ok((disk.latest?.freeBytes ?? 0) > 0 && (disk.latest?.freeBytes ?? 0) <= blocks * bsize);
  /** Measures repeatedly until the condition is true. */
  const until = async (isKnown: boolean): Promise<void> => {
    while ((disk.latest !== null) !== isKnown) {
      clock.advance(2_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await rename(folder, join(dir, "elsewhere"));
  await until(false);
  const measuredAtMs = clock.nextWakeAtMs();
  while (clock.nextWakeAtMs() <= measuredAtMs + 10_000) {
    clock.advance(2_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.equal(warnings.length, 1, "said once");
  t.match(warnings[0], { reason: /The free space cannot be measured in .*: ENOENT in statfs/ });
  await rename(join(dir, "elsewhere"), folder);
  await until(true);
  await disk.close();
});
