import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { temporaryFolder } from "../../../harness/temporary-folder.ts";
import { playPowerCut } from "./power-cut.ts";

const run = promisify(execFile);
const source = fileURLToPath(new URL("./faulty-machine.c", import.meta.url));

/** The modes of the disk, in the order of `enum mode` in faulty-machine.c. */
const modes = ["whole", "full", "readOnly", "broken", "syncFails", "torn", "short", "lying"] as const;
export type DiskMode = (typeof modes)[number];

/** The size of `struct control` in faulty-machine.c. */
const controlBytes = 32;
const at = { mode: 0, delayMs: 4, isRecording: 8, faults: 12, clockOffsetMs: 16, syncDelayMs: 24, unsynced: 28 };

/**
 * A disk and a clock that fail on command, for a service that is started with `environment()`. A library of this project is loaded before
 * all others, so it needs a C compiler but no special permissions. If it cannot be compiled, `create` rejects with an explanation.
 */
export class FaultyMachine {
  readonly #folder: string;
  readonly #dataFolder: string;
  readonly #control: number;
  #lives = 0;

  private constructor(folder: string, dataFolder: string) {
    this.#folder = folder;
    this.#dataFolder = dataFolder;
    this.#control = openSync(join(folder, "control"), "w+");
    writeSync(this.#control, Buffer.alloc(controlBytes), 0, controlBytes, 0);
    this.#boot();
  }

  /** Only files below `dataFolder` are affected. */
  static async create(t: Ending, dataFolder: string): Promise<FaultyMachine> {
    if (process.platform !== "linux")
      throw new Error(`A disk and a clock that fail need Linux, this is ${process.platform}`);
    const folder = temporaryFolder(t);
    const flags = ["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", join(folder, "machine.so")];
    await run("cc", [...flags, source, "-ldl", "-lpthread"]).catch((error: unknown) => {
      throw new Error(
        `A disk and a clock that fail need a C compiler, cc: ${error instanceof Error ? error.message : error}`,
      );
    });
    const machine = new FaultyMachine(folder, dataFolder);
    t.teardown(() => closeSync(machine.#control));
    return machine;
  }

  /** Returns the environment for the next process of the service. The writes of each process are recorded separately. */
  environment(): Readonly<Record<string, string>> {
    this.#lives += 1;
    return {
      LD_PRELOAD: join(this.#folder, "machine.so"),
      FAULTY_CONTROL: join(this.#folder, "control"),
      FAULTY_FOLDER: this.#dataFolder,
      FAULTY_UNDO: this.#undoFile,
      FAULTY_BOOT: this.#bootFile,
      // Writes must go through libc, where they can be intercepted, and not through io_uring.
      UV_USE_IO_URING: "0",
    };
  }

  setDisk(mode: DiskMode, delayMs = 0): void {
    this.#write(at.delayMs, delayMs);
    this.#write(at.mode, modes.indexOf(mode));
  }

  /** Starts recording unsynced writes and the bytes that they overwrite. A sync takes `syncDelayMs`, and later writes wait for it. */
  record(syncDelayMs = 0): void {
    this.#write(at.syncDelayMs, syncDelayMs);
    this.#write(at.isRecording, 1);
  }

  /** Sets the distance of the wall clock from the real clock. The monotonic clock does not change. */
  setClock(offsetMs: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(offsetMs));
    writeSync(this.#control, bytes, 0, 8, at.clockOffsetMs);
  }

  /** Returns the number of operations that failed or did something else. */
  faults(): number {
    return this.#read(at.faults);
  }

  /** Returns the number of recorded writes of all processes that are durable only after a sync. */
  unsynced(): number {
    return this.#read(at.unsynced);
  }

  /** After a kill: loses the unsynced writes of this process, all of them or each block at random. Returns the number of lost blocks. */
  powerCut(random: () => number): number {
    this.#boot();
    return playPowerCut(this.#undoFile, random);
  }

  get #undoFile(): string {
    return join(this.#folder, `undo-${this.#lives}`);
  }

  get #bootFile(): string {
    return join(this.#folder, "boot-id");
  }

  #boot(): void {
    writeFileSync(this.#bootFile, `${randomUUID()}\n`);
  }

  #read(position: number): number {
    const bytes = Buffer.alloc(4);
    readSync(this.#control, bytes, 0, 4, position);
    return bytes.readInt32LE();
  }

  #write(position: number, value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value);
    writeSync(this.#control, bytes, 0, 4, position);
  }
}
