import { lstatSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

const ownerOnly = 0o700;
/** Write permission of others, and the bit by which nobody removes or renames what is another's. */
const othersWriteBits = 0o022;
const stickyBit = 0o1000;

/** Why files below a folder may not be run, in a sentence for people. */
class UntrustedFolderError extends Error {}

/**
 * Makes a folder that nobody but this user can write into, or throws. What is there already has to be such a folder itself, no link to one;
 * above it nobody may be able to put another one in its place.
 */
export function makeTrusted(folder: string, userId: number): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly });
  checkTrusted(folder, userId);
}

/** Throws as well where there is nothing. */
export function checkTrusted(folder: string, userId: number): void {
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw new UntrustedFolderError(`${folder} is not a folder`);
  if (found.uid !== userId) throw new UntrustedFolderError(`${folder} belongs to another user (${found.uid})`);
  if ((found.mode & othersWriteBits) !== 0) throw new UntrustedFolderError(`others may write into ${folder}`);
  for (let above = dirname(folder); ; above = dirname(above)) {
    const { mode } = lstatSync(above);
    // A link's own bits say nothing; what it leads to is checked by whoever made it.
    const isOpen = (mode & othersWriteBits) !== 0 && (mode & stickyBit) === 0 && !lstatSync(above).isSymbolicLink();
    if (isOpen) throw new UntrustedFolderError(`others may put another folder in the place of what is in ${above}`);
    if (above === dirname(above)) return;
  }
}
