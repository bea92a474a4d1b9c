import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import { filesFolderOf } from "../../backup/folder/folder-names.ts";
import type { WholeImage } from "../../backup/image/read-image.ts";
import { verifyImage } from "../../backup/image/read-image.ts";
import type { BaseFound } from "../../backup/restore/find-base.ts";
import type { RestoredPoint } from "../../backup/restore/later-parts.ts";
import { laterParts } from "../../backup/restore/later-parts.ts";
import { replayFolder } from "../../backup/restore/replay-folder.ts";
import { restoreImage } from "../../backup/restore/restore-image.ts";
import { isMissing } from "../../core/files/is-missing.ts";
import { partSuffix } from "../../core/files/whole-file.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { ReplayedJournal } from "../../ports/image-target.ts";
import type { MovedFiles } from "../../ports/moved-files.ts";
import { migrationName } from "../../store/lmdb/folder/migration-file.ts";
import { checkRecordsIn } from "../../store/lmdb/journal/records-in.ts";
import type { Progress } from "../progress.ts";
import type { FilledFolder } from "./filled-folder.ts";
import { purposeOf } from "./filled-folder.ts";

export interface Restore {
  /** The image of the whole state, or the base of a folder. */
  readonly path: string;
  /** The journal after the base. `null` for a single image. */
  readonly found: BaseFound | null;
  readonly untilMs: number | null;
  /** The backup folder whose later erasures of clients apply too, or `null`. */
  readonly erasedIn: string | null;
  readonly dataDir: string;
  /** Opens the folder that the restore fills. */
  readonly openFolder: () => Promise<FilledFolder>;
  readonly copiesIn: (folder: string) => MovedFiles;
  readonly progress: Progress;
  say(line: string): void;
}

export interface Restored {
  /** The moment of the restored state, if the backup has it. Unix milliseconds. */
  readonly atMs: number;
  readonly image: WholeImage;
  /** Files that rows name but the backup lacks. */
  readonly filesMissing: number;
  /** Whether clients were erased since. The service erases them again before it serves. */
  readonly hasErasures: boolean;
  /** Damage in which there may have been more of them. */
  readonly erasuresLost: readonly string[];
}

/** Reads the whole backup, then fills the folder. Returns why that is not possible, with nothing created. Rejects when it fails later. */
export async function restore(parts: Restore): Promise<Result<Restored>> {
  const { path, progress, say, dataDir } = parts;
  progress.begin("pieces compared", 0);
  const image = await verifyImage(path, (bytes) => progress.add(1, bytes));
  if (image.begin.files === "beside" && parts.found === null)
    return fail("conflict", `${path} is the base of a backup folder, without files: name the backup folder itself.`);
  const refusal = await refuseUsed(dataDir);
  if (refusal !== null) return fail("conflict", refusal);
  const unreached = parts.found === null ? null : await checkJournal(parts, parts.found);
  if (unreached !== null) return fail("conflict", unreached);
  say(`${basename(path)} is complete: ${image.end.rows} rows and ${image.end.records} journal records.`);
  const folder = await parts.openFolder();
  try {
    return ok(await fill(parts, image, folder));
  } finally {
    await folder.target.close();
  }
}

/**
 * Checks that the requested part of the journal can be replayed. Rejects with StoreError when it cannot. Returns why it does not go up
 * to the requested moment, or `null`.
 */
async function checkJournal({ progress, untilMs }: Restore, found: BaseFound): Promise<string | null> {
  progress.begin("parts of the journal compared", 0);
  const target = { replay: async (journal: ReplayedJournal) => checkRecordsIn(journal) };
  const end = await replayFolder({ found, target, untilMs, onProgress: (bytes) => progress.add(1, bytes) });
  const { place, later } = found;
  const atMs = end.atMs ?? found.base.endedAtMs;
  if (untilMs === null || end.isOver || atMs >= untilMs) return null;
  // A later base shows that nothing else was written until then, unless it has more records.
  if (later.some(({ place: other, base }) => other.path !== place.path || base.through <= end.number)) return null;
  const [lastAt, wantedAt] = [atMs, untilMs].map((ms) => new Date(ms).toISOString());
  return `${place.path} ends with the state of ${lastAt}, so ${wantedAt} of --at was not reached: expected this time or an earlier one, or no --at for the last state.`;
}

async function fill(parts: Restore, image: WholeImage, folder: FilledFolder): Promise<Restored> {
  const { target, files, photos } = folder;
  const { path, found, untilMs, progress } = parts;
  await target.begin(purposeOf(basename(path)));
  const onProgress = (bytes: number): void => progress.add(1, bytes);
  progress.begin("entries restored", 0);
  await restoreImage({ path, image, target, files, photos, onProgress });
  let atMs = image.end.endedAtMs;
  let number = image.end.through;
  let filesMissing = 0;
  if (found !== null) {
    progress.begin("parts of the journal restored", 0);
    const end = await replayFolder({ found, target, untilMs, onProgress });
    atMs = end.atMs ?? atMs;
    number = end.number;
    if (image.begin.files === "beside") filesMissing = await putFilesBack(parts, found, folder);
  }
  const erased = await eraseAgain(parts, { journalId: image.begin.journalId, number, atMs }, folder);
  await target.finish(atMs);
  return { atMs, image, filesMissing, ...erased };
}

/** Marks the clients that were erased after that moment, so that they do not come back. */
async function eraseAgain(
  { erasedIn, progress }: Restore,
  point: RestoredPoint,
  folder: FilledFolder,
): Promise<Pick<Restored, "hasErasures" | "erasuresLost">> {
  const erasuresLost: string[] = [];
  if (erasedIn === null) return { hasErasures: false, erasuresLost };
  progress.begin("parts of the journal searched for erasures", 0);
  let erasures = 0;
  for await (const later of laterParts(erasedIn, point, (damage) => void erasuresLost.push(damage))) {
    erasures += await folder.eraseAgain(later);
    progress.add(1, later.bytes.length);
  }
  return { hasErasures: erasures > 0, erasuresLost };
}

/** Restores the files that rows name, and all photos. The service deletes photos without an owner later. */
async function putFilesBack(
  { copiesIn, progress }: Restore,
  { place }: BaseFound,
  { files, photos, fileTokens }: FilledFolder,
): Promise<number> {
  progress.begin("files restored", 0);
  const copies = copiesIn(filesFolderOf(place, "files"));
  let missing = 0;
  for await (const token of fileTokens()) if (!(await putBack(copies, files, token, progress))) missing += 1;
  const copiedPhotos = copiesIn(filesFolderOf(place, "photos"));
  for await (const token of copiedPhotos.tokens()) await putBack(copiedPhotos, photos, token, progress);
  return missing;
}

async function putBack(from: MovedFiles, to: MovedFiles, token: string, progress: Progress): Promise<boolean> {
  const file = await from.open(token);
  if (file === null) return false;
  try {
    await to.put(token, file);
    progress.add(1, file.bytes);
    return true;
  } finally {
    await file.close();
  }
}

/** A kill right at the start leaves only these. */
const firstNames: readonly string[] = ["owner.lock", `${migrationName}${partSuffix}`];

/** The folder may hold files of an earlier restore that was killed. They are deleted. */
async function refuseUsed(dataDir: string): Promise<string | null> {
  const names = await readdir(dataDir).catch((error: unknown): string[] => {
    if (isMissing(error)) return [];
    throw error;
  });
  if (names.every((name) => firstNames.includes(name)) || names.includes(migrationName)) return null;
  return `The folder ${dataDir} is not empty, and a restore overwrites nothing: expected an empty or missing folder.`;
}
