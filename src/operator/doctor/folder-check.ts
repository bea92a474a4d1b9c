import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Tell } from "./report.ts";

const othersBits = 0o077;
const freeBytesLow = 1024 ** 3;
const freeInodesLow = 10_000;

/** What keeps nothing after a power cut, or not as a disk does. Source: linux/magic.h. */
const dangerous: ReadonlyMap<number, string> = new Map([
  [0x01021994, "a tmpfs, which is gone with the machine's next start"],
  [0x858458f6, "a ramfs, which is gone with the machine's next start"],
  [0x794c7630, "an overlay, the layer of a container, which is gone with it: mount a volume"],
  [0x6969, "NFS, where locks and synced writes are not those of a disk"],
  [0xff534d42, "a network file system (CIFS), where locks and synced writes are not those of a disk"],
  [0xfe534d42, "a network file system (SMB), where locks and synced writes are not those of a disk"],
  [0x65735546, "a file system in user space (FUSE): whether it keeps what is synced, only its maker knows"],
  [0x01021997, "a share of the host (9p), where synced writes are not those of a disk"],
]);

/** Modes, owner, file system and room of the data folder. */
export async function checkFolder(folder: string, tell: Tell): Promise<void> {
  await checkModes(folder, tell);
  const { type, bavail, bsize, ffree, files } = await statfs(folder);
  const danger = dangerous.get(type);
  if (danger === undefined) tell("ok", `${folder} lies on a file system of type 0x${type.toString(16)}`);
  else tell("warning", `${folder} lies on ${danger}`);
  const freeBytes = bavail * bsize;
  const gib = (freeBytes / 1024 ** 3).toFixed(1);
  tell(freeBytes < freeBytesLow ? "warning" : "ok", `${folder} has ${gib} GiB free`);
  // Some file systems make inodes as they are needed, and say 0 of 0.
  if (files > 0) tell(ffree < freeInodesLow ? "warning" : "ok", `${folder} has ${ffree} of ${files} inodes free`);
}

async function checkModes(folder: string, tell: Tell): Promise<void> {
  const { uid } = await stat(folder);
  let wrong = 0;
  const look = async (path: string): Promise<void> => {
    const { mode, uid: owner } = await stat(path);
    if ((mode & othersBits) !== 0) {
      wrong += 1;
      tell("warning", `${path} is open to other users (mode ${(mode & 0o7777).toString(8)}); the next start closes it`);
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
  if (wrong === 0) tell("ok", `${folder} is closed to other users and belongs to user ${uid}`);
}
