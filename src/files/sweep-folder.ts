import { rm } from "node:fs/promises";
import { join } from "node:path";
import { namesIn } from "../core/files/names-in.ts";
import { errorOf } from "./disk-error.ts";
import { filePath, incomingFolder, tokenOfPart } from "./file-paths.ts";
import { tokensIn } from "./stored-files.ts";

/**
 * Removes parts and files that nobody is writing and that have no row; answers how many. A file's writer counts as under way until its
 * row is committed, and both are asked about in one breath, so that no file is lost that is kept at this moment.
 */
export async function sweepFolder(
  dir: string,
  isUnderWay: (token: string) => boolean,
  hasRow: (token: string) => boolean | Promise<boolean>,
): Promise<number> {
  let removed = 0;
  try {
    const incoming = incomingFolder(dir);
    for (const name of await namesIn(incoming)) {
      if (isUnderWay(tokenOfPart(name))) continue;
      await rm(join(incoming, name), { force: true });
      removed += 1;
    }
    for await (const token of tokensIn(dir)) {
      if (isUnderWay(token) || (await hasRow(token))) continue;
      await rm(filePath(dir, token), { force: true });
      removed += 1;
    }
  } catch (error) {
    throw errorOf("What is left of files cannot be removed", dir, error);
  }
  return removed;
}
