import { rm } from "node:fs/promises";
import type { StoredFile } from "../ports/file-store.ts";
import { FileStoreError } from "../ports/file-store.ts";
import type { Log } from "../ports/log.ts";
import type { MovedFiles } from "../ports/moved-files.ts";
import { DurableFolders } from "./durable-folders.ts";
import { createFileFolder } from "./file-folder.ts";
import { isToken, partPath } from "./file-paths.ts";
import { FileWriter } from "./file-writer.ts";
import { tokensIn } from "./stored-files.ts";

const pieceBytes = 1024 ** 2;

/** The files of a folder that this process owns. Each file keeps its token when it moves. */
export function createMovedFolder(dir: string, log: Log): MovedFiles {
  const files = createFileFolder(dir, log);
  const folders = new DurableFolders(dir);
  return {
    tokens: () => tokensIn(dir),
    open: (token) => files.open(token),
    remove: (token) => files.remove(token),
    async put(token, file) {
      if (!isToken(token))
        throw new FileStoreError(`Expected the token of a file, got ${JSON.stringify(token)}`, "broken");
      await rm(partPath(dir, token), { force: true });
      const writer = new FileWriter(dir, token, folders, log, () => undefined);
      try {
        await copyInto(writer, file);
      } catch (error) {
        await writer.discard();
        throw error;
      }
      await writer.keep(async () => true);
    },
  };
}

async function copyInto(writer: FileWriter, file: StoredFile): Promise<void> {
  const piece = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(1, file.bytes)));
  // An empty file also exists.
  if (file.bytes === 0) await writer.write(piece.subarray(0, 0), 0);
  for (let position = 0; position < file.bytes; ) {
    const bytes = await file.read(piece, position);
    if (bytes === 0) throw new Error(`Expected a file of ${file.bytes} bytes, got ${position}`);
    await writer.write(piece.subarray(0, bytes), position);
    position += bytes;
  }
}
