import { stat } from "node:fs/promises";
import { join } from "node:path";
import { namesIn } from "../core/files/names-in.ts";
import { filePath, isShardName, isToken } from "./file-paths.ts";

/** The tokens of all whole files, folder by folder. What others put there, such as `lost+found`, is not looked at. */
export async function* tokensIn(dir: string): AsyncGenerator<string> {
  for (const shard of (await namesIn(dir)).filter(isShardName))
    for (const token of (await namesIn(join(dir, shard))).filter(isToken)) yield token;
}

/** The bytes of all whole files, by their tokens. Rejects when the system lets one not be looked at. */
export async function bytesOfFiles(dir: string): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for await (const token of tokensIn(dir)) found.set(token, (await stat(filePath(dir, token))).size);
  return found;
}
