import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { unpackFolder } from "./unpack-folder.ts";

/** A data folder that an earlier version of the service wrote. */
export interface FormerFolder {
  readonly name: string;
  /** The change that came with that version. */
  readonly about: string;
  /** The texts of people and bots in its chats. */
  readonly texts: readonly string[];
  unpack(folder: string): void;
}

interface Entry {
  readonly about: string;
  readonly chats: readonly { readonly texts: readonly string[] }[];
}

const folder = fileURLToPath(new URL("../../../test/fixtures/folders/", import.meta.url));

/** The folders that the test suite opens too, the oldest first. */
export function formerFolders(): readonly FormerFolder[] {
  const manifest: Readonly<Record<string, Entry>> = JSON.parse(readFileSync(`${folder}manifest.json`, "utf8"));
  return Object.entries(manifest).map(([name, { about, chats }]) => ({
    ...{ name, about },
    texts: chats.flatMap(({ texts }) => texts),
    unpack: (to) => unpackFolder(readFileSync(`${folder}${name}.br`), to),
  }));
}
