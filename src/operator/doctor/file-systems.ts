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
