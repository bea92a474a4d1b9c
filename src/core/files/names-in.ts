import { readdir } from "node:fs/promises";
import { isMissing } from "./is-missing.ts";

/** The names in a folder; empty when the folder does not exist. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
