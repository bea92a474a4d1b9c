import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import type { OpenBackups } from "../../src/backup/create-backups.ts";
import { createBackups } from "../../src/backup/create-backups.ts";
import type { BackupFolderTimes } from "../../src/backup/folder/backup-folder.ts";
import { findBase } from "../../src/backup/restore/find-base.ts";
import { asAgentId, asChatId } from "../../src/core/ids.ts";
import type { Result } from "../../src/core/result.ts";
import { createFileFolder } from "../../src/files/file-folder.ts";
import { createMovedFolder } from "../../src/files/moved-folder.ts";
import { tokensIn } from "../../src/files/stored-files.ts";
import { createWatchedFiles } from "../../src/files/watched-files.ts";
import { openFilledFolder } from "../../src/operator/restore/filled-folder.ts";
import type { Restored } from "../../src/operator/restore/restore.ts";
import { restore } from "../../src/operator/restore/restore.ts";
import type { Store } from "../../src/ports/store.ts";
import type { WatchedFiles } from "../../src/ports/watched-files.ts";
import { rowsFolderOf } from "../../src/store/lmdb/folder/data-folder.ts";
import type { LmdbStore } from "../../src/store/lmdb/lmdb-store.ts";
import type { LmdbStoreOptions } from "../../src/store/lmdb/open-lmdb-store.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { createRowReader } from "../../src/tasks/row-reader.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { neverMs, recordingLog, storedNumbers } from "../store/lmdb-fixture.ts";

export const wholeLog = () => ({ ...recordingLog(), debug: () => undefined });
export const secondMs = 1_000;
export const hourMs = 3_600 * secondMs;

export interface BackupWorld {
  readonly root: string;
  readonly dir: string;
  readonly store: LmdbStore;
  readonly files: WatchedFiles;
  readonly backups: OpenBackups;
  readonly clock: ManualClock;
  readonly log: ReturnType<typeof wholeLog>;
  /** Stops everything. The files on the disk stay. */
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly root?: string;
  readonly clock?: ManualClock;
  readonly store?: Partial<LmdbStoreOptions>;
  /** If given, the world has a backup folder with these times. */
  readonly times?: BackupFolderTimes;
}

export const backupFolderOf = (root: string): string => join(root, "backup");
export const quickTimes: BackupFolderTimes = { everyMs: secondMs, baseEveryMs: 24 * hourMs, keptMs: 7 * 24 * hourMs };

/** Opens a store on a disk, with files and backups. The clock does not advance by itself. */
export async function openBackupWorld(t: Test, options: WorldOptions = {}): Promise<BackupWorld> {
  const { root = temporaryFolder(t), clock = createManualClock(), times = null } = options;
  const dir = join(root, "data");
  const log = wholeLog();
  let backups: OpenBackups | null = null;
  const store = await openLmdbStore({
    ...{ dir, log, clock, segmentBytes: 64 * 1024, flushIntervalMs: neverMs },
    beforeClose: async () => backups?.stop(),
    ...options.store,
  });
  const watch = (name: string): WatchedFiles =>
    createWatchedFiles(createFileFolder(join(dir, name), log), () => tokensIn(join(dir, name)));
  const files = { files: watch("files"), photos: watch("photos") };
  const copiesIn = (folder: string) => createMovedFolder(folder, log);
  backups = createBackups({
    ...{ files, copiesIn, clock, log },
    images: store.images,
    rows: createRowReader(rowsFolderOf(dir)),
    folder: times === null ? null : { path: backupFolderOf(root), ...times },
    bytesPerSecond: 2 ** 40,
  });
  if (times !== null) backups.start();
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= store.close();
    return closing;
  };
  t.teardown(close);
  return { ...{ root, dir, store, backups, clock, log }, files: files.files, close };
}

/** Stores a file with these bytes. Resolves with its token. */
export async function keepFile({ files, store }: BackupWorld, text: string): Promise<string> {
  const file = files.begin();
  await file.write(Buffer.from(text), 0);
  await file.keep(async () => {
    await store.commit({}, () => [{ table: "file", key: [file.token], row: { ...fileRow, bytes: text.length } }]);
    return true;
  });
  return file.token;
}

