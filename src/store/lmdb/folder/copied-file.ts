import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../../../core/files/is-missing.ts";
import { writeWholeFile } from "../../../core/files/whole-file.ts";
import { StoreError } from "../../../ports/store-errors.ts";

const nameIn = (folder: string): string => join(folder, "copied.txt");

/** Notes that the store is a copy of the state of this moment, in Unix milliseconds. Durable when it resolves. */
export const writeCopied = (folder: string, stateAtMs: number): Promise<void> =>
  writeWholeFile(nameIn(folder), String(stateAtMs));

/** Returns the moment of the state that was copied; `null` after `removeCopied`, and for a store that is no copy. */
export async function readCopied(folder: string): Promise<number | null> {
  const text = await readFile(nameIn(folder), "utf8").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  if (!/^\d{1,16}(?:\.\d{1,16})?$/.test(text))
    throw new StoreError(`Expected a moment in Unix milliseconds in ${nameIn(folder)}, got ${JSON.stringify(text)}`);
  return Number(text);
}

export const removeCopied = (folder: string): Promise<void> => rm(nameIn(folder), { force: true });
