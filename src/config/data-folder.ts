import { dirname, resolve } from "node:path";
import { entriesOf, fieldOf } from "../codec/json/json-values.ts";
import { readConfigText } from "./config-text.ts";
import type { Environment } from "./env.ts";
import type { Mistakes } from "./mistakes.ts";
import type { StoreFlags, StorePlace } from "./store-place.ts";
import { chooseStore, readStoreOf } from "./store-place.ts";

/** The flags that locate the store. */
export interface FolderFlags extends StoreFlags {
  readonly config?: string;
  readonly data?: string;
}

/**
 * A flag takes precedence over the environment, which takes precedence over the file. A relative path in the file starts at the
 * file's `folder`. The result is absolute.
 */
export function chooseDataFolder(
  flags: FolderFlags,
  environment: Environment,
  inFile: string | undefined,
  folder: string,
): string {
  const given = flags.data ?? environment.data;
  if (given !== undefined) return resolve(given);
  return resolve(inFile === undefined ? "data" : resolve(folder, inFile));
}

/** The part of the config that a command besides the service needs. */
export interface Installation {
  /** Absolute path. */
  readonly dataDir: string;
  readonly store: StorePlace;
  /** Whether the config file puts files and photos in another place than the store. */
  readonly hasFilesElsewhere: boolean;
  /** The providers in the file. Each start writes their names again. */
  readonly declaredProviders: ReadonlySet<string>;
}

/**
 * Finds the data folder and the store in the same way as a start with these flags and this environment. It checks nothing else in the config
 * file, because only the service may be able to read the other secrets. Returns `null` when the file cannot be read, with an entry in `mistakes`.
 */
export function findInstallation(
  flags: FolderFlags,
  environment: Environment,
  mistakes: Mistakes,
): Installation | null {
  const named = flags.config ?? environment.config;
  const file = named === undefined ? {} : readConfigText(named, mistakes);
  if (file === undefined) return null;
  if (typeof file !== "object" || file === null || Array.isArray(file)) {
    mistakes.add([], { value: file }, "an object");
    return null;
  }
  const data = fieldOf(file, "data");
  if (data !== undefined && (typeof data !== "string" || data === "")) {
    mistakes.add(["data"], { value: data }, "the path of a folder");
    return null;
  }
  const ids = entriesOf(file, "providers").map((provider) => fieldOf(provider, "id"));
  const folder = named === undefined ? process.cwd() : dirname(resolve(named));
  const inFile = readStoreOf(file, { environment, folder }, mistakes);
  const store = chooseStore(flags, environment, inFile, mistakes);
  if (mistakes.lines.length > 0) return null;
  return {
    dataDir: chooseDataFolder(flags, environment, data, folder),
    store,
    hasFilesElsewhere: fieldOf(file, "files") !== undefined,
    declaredProviders: new Set(ids.filter((id) => typeof id === "string")),
  };
}
