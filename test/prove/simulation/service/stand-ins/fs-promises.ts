import * as real from "node:fs/promises";
import type { Place } from "../disk/open-file.ts";
import { OpenFile } from "../disk/open-file.ts";
import type { DiskWork } from "../disk/simulated-disk.ts";
import { DiskError } from "../disk/simulated-disk.ts";
import type { SimulatedFile, SimulatedFolder } from "../disk/tree.ts";
import { placeOf } from "./world.ts";

export const { constants } = real;

export function simulatedPlace(path: string): Place {
  const place = placeOf(path);
  if (place === null) throw new Error(`Expected a path on a simulated disk, got ${path}`);
  return place;
}

const work = <Value>(path: string, kind: DiskWork, act: (place: Place) => Value): Promise<Value> => {
  const place = simulatedPlace(path);
  return place.disk.work(place.process, kind, place.path, () => act(place));
};

const statsOf = (named: SimulatedFile | SimulatedFolder) => ({
  size: named.isFolder ? 0 : named.size,
  dev: 1n,
  ino: 1n,
  mode: named.isFolder ? 0o40700 : 0o100600,
  isDirectory: () => named.isFolder,
  isFile: () => !named.isFolder,
});

function found({ disk, path }: Place): SimulatedFile | SimulatedFolder {
  const named = disk.find(path);
  if (named === undefined) throw new DiskError("ENOENT", path);
  return named;
}

export const access = (path: string): Promise<void> => work(path, "read", (place) => void found(place));
export const chmod = (path: string): Promise<void> => work(path, "name", (place) => void found(place));
export const mkdir = (path: string, options: { readonly recursive?: boolean } = {}): Promise<string | undefined> =>
  work(path, "name", (place) => {
    if (options.recursive !== true) {
      place.disk.makeFolder(place.path);
      return undefined;
    }
    const made = place.disk.makeFolders(place.path);
    return made === undefined ? undefined : path.slice(0, path.length - place.path.length) + made;
  });

export const readdir = (path: string, options?: { readonly withFileTypes?: boolean }) =>
  work(path, "read", ({ disk, path: at }) => {
    const { names } = disk.folder(at);
    if (options?.withFileTypes !== true) return [...names.keys()];
    return [...names].map(([name, named]) => ({ name, ...statsOf(named), isSymbolicLink: () => false }));
  });

export const stat = (path: string) => work(path, "read", (place) => statsOf(found(place)));
export const unlink = (path: string): Promise<void> =>
  work(path, "name", ({ disk, path: at }) => {
    if (disk.find(at)?.isFolder) throw new DiskError("EISDIR", at);
    disk.remove(at);
  });

export const rename = (from: string, to: string): Promise<void> =>
  work(from, "name", ({ disk, path }) => {
    const target = placeOf(to);
    if (target?.disk !== disk) throw new DiskError("EXDEV", to);
    disk.rename(path, target.path);
  });

export interface Removal {
  readonly force?: boolean;
  readonly recursive?: boolean;
}

export function removeFrom({ disk, path }: Place, { force = false, recursive = false }: Removal): void {
  const named = disk.find(path);
  if (named?.isFolder && !recursive) throw new DiskError("ERR_FS_EISDIR", path);
  if (named !== undefined) disk.remove(path);
  else if (!force) throw new DiskError("ENOENT", path);
}

export const rm = (path: string, removal: Removal = {}): Promise<void> =>
  work(path, "name", (place) => removeFrom(place, removal));

export const readFile = (path: string, encoding?: BufferEncoding | { readonly encoding?: BufferEncoding }) =>
  work(path, "read", ({ disk, path: at }) => {
    const bytes = Buffer.from(disk.file(at).data);
    const text = typeof encoding === "string" ? encoding : encoding?.encoding;
    return text === undefined ? bytes : bytes.toString(text);
  });

export async function writeFile(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, "w");
  await file.writeFile(content);
  await file.close();
}

/** Free space that no simulation fills. */
const space = { bavail: 1_000_000, blocks: 2_000_000, bsize: 4_096 };

export const statfs = (path: string) => work(path, "read", () => space);

export async function open(path: string, flags: string | number) {
  const place = simulatedPlace(path);
  let fd = keepOpen(await OpenFile.open(place, flags));
  const sync = async (): Promise<void> => openFile(fd).sync();
  return {
    get fd() {
      return fd;
    },
    stat: async () => ({ size: openFile(fd).size }),
    async read(target: Uint8Array, offset: number, length: number, position: number) {
      return { bytesRead: await openFile(fd).read(target.subarray(offset, offset + length), position), buffer: target };
    },
    async write(bytes: Uint8Array, offset = 0, length = bytes.length - offset, position: number | null = null) {
      return {
        bytesWritten: await openFile(fd).write(bytes.subarray(offset, offset + length), position),
        buffer: bytes,
      };
    },
    async writeFile(content: string | Uint8Array) {
      let left = typeof content === "string" ? Buffer.from(content) : content;
      while (left.length > 0) left = left.subarray(await openFile(fd).write(left, null));
    },
    sync,
    datasync: sync,
    async close() {
      letGo(fd);
      fd = closed;
    },
  };
}

/** Open files by their file descriptor. */
const openFiles = new Map<number, OpenFile>();
const firstNumber = 1_000_000;
/** The file descriptor of a closed file. */
const closed = -1;
let opened = 0;

export function keepOpen(file: OpenFile): number {
  opened += 1;
  openFiles.set(firstNumber + opened, file);
  return firstNumber + opened;
}

export function openFile(fd: number): OpenFile {
  const file = openFiles.get(fd);
  if (file === undefined) throw new DiskError("EBADF", String(fd));
  return file;
}

export function letGo(fd: number): void {
  openFiles.delete(fd);
}

/** Forgets all open files, because a simulation begins without any. */
export function forgetOpenFiles(): void {
  openFiles.clear();
  opened = 0;
}
