import type { FileHandle } from "node:fs/promises";
import { chmod, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "../../core/files/make-folders.ts";
import { namesIn } from "../../core/files/names-in.ts";
import { createFile, syncFolder } from "../../core/files/whole-file.ts";
import type { BackupFolderState, Image } from "../../ports/backups.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { JournalHold, JournalPart, StoreImages } from "../../ports/store-images.ts";
import { JournalGoneError } from "../../ports/store-images.ts";
import type { FileMirror } from "./file-mirror.ts";
import type { Base, JournalPlace } from "./folder-names.ts";
import { basePath, basesIn, journalFilesIn, journalFolderOf, journalPath, placeIn, placesIn } from "./folder-names.ts";
import { encodePart, partsIn } from "./journal-parts.ts";

export interface BackupFolderTimes {
  /** The time between two copies of new journal records. */
  readonly everyMs: number;
  readonly baseEveryMs: number;
  /** How far back a restore can go. */
  readonly keptMs: number;
}

export interface BackupFolderParts {
  readonly folder: string;
  readonly times: BackupFolderTimes;
  readonly images: StoreImages;
  /** Creates an image without files. Returns `null` while another image is in progress. */
  readonly makeBase: () => Image | null;
  /** Mirrors of the files and photos in this place. Empty when they are stored elsewhere. */
  readonly mirrorsIn: (place: JournalPlace) => readonly FileMirror[];
  readonly clock: Clock;
  readonly log: Log;
}

interface Copying {
  readonly place: JournalPlace;
  readonly copy: JournalCopy;
  readonly hold: JournalHold;
  readonly mirrors: readonly FileMirror[];
}

const partSuffix = ".part";
/** The time between two log entries about a lasting failure. */
const tellEveryMs = 3_600_000;

/**
 * Copies the journal and files into a folder continuously, and creates a base now and then. A restore can go to any second in
 * between.
 */
export class BackupFolder {
  readonly #parts: BackupFolderParts;
  #copying: Copying | null = null;
  #bases: readonly Base[] = [];
  #isBaseDue = false;
  #copiedUpToMs: number | null = null;
  #failure: string | null = null;
  #loggedAtMs = Number.NEGATIVE_INFINITY;
  #wake: Wake | null = null;
  #round: Promise<void> = Promise.resolve();
  #basing: Promise<void> | null = null;
  #isStopped = false;
  /** After this, no long work begins. */
  #hastensAtMs = Number.POSITIVE_INFINITY;

  constructor(parts: BackupFolderParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#round = this.#runRound();
  }

  /** Copies the rest, if that takes no longer than this, and ends. A base in progress is given up. */
  async stop(hurryMs: number): Promise<void> {
    this.#isStopped = true;
    this.#hastensAtMs = this.#parts.clock.nowMs() + hurryMs;
    this.#wake?.cancel();
    await this.#round;
    await this.#runRound();
    await this.#basing;
    await this.#end();
  }

  state(): BackupFolderState {
    return {
      copiedUpToMs: this.#bases.length === 0 ? null : this.#copiedUpToMs,
      lastBaseAtMs: this.#bases.at(-1)?.endedAtMs ?? null,
      failure: this.#failure,
    };
  }

  async #runRound(): Promise<void> {
    try {
      await this.#copyNew();
      if (!this.#isStopped) this.#makeBaseWhenDue();
      if (this.#failure !== null)
        this.#parts.log.info({ folder: this.#parts.folder }, "the backup folder can be written again");
      this.#failure = null;
    } catch (error) {
      await this.#fail(error);
    }
    const { clock, times } = this.#parts;
    if (!this.#isStopped)
      this.#wake = clock.wakeAt(clock.nowMs() + times.everyMs, () => {
        this.#round = this.#runRound();
      });
  }

  async #copyNew(): Promise<void> {
    this.#copying ??= await this.#begin();
    const { hold, copy, mirrors } = this.#copying;
    const { clock } = this.#parts;
    const isGivenUp = (): boolean => clock.nowMs() > this.#hastensAtMs;
    const [nowMs, through] = [clock.nowMs(), hold.last()];
    // Files come first, so that no copied record names a missing file.
    for (const mirror of mirrors) if (!(await mirror.catchUp(isGivenUp))) return;
    for (let part = await hold.read(through); part !== null; part = await hold.read(through)) {
      await copy.add(part);
      if (isGivenUp()) return;
    }
    this.#copiedUpToMs = nowMs;
  }

  async #begin(): Promise<Copying> {
    const { folder, images, mirrorsIn } = this.#parts;
    await makeFolders(folder);
    const own = (await placesIn(folder)).filter(({ journalId }) => journalId === images.journalId);
    let place = own.at(-1) ?? placeIn(folder, images.journalId, 1);
    let copy = await JournalCopy.open(place);
    let hold = images.hold(copy.last ?? undefined);
    if (copy.last !== null && copy.last > hold.last()) {
      const facts = { folder: place.path, copied: copy.last, stored: hold.last() };
      this.#parts.log.warn(
        facts,
        "the data folder is older than its backup; a new backup begins beside the old backup",
      );
      await hold.end();
      place = placeIn(folder, images.journalId, place.generation + 1);
      copy = await JournalCopy.open(place);
      hold = images.hold();
    }
    // A reader of the data folder has access to everything in it. The same applies to its copy.
    await chmod(place.path, 0o700);
    for (const name of await namesIn(place.path)) if (name.endsWith(partSuffix)) await rm(join(place.path, name));
    this.#bases = await basesIn(place);
    // Missing records make it impossible to continue from the newest base.
    this.#isBaseDue = hold.before > (copy.last ?? this.#bases.at(-1)?.through ?? 0);
    return { place, copy, hold, mirrors: mirrorsIn(place) };
  }

  #makeBaseWhenDue(): void {
    const { clock, times } = this.#parts;
    const newest = this.#bases.at(-1);
    const isDue = this.#isBaseDue || newest === undefined || newest.endedAtMs + times.baseEveryMs <= clock.nowMs();
    if (!isDue || this.#basing !== null || this.#copying === null) return;
    const { place, copy, mirrors } = this.#copying;
    this.#basing = this.#makeBase(place, copy, mirrors)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#basing = null;
      });
  }

  async #makeBase(place: JournalPlace, copy: JournalCopy, mirrors: readonly FileMirror[]): Promise<void> {
    const image = this.#parts.makeBase();
    if (image === null) return;
    image.end.catch(() => undefined);
    const part = join(place.path, `base${partSuffix}`);
    const file = await createFile(part);
    try {
      for await (const bytes of image.bytes) {
        if (this.#isStopped) break;
        await file.appendFile(bytes);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (this.#isStopped) return rm(part);
    const { endedAtMs, through, damaged } = await image.end;
    await rename(part, basePath(place, endedAtMs, through));
    await syncFolder(place.path);
    this.#isBaseDue = false;
    this.#parts.log.info(
      { folder: place.path, through, damaged: damaged.length },
      "a base was put into the backup folder",
    );
    await this.#prune(place, copy, mirrors);
  }

  /** Deletes everything older than the newest base that covers the complete retention time. */
  async #prune(place: JournalPlace, copy: JournalCopy, mirrors: readonly FileMirror[]): Promise<void> {
    const { clock, times } = this.#parts;
    const bases = await basesIn(place);
    const oldestKeptMs = clock.nowMs() - times.keptMs;
    const first = Math.max(
      0,
      bases.findLastIndex(({ endedAtMs }) => endedAtMs <= oldestKeptMs),
    );
    for (const { path } of bases.slice(0, first)) await rm(path);
    this.#bases = bases.slice(first);
    const [oldest] = this.#bases;
    if (oldest === undefined) return;
    await copy.prune(oldest.through);
    for (const mirror of mirrors) await mirror.prune(oldest.endedAtMs);
  }

  async #fail(error: unknown): Promise<void> {
    const { log, clock, folder } = this.#parts;
    const reason = error instanceof Error ? error.message : String(error);
    const isNew = this.#failure === null;
    this.#failure = reason;
    if (isNew || clock.nowMs() - this.#loggedAtMs >= tellEveryMs) {
      this.#loggedAtMs = clock.nowMs();
      log.error(
        { folder, reason },
        "the backup folder cannot be written; the rows and files that are not copied yet wait",
      );
    }
    // The copy starts again after the lost records, with a new base.
    if (error instanceof JournalGoneError || error instanceof CopyGoneError) await this.#end();
  }

  async #end(): Promise<void> {
    const copying = this.#copying;
    this.#copying = null;
    if (copying === null) return;
    for (const mirror of copying.mirrors) mirror.end();
    await copying.hold.end();
    await copying.copy.close();
  }
}

