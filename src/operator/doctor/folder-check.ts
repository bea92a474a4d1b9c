import { readdir, readFile, realpath, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Tell } from "./report.ts";

/** One mount. */
interface Mount {
  readonly point: string;
  readonly kind: string;
  /** A device, or the name that the system gives in place of one. */
  readonly source: string;
}

/** Describes the mount of a path. `null` when the system does not report it. */
async function describeMount(path: string): Promise<string | null> {
  let text: string;
  try {
    text = await readFile("/proc/self/mountinfo", "utf8");
  } catch {
    return null;
  }
  return wordsOf(text, await realpath(path));
}

/** Finds the mount of a path in the text of `/proc/self/mountinfo`. The path is absolute and has no links. */
export function wordsOf(mountinfo: string, path: string): string | null {
  const mounts = mountinfo.split("\n").flatMap(readMount);
  const around = mounts.filter(({ point }) => path === point || path.startsWith(point === "/" ? "/" : `${point}/`));
  const longest = Math.max(...around.map(({ point }) => point.length));
  // When several mounts have the same place, the last one hides the others.
  const mount = around.findLast(({ point }) => point.length === longest);
  if (mount === undefined) return null;
  const { point, kind, source } = mount;
  // A source can be an address that holds a password.
  const from = source.includes("@") ? "" : ` from ${source}`;
  return `mounted at ${point}${from} as ${kind}`;
}

/** A line is `36 35 98:0 /root /point options optional… - kind source options`. Source: proc_pid_mountinfo(5). */
function readMount(line: string): readonly Mount[] {
  const [front = "", behind] = line.split(" - ");
  const point = front.split(" ")[4];
  const [kind, source] = behind?.split(" ") ?? [];
  if (point === undefined || kind === undefined || source === undefined) return [];
  return [{ point: unescaped(point), kind, source: unescaped(source) }];
}

/** The file writes blanks and some other characters as octal bytes. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

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

/** Kinds of file systems by their number in Linux. Sources: linux/magic.h, and GNU coreutils for file systems outside the kernel. */
const names: ReadonlyMap<number, string> = new Map([
  [0xef53, "ext2, ext3 or ext4, which share a number"],
  [0x58465342, "XFS"],
  [0x9123683e, "btrfs"],
  [0x2fc12fc1, "ZFS"],
  [0xf2f52010, "F2FS"],
  [0xca451a4e, "bcachefs"],
  [0x3153464a, "JFS"],
  [0x3434, "NILFS"],
  [0x52654973, "ReiserFS"],
  [0x24051905, "UBIFS"],
  [0x72b6, "JFFS2"],
  [0x482b, "HFS+"],
  [0x5346544e, "NTFS"],
  [0xf15f, "eCryptfs"],
  [0x73717368, "SquashFS, which is read-only"],
  [0xe0f5e1e2, "EROFS, which is read-only"],
]);

/** File systems that lose data at a power cut, or that do not sync like a disk of this machine. */
const dangerous: ReadonlyMap<number, string> = new Map([
  [0x01021994, "a tmpfs, whose files are lost at the machine's next start"],
  [0x858458f6, "a ramfs, whose files are lost at the machine's next start"],
  [0x794c7630, "an overlay, whose files are lost with its container: mount a volume"],
  [0x61756673, "an overlay (aufs), whose files are lost with its container: mount a volume"],
  [0x6969, "NFS, where locks and synced writes do not work as on a disk"],
  [0x517b, "a network file system (SMB), where locks and synced writes do not work as on a disk"],
  [0xff534d42, "a network file system (CIFS), where locks and synced writes do not work as on a disk"],
  [0xfe534d42, "a network file system (SMB), where locks and synced writes do not work as on a disk"],
  [0x00c36400, "a network file system (CephFS), where locks and synced writes do not work as on a disk"],
  [0x0bd00bd0, "a network file system (Lustre), where locks and synced writes do not work as on a disk"],
  [0x01161970, "a file system of several machines (GFS2), where locks do not work as on a disk"],
  [0x7461636f, "a file system that may be of several machines (OCFS2), where locks do not work as on a disk"],
  [0x65735546, "a file system in user space (FUSE); its documentation says whether synced writes survive a crash"],
  [0x01021997, "a share of the host (9p), where synced writes do not work as on a disk"],
  [0x786f4256, "a share of the host (VirtualBox), where synced writes do not work as on a disk"],
  [0xbacbacbc, "a share of the host (VMware), where synced writes do not work as on a disk"],
  [0x4d44, "FAT, which has no modes: the mount options say who may read it"],
  [0x2011bab0, "exFAT, which has no modes: the mount options say who may read it"],
]);

/** Names the file system of a folder by its number. Completes "It is on …". */
export function describeFileSystem(
  type: number,
  platform: NodeJS.Platform,
): { readonly text: string; readonly isDangerous: boolean } {
  const number = `0x${type.toString(16)}`;
  // Other operating systems use other numbers.
  if (platform !== "linux") return { text: `a file system of the type ${number} of this system`, isDangerous: false };
  const danger = dangerous.get(type);
  if (danger !== undefined) return { text: danger, isDangerous: true };
  return { text: names.get(type) ?? `a file system of the unknown type ${number}`, isDangerous: false };
}
