import type { SimulatedProcess } from "../loop/simulated-process.ts";
import type { SimulatedDisk } from "./simulated-disk.ts";
import { DiskError } from "./simulated-disk.ts";
import type { SimulatedFolder } from "./tree.ts";
import { SimulatedFile } from "./tree.ts";

/** Flag bits of the operating system's open call. */
const bits = {
  write: 1,
  readWrite: 2,
  create: 0o100,
  exclusive: 0o200,
  truncate: 0o1000,
  append: 0o2000,
  dataSync: 0o10000,
};
const bitsOf: Readonly<Record<string, number>> = {
  r: 0,
  "r+": bits.readWrite,
  w: bits.write | bits.create | bits.truncate,
  wx: bits.write | bits.create | bits.exclusive,
  "wx+": bits.readWrite | bits.create | bits.exclusive,
  a: bits.write | bits.create | bits.append,
};

/** The context of a call: its process, its disk, and the path on the disk. */
export interface Place {
  readonly process: SimulatedProcess;
  readonly disk: SimulatedDisk;
  readonly path: string;
}

/** An open file or folder of one process. */
export class OpenFile {
  readonly place: Place;
  readonly #named: SimulatedFile | SimulatedFolder;
  readonly #flags: number;
  /** The position of the next write that has no position. */
  #at = 0;

  private constructor(place: Place, named: SimulatedFile | SimulatedFolder, flags: number) {
    this.place = place;
    this.#named = named;
    this.#flags = flags;
  }

  static open(place: Place, flags: string | number): Promise<OpenFile> {
    const given = typeof flags === "number" ? flags : bitsOf[flags];
    if (given === undefined) throw new Error(`Expected flags of the simulated disk, got ${flags}`);
    const { process, disk, path } = place;
    return disk.work(process, (given & bits.create) !== 0 ? "name" : "read", path, () => {
      let found = disk.find(path);
      if (found === undefined && (given & bits.create) === 0) throw new DiskError("ENOENT", path);
      if (found !== undefined && (given & bits.exclusive) !== 0) throw new DiskError("EEXIST", path);
      if (found?.isFolder && given !== 0) throw new DiskError("EISDIR", path);
      if (found === undefined || (given & bits.truncate) !== 0) found = disk.create(path);
      return new OpenFile(place, found, given);
    });
  }

  get size(): number {
    return this.#named instanceof SimulatedFile ? this.#named.size : 0;
  }

  /** Returns the number of bytes written. With `null` as position, the bytes follow the bytes of the previous call. */
  write(bytes: Uint8Array, position: number | null): Promise<number> {
    const { process, disk, path } = this.place;
    return disk.work(process, "write", path, () => this.#write(bytes, position));
  }

  writeNow(bytes: Uint8Array, position: number | null): number {
    const { process, disk, path } = this.place;
    return disk.workNow(process, "write", path, () => this.#write(bytes, position));
  }

  read(target: Uint8Array, position: number): Promise<number> {
    const { process, disk, path } = this.place;
    return disk.work(process, "read", path, () => {
      if ((this.#flags & bits.write) !== 0) throw new DiskError("EBADF", path);
      const part = this.#file.data.subarray(position, position + target.length);
      target.set(part);
      return part.length;
    });
  }

  sync(): Promise<void> {
    const { process, disk, path } = this.place;
    return disk.work(process, "sync", path, () => {
      if (disk.isFailing) return;
      if (this.#named instanceof SimulatedFile) this.#named.sync();
      else disk.syncFolder(this.#named);
    });
  }

  get #file(): SimulatedFile {
    if (this.#named instanceof SimulatedFile) return this.#named;
    throw new DiskError("EISDIR", this.place.path);
  }

  #write(bytes: Uint8Array, position: number | null): number {
    if ((this.#flags & (bits.write | bits.readWrite)) === 0) throw new DiskError("EBADF", this.place.path);
    const file = this.#file;
    const taken = bytes.subarray(0, this.place.disk.takenOf(bytes.length));
    const at = (this.#flags & bits.append) !== 0 ? file.size : (position ?? this.#at);
    if (taken.length > 0) file.write(at, taken);
    if (position === null) this.#at = at + taken.length;
    if ((this.#flags & bits.dataSync) !== 0 && !this.place.disk.isFailing) file.sync();
    return taken.length;
  }
}
