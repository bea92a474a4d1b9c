import { lstatSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolders } from "../../../core/files/make-folders.ts";

const rootId = 0;
/** The write permission of other users, and the sticky bit, which stops users from removing or renaming others' files. */
const othersWriteBits = 0o022;
const stickyBit = 0o1000;

/** The error for a folder whose files must not be run. The message gives the reason, in a sentence for people. */
class UntrustedFolderError extends Error {}

/**
 * Creates a folder that only this user can write into, or throws. An existing path must be such a folder and not a link.
 * In the folders above, no other user may be able to replace the folder.
 */
export async function makeTrusted(folder: string, userId: number): Promise<void> {
  await makeFolders(folder);
  checkTrusted(folder, userId);
}

/** Throws also when the folder does not exist. */
export function checkTrusted(folder: string, userId: number): void {
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw new UntrustedFolderError(`${folder} is not a folder`);
  if (found.uid !== userId) throw new UntrustedFolderError(`${folder} belongs to another user (${found.uid})`);
  if ((found.mode & othersWriteBits) !== 0) throw new UntrustedFolderError(`other users can write to ${folder}`);
  // A path through links has two lines of folders above it: those of the links, and those of their targets.
  for (const path of new Set([folder, realpathSync(folder)])) checkAbove(path, userId);
}

function checkAbove(folder: string, userId: number): void {
  for (let above = dirname(folder); ; above = dirname(above)) {
    const found = lstatSync(above);
    // A folder's owner can replace what is in it, whatever its mode.
    if (found.uid !== userId && found.uid !== rootId)
      throw new UntrustedFolderError(`${above} belongs to another user (${found.uid}), who can replace folders in it`);
    // The mode of a link means nothing.
    const isOpen = (found.mode & othersWriteBits) !== 0 && (found.mode & stickyBit) === 0 && !found.isSymbolicLink();
    if (isOpen) throw new UntrustedFolderError(`other users can replace folders in ${above}`);
    if (above === dirname(above)) return;
  }
}
