import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { describeFileSystem } from "./file-systems.ts";
import { describeMount } from "./mounts.ts";
import type { Tell } from "./report.ts";

const othersBits = 0o077;
const freeBytesLow = 1024 ** 3;
const freeInodesLow = 10_000;

/** Checks the modes, owner, file system and free space of the data folder. */
export async function checkFolder(folder: string, tell: Tell): Promise<void> {
  await checkModes(folder, tell);
  const { type, bavail, bsize, ffree, files } = await statfs(folder);
  const { text, isDangerous } = describeFileSystem(type, process.platform);
  const mount = await describeMount(folder);
  tell(isDangerous ? "warning" : "ok", `${folder} is on ${text}${mount === null ? "" : ` (${mount})`}`);
  const freeBytes = bavail * bsize;
  const gib = (freeBytes / 1024 ** 3).toFixed(1);
  tell(freeBytes < freeBytesLow ? "warning" : "ok", `${folder} has ${gib} GiB free`);
  // Some file systems create inodes on demand, and report 0 of 0.
  if (files > 0) tell(ffree < freeInodesLow ? "warning" : "ok", `${folder} has ${ffree} of ${files} inodes free`);
}

async function checkModes(folder: string, tell: Tell): Promise<void> {
  const { uid } = await stat(folder);
  let wrong = 0;
  const look = async (path: string): Promise<void> => {
    const { mode, uid: owner } = await stat(path);
    if ((mode & othersBits) !== 0) {
      wrong += 1;
      tell(
        "warning",
        `${path} can be read or written by other users (mode ${(mode & 0o7777).toString(8)}); the next start of the service corrects this`,
      );
    }
    if (owner !== uid) {
      wrong += 1;
      tell(
        "warning",
        `${path} belongs to user ${owner}, the folder to user ${uid}: the service may not be able to use it`,
      );
    }
  };
  await look(folder);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === "lost+found" || (!entry.isFile() && !entry.isDirectory())) continue;
    await look(join(folder, entry.name));
  }
  if (wrong === 0) tell("ok", `${folder} cannot be read by other users and belongs to user ${uid}`);
}