/** Removes a file as the service does: the row first. */
export async function dropFile({ files, store }: BackupWorld, token: string): Promise<void> {
  await store.commit({}, () => [{ table: "file", key: [token], row: null }]);
  await files.remove(token);
}

const fileRow = {
  chatId: asChatId("1"),
  agentId: asAgentId(0),
  name: "picture.png",
  mimeType: "image/png",
  createdAtMs: 1,
};

/** Writes an image into a file. Resolves with its path. */
export async function saveImage({ backups, root }: BackupWorld, name = "image.tar.gz"): Promise<string> {
  const made = backups.makeImage();
  if (!made.ok) throw new Error(made.failure.message);
  const pieces: Uint8Array[] = [];
  for await (const piece of made.value.bytes) pieces.push(piece);
  const path = join(root, name);
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}

export interface RestoreOptions {
  readonly name?: string;
  readonly untilMs?: number | null;
}

/** Restores an image file or the backup folder at `path` into a new folder. Resolves with the result and the new folder. */
export async function restoreInto(
  root: string,
  path: string,
  { name = "restored", untilMs = null }: RestoreOptions = {},
): Promise<{ readonly done: Result<Restored>; readonly dir: string }> {
  const dir = join(root, name);
  const log = wholeLog();
  const found = path === backupFolderOf(root) ? await findBase(path, untilMs) : null;
  const done = await restore({
    path: found?.base.path ?? path,
    ...{ found, untilMs, dataDir: dir },
    erasedIn: existsSync(backupFolderOf(root)) ? backupFolderOf(root) : null,
    openFolder: () => openFilledFolder(dir, log),
    copiesIn: (folder) => createMovedFolder(folder, log),
    progress: { begin: () => undefined, add: () => undefined },
    say: () => undefined,
  });
  return { done, dir };
}

/** Opens the store of a folder that no service uses, and reads from it. */
export async function withStore<Value>(dir: string, read: (store: Store) => Promise<Value>): Promise<Value> {
  const store = await openLmdbStore({ dir, log: recordingLog() });
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

/** Advances the clock until a new copy has begun and finished. */
export async function nextCopy(world: BackupWorld): Promise<void> {
  const nowMs = world.clock.nowMs();
  await passUntil(world, () => (world.backups.folder()?.copiedUpToMs ?? 0) > nowMs);
}

/** Advances the clock repeatedly, because the timer of the next copy or base starts a little after the end of the last one is visible. */
export function passUntil({ clock }: BackupWorld, isSo: () => boolean): Promise<void> {
  let turns = 0;
  return until(() => {
    if (turns % 10 === 0) clock.advance(secondMs);
    turns += 1;
    return isSo();
  });
}

/** Resolves when the first base exists and everything up to now is copied. */
export async function whenFollowed(world: BackupWorld): Promise<void> {
  await until(() => world.backups.folder()?.lastBaseAtMs !== null);
  await nextCopy(world);
}

export async function until(isSo: () => boolean): Promise<void> {
  for (const giveUpAtMs = performance.now() + 20_000; !isSo(); ) {
    if (performance.now() > giveUpAtMs) throw new Error(`Waited 20 s for ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export const namesOf = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** The only folder of a journal in the backup folder. */
export const placeOf = ({ root }: BackupWorld): string =>
  join(backupFolderOf(root), namesOf(backupFolderOf(root))[0] ?? "");
export const filesOf = (world: BackupWorld): readonly string[] =>
  namesOf(join(placeOf(world), "journal")).map((name) => join(placeOf(world), "journal", name));
export const basesOf = (world: BackupWorld): readonly string[] =>
  namesOf(placeOf(world)).filter((name) => name.startsWith("base-"));
export const numbersIn = (dir: string): Promise<number[]> => withStore(dir, storedNumbers);
