import { execFile } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Test } from "tap";
import type { ServiceProcess } from "./process.ts";

const run = promisify(execFile);

/** A disk that can be filled up while a service writes to it. */
export interface Disk {
  /** The parent folder of the data folder. */
  readonly folder: string;
  fill(life: ServiceProcess): Promise<void>;
  free(life: ServiceProcess): Promise<void>;
  /** A command prefix. A process that is started with it finds the disk full. */
  readonly whileFull: readonly string[];
}

/** More than the service ever needs here, so that the disk is full only while it is filled. */
const sizeMebibytes = 384;
const block = Buffer.alloc(64 * 1024, 1);

function isNoSpace(error: unknown): true {
  if (error instanceof Error && "code" in error && error.code === "ENOSPC") return true;
  throw error;
}

/** Mounts a separate file system. Returns `null` when this user may not mount one. */
export async function mountSmallDisk(t: Test): Promise<Disk | null> {
  const folder = await mkdtemp(join(tmpdir(), "parley-disk-"));
  const mounted = await run("mount", ["-t", "tmpfs", "-o", `size=${sizeMebibytes}m`, "parley", folder]).catch(
    () => null,
  );
  t.teardown(async () => {
    if (mounted !== null) await run("umount", ["-l", folder]);
    await rm(folder, { recursive: true });
  });
  if (mounted === null) return null;
  const ballast = join(folder, "ballast");
  return {
    folder,
    async fill() {
      const file = await open(ballast, "w");
      const isFull = (): boolean => false;
      while (!(await file.write(block).then(isFull, isNoSpace)));
      await file.close();
    },
    whileFull: [],
    free: () => rm(ballast),
  };
}

/** The process may write to no file, so every write fails as on a full disk. */
export async function limitFiles(t: Test): Promise<Disk> {
  const folder = await mkdtemp(join(tmpdir(), "parley-disk-"));
  t.teardown(() => rm(folder, { recursive: true }));
  const limit = async (life: ServiceProcess, bytes: string): Promise<void> => {
    await run("prlimit", ["--pid", String(life.pid), `--fsize=${bytes}:`]);
  };
  return {
    folder,
    fill: (life) => limit(life, "0"),
    free: (life) => limit(life, "unlimited"),
    whileFull: ["prlimit", "--fsize=0:"],
  };
}
