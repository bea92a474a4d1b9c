import { rm } from "node:fs/promises";
import { join } from "node:path";
import { namesIn } from "../core/files/names-in.ts";
import { errorOf } from "./disk-error.ts";
import { filePath, incomingFolder, tokenOfPart } from "./file-paths.ts";
import { tokensIn } from "./stored-files.ts";

/**
 * Deletes parts and files that are not being written and that have no row. Returns their number. A file counts as being written until its
 * row is committed. Both facts are read in the same tick, so that no file is deleted while its row is being committed.
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
    throw errorOf("Unused files cannot be removed", dir, error);
  }
  return removed;
}
