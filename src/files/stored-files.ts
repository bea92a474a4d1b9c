import { stat } from "node:fs/promises";
import { join } from "node:path";
import { namesIn } from "../core/files/names-in.ts";
import { filePath, isShardName, isToken } from "./file-paths.ts";

/** Yields the tokens of all complete files, folder by folder. It skips foreign entries such as `lost+found`. */
export async function* tokensIn(dir: string): AsyncGenerator<string> {
  for (const shard of (await namesIn(dir)).filter(isShardName))
    for (const token of (await namesIn(join(dir, shard))).filter(isToken)) yield token;
}

/** Returns the sizes of all complete files by their tokens. Rejects when the system denies access to one. */
export async function bytesOfFiles(dir: string): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for await (const token of tokensIn(dir)) found.set(token, (await stat(filePath(dir, token))).size);
  return found;
}
