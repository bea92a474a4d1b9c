import { lstatSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

const ownerOnly = 0o700;
/** The write permission of other users, and the sticky bit, which stops users from removing or renaming others' files. */
const othersWriteBits = 0o022;
const stickyBit = 0o1000;

/** The error for a folder whose files must not be run. The message gives the reason, in a sentence for people. */
class UntrustedFolderError extends Error {}

/**
 * Creates a folder that only this user can write into, or throws. An existing path must be such a folder and not a link.
 * In the folders above, no other user may be able to replace the folder.
 */
export function makeTrusted(folder: string, userId: number): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly });
  checkTrusted(folder, userId);
}

/** Throws also when the folder does not exist. */
export function checkTrusted(folder: string, userId: number): void {
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw new UntrustedFolderError(`${folder} is not a folder`);
  if (found.uid !== userId) throw new UntrustedFolderError(`${folder} belongs to another user (${found.uid})`);
  if ((found.mode & othersWriteBits) !== 0) throw new UntrustedFolderError(`other users can write to ${folder}`);
  for (let above = dirname(folder); ; above = dirname(above)) {
    const { mode } = lstatSync(above);
    // The mode of a link means nothing; the creator of the link checks its target.
    const isOpen = (mode & othersWriteBits) !== 0 && (mode & stickyBit) === 0 && !lstatSync(above).isSymbolicLink();
    if (isOpen) throw new UntrustedFolderError(`other users can replace folders in ${above}`);
    if (above === dirname(above)) return;
  }
}
