import { resolve, sep } from "node:path";
import type { ConfigFile } from "./config-schema.ts";
import type { Mistakes } from "./mistakes.ts";
import type { StorePlace } from "./store-place.ts";

/** The backup folder, and how long backups are kept. Every field has a value. */
export interface BackupConfig {
  /** Absolute path. */
  readonly folder: string;
  readonly everySeconds: number;
  readonly baseEveryHours: number;
  readonly keptDays: number;
}

const defaults = { everySeconds: 10, baseEveryHours: 24, keptDays: 7 };

export interface BackedUp {
  readonly dataDir: string;
  readonly store: StorePlace;
}

/** Returns `null` when the file names no folder. A relative path starts at the file's `folder`. */
export function chooseBackup(
  given: ConfigFile["backup"],
  folder: string,
  { dataDir, store }: BackedUp,
  mistakes: Mistakes,
): BackupConfig | null {
  if (given === undefined) return null;
  const path = resolve(folder, given.folder);
  if (store.kind === "postgres")
    mistakes.add(
      ["backup"],
      { problem: "the store is in a PostgreSQL" },
      "a store in the data folder, or no backup here",
    );
  else if (`${path}${sep}`.startsWith(`${dataDir}${sep}`) || `${dataDir}${sep}`.startsWith(`${path}${sep}`))
    mistakes.add(
      ["backup", "folder"],
      { value: given.folder },
      `a folder outside the data folder ${dataDir} that does not contain it`,
    );
  return { ...defaults, ...given, folder: path };
}
