import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BenchError } from "../bench-error.ts";

/** Packages that only the bench needs, pinned in a separate package. */
export interface PinnedPackages {
  /** The folder of their `package.json` and `package-lock.json`. */
  readonly pinnedFolder: string;
  /** The name of their folder in the cache. */
  readonly name: string;
  /** Their purpose, such as "the packages of the peers". */
  readonly what: string;
}

const lockName = "package-lock.json";
/** This file exists when `npm ci` has finished; it records what was installed. */
const doneName = "installed.json";

/**
 * Returns the folder of the packages and installs them at the first call. Blocks while npm runs. Throws a sentence when they
 * cannot be installed.
 */
export function ensurePackages(
  packages: PinnedPackages,
  cacheFolder: string,
  progress: (line: string) => void,
): string {
  const { pinnedFolder, name, what } = packages;
  const folder = join(cacheFolder, name);
  const wanted = readFileSync(join(pinnedFolder, lockName), "utf8");
  const isThere = (): boolean =>
    existsSync(join(folder, doneName)) && readFileSync(join(folder, doneName), "utf8") === wanted;
  if (isThere()) return folder;
  progress(`Missing: ${what}. npm ci in ${folder}`);
  installPinned(packages, folder);
  writeFileSync(join(folder, doneName), wanted);
  return folder;
}

function installPinned({ pinnedFolder, what }: PinnedPackages, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", lockName]) copyFileSync(join(pinnedFolder, file), join(folder, file));
  const { status, signal } = spawnSync("npm", ["ci", "--no-fund", "--no-audit"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0)
    throw new BenchError(`npm ci in ${folder} ended with ${status ?? signal}: expected it to install ${what}`);
}
