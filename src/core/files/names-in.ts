import { readdir } from "node:fs/promises";
import { isMissing } from "./is-missing.ts";

/** The names in a folder; none when there is no such folder. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
