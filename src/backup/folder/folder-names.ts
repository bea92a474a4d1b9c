import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { namesIn } from "../../core/files/names-in.ts";

/** A backup folder has a folder for each journal, with bases, copies of the journal, and copies of files. */
export interface JournalPlace {
  readonly path: string;
  readonly journalId: number;
  /** Grows when the data folder was restored, because the journal then continues with other records under the same numbers. */
  readonly generation: number;
}

export interface Base {
  readonly path: string;
  /** The base has the state after this record. */
  readonly through: number;
  readonly endedAtMs: number;
}

export interface JournalFile {
  readonly path: string;
  /** The number of the first record in the file. */
  readonly first: number;
}

const placePattern = /^([0-9a-f]{8})\.(\d+)$/;
const basePattern = /^base-(\d{4}-\d\d-\d\dT\d\d)\.(\d\d)\.(\d\d\.\d{3}Z)-(\d{16})\.tar\.gz$/;
const filePattern = /^(\d{16})\.journal$/;
const digits = 16;

export const placeIn = (folder: string, journalId: number, generation: number): JournalPlace => ({
  path: join(folder, `${journalId.toString(16).padStart(8, "0")}.${generation}`),
  journalId,
  generation,
});

/** Sorted by journal and generation. */
export async function placesIn(folder: string): Promise<JournalPlace[]> {
  const places = (await readdir(folder)).flatMap((name): JournalPlace[] => {
    const [, id, generation] = placePattern.exec(name) ?? [];
    if (id === undefined) return [];
    return [placeIn(folder, Number.parseInt(id, 16), Number(generation))];
  });
  return places.sort((left, right) => left.journalId - right.journalId || left.generation - right.generation);
}

export const journalFolderOf = (place: JournalPlace): string => join(place.path, "journal");
export const removedFolderOf = (place: JournalPlace, kind: string): string => join(place.path, "removed", kind);
export const filesFolderOf = (place: JournalPlace, kind: string): string => join(place.path, kind);

/** The time has a form that every file system allows. */
export const basePath = (place: JournalPlace, endedAtMs: number, through: number): string => {
  const at = new Date(endedAtMs).toISOString().replaceAll(":", ".");
  return join(place.path, `base-${at}-${String(through).padStart(digits, "0")}.tar.gz`);
};

/** Oldest first. */
export async function basesIn(place: JournalPlace): Promise<Base[]> {
  const bases = (await namesIn(place.path)).flatMap((name): Base[] => {
    const [, hour, minute, second, through] = basePattern.exec(name) ?? [];
    if (hour === undefined) return [];
    return [
      { path: join(place.path, name), through: Number(through), endedAtMs: Date.parse(`${hour}:${minute}:${second}`) },
    ];
  });
  return bases.sort((left, right) => left.through - right.through);
}

export const journalPath = (place: JournalPlace, first: number): string =>
  join(journalFolderOf(place), `${String(first).padStart(digits, "0")}.journal`);

/** Oldest first. */
export async function journalFilesIn(place: JournalPlace): Promise<JournalFile[]> {
  const folder = journalFolderOf(place);
  const files = (await namesIn(folder)).flatMap((name): JournalFile[] => {
    const [, first] = filePattern.exec(name) ?? [];
    return first === undefined ? [] : [{ path: join(folder, name), first: Number(first) }];
  });
  return files.sort((left, right) => left.first - right.first);
}