const fileBytesMax = 64 * 1024 ** 2;

/** The copied records were deleted by another program. */
class CopyGoneError extends Error {
  override readonly name = "CopyGoneError";
}

/** The copy of a journal in a backup folder. It grows by parts. */
class JournalCopy {
  readonly #place: JournalPlace;
  #file: FileHandle | null = null;
  #bytes = 0;
  #last: number | null;
  #lastAtMs: number | null;

  private constructor(place: JournalPlace, last: number | null, lastAtMs: number | null) {
    this.#place = place;
    this.#last = last;
    this.#lastAtMs = lastAtMs;
  }

  /** Reads the position of the copy. A damaged part is for the restore to report: the copy goes on after the last whole one. */
  static async open(place: JournalPlace): Promise<JournalCopy> {
    const folder = journalFolderOf(place);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const { path } of (await journalFilesIn(place)).reverse()) {
      let end: { readonly last: number; readonly lastAtMs: number | null } | null = null;
      for await (const part of partsIn(path, () => undefined)) end = part;
      if (end !== null) return new JournalCopy(place, end.last, end.lastAtMs);
    }
    return new JournalCopy(place, null, null);
  }

  /** The number of the last copied record, `null` while the copy is empty. */
  get last(): number | null {
    return this.#last;
  }

  /** The time of the last record in Unix milliseconds, if it is known. */
  get lastAtMs(): number | null {
    return this.#lastAtMs;
  }

  /** Appends a part, which is on the disk when this resolves. After a failure, the next part goes into a new file. */
  async add(part: JournalPart): Promise<void> {
    const bytes = await encodePart(part);
    try {
      this.#file ??= await this.#begin(part.first);
      await this.#file.appendFile(bytes);
      await this.#file.datasync();
      const { nlink } = await this.#file.stat();
      if (nlink === 0)
        throw new CopyGoneError(`The copy of the journal in ${journalFolderOf(this.#place)} was removed`);
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#bytes += bytes.length;
    this.#last = part.last;
    this.#lastAtMs = part.lastAtMs;
    if (this.#bytes >= fileBytesMax) await this.close();
  }

  /** Deletes the files that contain no record after this one. */
  async prune(through: number): Promise<void> {
    const files = await journalFilesIn(this.#place);
    for (const [index, { path }] of files.entries()) {
      const next = files[index + 1];
      if (next !== undefined && next.first <= through + 1) await rm(path);
    }
  }

  /** Lets the next part go into a new file. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    this.#bytes = 0;
    await file?.close();
  }

  /** Deletes a file of that name without a complete part, because new parts would follow the broken one. */
  async #begin(first: number): Promise<FileHandle> {
    const file = await createFile(journalPath(this.#place, first));
    await syncFolder(journalFolderOf(this.#place));
    return file;
  }
}
