import { randomBytes } from "node:crypto";
import { constants, lstatSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createBackups } from "../../backup/create-backups.ts";
import { ImageError } from "../../backup/image/image.types.ts";
import type { WholeImage } from "../../backup/image/read-image.ts";
import { verifyImage } from "../../backup/image/read-image.ts";
import { fieldOf } from "../../codec/json/json-values.ts";
import type { Installation } from "../../config/data-folder.ts";
import { findInstallation } from "../../config/data-folder.ts";
import { defaultLimits } from "../../config/limits.ts";
import { systemClock } from "../../core/clock.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { createLog } from "../../core/telemetry/log.ts";
import { createFileFolder } from "../../files/file-folder.ts";
import { createMovedFolder } from "../../files/moved-folder.ts";
import { tokensIn } from "../../files/stored-files.ts";
import { createWatchedFiles } from "../../files/watched-files.ts";
import type { Image } from "../../ports/backups.ts";
import type { Log } from "../../ports/log.ts";
import { StoreInUseError } from "../../ports/store-errors.ts";
import type { WatchedFiles } from "../../ports/watched-files.ts";
import { isDataFolder, rowsFolderOf } from "../../store/lmdb/folder/data-folder.ts";
import { openLmdbStore } from "../../store/lmdb/open-lmdb-store.ts";
import { createRowReader } from "../../tasks/row-reader.ts";
import { NotReachedError, readWhole, sendToService } from "../ask-service.ts";
import type { Terminal } from "../command.ts";
import { keepFilesPrivate, runAsProcess } from "../command.ts";
import { readOperatorFile } from "../operator-file.ts";
import type { Progress } from "../progress.ts";
import { createProgress, megabytes } from "../progress.ts";
import { backupWords } from "./command-line.ts";

async function backUp(
  file: string,
  { dataDir, store, hasFilesElsewhere }: Installation,
  progress: Progress,
): Promise<Result<WrittenImage>> {
  if (store.kind === "postgres")
    return fail("conflict", "All data is in a PostgreSQL: back it up with a tool of PostgreSQL, such as pg_dump.");
  if (!(await isDataFolder(dataDir))) return fail("not_found", `There is no data folder of Parley at ${dataDir}.`);
  const { logger: log } = createLog("error", defaultLimits);
  try {
    const { image, close } = await openStoredImage(dataDir, hasFilesElsewhere, log);
    image.end.catch(() => undefined);
    return ok(await writeImageFile(file, image.bytes, progress).finally(close));
  } catch (error) {
    if (!(error instanceof StoreInUseError)) throw error;
    return askService(file, dataDir, progress);
  }
}

/** Asks the service that owns the folder for the image. */
async function askService(file: string, dataDir: string, progress: Progress): Promise<Result<WrittenImage>> {
  const entry = await readOperatorFile(dataDir);
  if (entry === null) return fail("unavailable", notReady(dataDir, "it does not listen"));
  try {
    const answer = await sendToService(entry, "POST", "/api/backup");
    if (answer.statusCode === 200) return ok(await writeImageFile(file, answer, progress));
    const { status, body } = await readWhole(answer);
    const message = fieldOf(fieldOf(body, "error"), "message");
    return fail("unavailable", notReady(dataDir, typeof message === "string" ? message : `it answers ${status}`));
  } catch (error) {
    if (!(error instanceof NotReachedError)) throw error;
    return fail("unavailable", notReady(dataDir, error.message));
  }
}

const notReady = (dataDir: string, reason: string): string =>
  `The service that uses the data folder ${dataDir} cannot make a backup: ${reason}`;

function describe(file: string, { end, begin, bytes }: WrittenImage, say: Terminal["out"]): void {
  const at = new Date(end.endedAtMs).toISOString();
  const files = begin.files === "elsewhere" ? "without files, which are in a bucket" : `${end.files} files`;
  say(
    `${file} contains everything as it was at ${at}: ${end.rows} rows, ${end.records} journal records, ${files}; ${megabytes(bytes)}, compared.`,
  );
  for (const row of end.damaged) say(`DAMAGED  ${row} is damaged; the backup contains it as it is`);
}

interface WrittenImage extends WholeImage {
  /** The length of the file. */
  readonly bytes: number;
}

/**
 * Writes the bytes to a new file under a name that nobody knows, reads them back and compares them. Only then does the file get its
 * name. The folder is opened once, so that nobody can exchange a part of its path meanwhile. Follows no link and overwrites nothing.
 */
async function writeImageFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  progress: Progress,
): Promise<WrittenImage> {
  const folder = await open(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
  const inFolder = (name: string): string => `/proc/self/fd/${folder.fd}/${name}`;
  const part = inFolder(`${basename(path)}.${randomBytes(8).toString("hex")}.part`);
  try {
    const file = await open(part, "wx+", 0o600).catch((error: unknown) => {
      throw new ImageError(`${path} cannot be written: ${Object(error).code}`);
    });
    const image = await writePart(file, path, bytes, progress).finally(() => file.close());
    if (lstatSync(inFolder(basename(path)), { throwIfNoEntry: false }) !== undefined)
      throw new ImageError(`${path} exists since the backup began, and a backup overwrites nothing`);
    await rename(part, inFolder(basename(path)));
    await folder.sync();
    return image;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await folder.close();
  }
}

async function writePart(
  file: FileHandle,
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  progress: Progress,
): Promise<WrittenImage> {
  progress.begin("pieces written", 0);
  for await (const piece of bytes) {
    await file.appendFile(piece);
    progress.add(1, piece.length);
  }
  await file.sync();
  progress.begin("pieces compared", 0);
  const written = file.createReadStream({ start: 0, autoClose: false });
  const image = await verifyImage(path, (length) => progress.add(1, length), written);
  return { ...image, bytes: (await file.stat()).size };
}

interface StoredImage {
  readonly image: Image;
  close(): Promise<void>;
}

/** Creates an image of a data folder that no service uses. Rejects with StoreInUseError when one uses it. */
async function openStoredImage(dir: string, hasFilesElsewhere: boolean, log: Log): Promise<StoredImage> {
  const store = await openLmdbStore({ dir, log });
  const watch = (name: string): WatchedFiles => {
    const folder = join(dir, name);
    return createWatchedFiles(createFileFolder(folder, log), () => tokensIn(folder));
  };
  const backups = createBackups({
    images: store.images,
    rows: createRowReader(rowsFolderOf(dir)),
    files: hasFilesElsewhere ? null : { files: watch("files"), photos: watch("photos") },
    copiesIn: (folder) => createMovedFolder(folder, log),
    folder: null,
    // No service waits for the disk, so there is no limit.
    bytesPerSecond: Number.MAX_SAFE_INTEGER,
    clock: systemClock,
    log,
  });
  const made = backups.makeImage();
  if (!made.ok) throw new Error(made.failure.message);
  return {
    image: made.value,
    async close() {
      await backups.stop();
      await store.close();
    },
  };
}

/** `npm run backup`. */
keepFilesPrivate();
runAsProcess("backup", {
  create: backupWords.create,
  read(operands, flags, surroundings) {
    const { environment, mistakes } = surroundings;
    const order = backupWords.read(operands, flags, surroundings);
    const installation = mistakes.lines.length > 0 ? null : findInstallation(flags, environment, mistakes);
    if (order === null || installation === null) return null;
    const { file } = order;
    return async ({ out, err }) => {
      const made = await backUp(file, installation, createProgress(systemClock, err));
      if (!made.ok) return made;
      describe(file, made.value, out);
      return ok(undefined);
    };
  },
});
