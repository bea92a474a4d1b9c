import { randomBytes } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../core/files/is-missing.ts";
import { namesIn } from "../core/files/names-in.ts";
import type { FileStore, StoredFile } from "../ports/file-store.ts";
import type { Log } from "../ports/log.ts";
import { errorOf } from "./disk-error.ts";
import { DurableFolders } from "./durable-folders.ts";
import { filePath, incomingFolder, isToken, tokenBytes, tokenOfPart } from "./file-paths.ts";
import { FileWriter } from "./file-writer.ts";
import { tokensIn } from "./stored-files.ts";
import { UnderWay } from "./under-way.ts";

/**
 * Files in a folder on this machine's disk: `incoming/<token>.part` during the upload, then `<two characters>/<token>`. The folder is
 * created with the first file, and only this process uses it.
 */
export function createFileFolder(dir: string, log: Log): FileStore {
  const folders = new DurableFolders(dir);
  const underWay = new UnderWay();
  return {
    begin() {
      const token = randomBytes(tokenBytes).toString("base64url");
      return new FileWriter(dir, token, folders, log, underWay.begin(token));
    },
    open: (token) => openFile(dir, token),
    async remove(token) {
      if (!isToken(token)) return;
      try {
        await rm(filePath(dir, token), { force: true });
      } catch (error) {
        throw errorOf("A file cannot be removed", dir, error);
      }
    },
    sweep: (hasRow) => sweepFolder(dir, (token) => underWay.has(token), hasRow),
    whenQuiet: () => underWay.whenQuiet(),
  };
}

async function openFile(dir: string, token: string): Promise<StoredFile | null> {
  if (!isToken(token)) return null;
  let handle: FileHandle | null = null;
  try {
    handle = await open(filePath(dir, token), "r");
    return storedFile(dir, handle, (await handle.stat()).size);
  } catch (error) {
    await handle?.close();
    if (isMissing(error)) return null;
    throw errorOf("A file cannot be opened", dir, error);
  }
}

function storedFile(dir: string, handle: FileHandle, bytes: number): StoredFile {
  return {
    bytes,
    async read(target, position) {
      try {
        return (await handle.read(target, 0, target.length, position)).bytesRead;
      } catch (error) {
        throw errorOf("A file cannot be read", dir, error);
      }
    },
    close: () => handle.close(),
  };
}

/**
 * Deletes parts and files that are not being written and that have no row. Returns their number. A file counts as being written until its
 * row is committed. Both facts are read in the same tick, so that no file is deleted while its row is being committed.
 */
async function sweepFolder(
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
