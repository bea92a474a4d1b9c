import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BenchError } from "../bench-error.ts";

/** Packages that the bench alone needs, pinned in a package of their own. */
export interface PinnedPackages {
  /** Where their `package.json` and `package-lock.json` are. */
  readonly pinnedFolder: string;
  /** Of their folder in the cache. */
  readonly name: string;
  /** What they are for: "the packages of the peers". */
  readonly what: string;
}

const lockName = "package-lock.json";
/** There when `npm ci` came to its end: what it was for. */
const doneName = "installed.json";

/** The folder of the packages, installed when they are asked for first. Blocks while npm runs. Throws a sentence when they cannot be had. */
export function ensurePackages(
  { pinnedFolder, name, what }: PinnedPackages,
  cacheFolder: string,
  progress: (line: string) => void,
): string {
  const folder = join(cacheFolder, name);
  const wanted = readFileSync(join(pinnedFolder, lockName), "utf8");
  const isThere = (): boolean =>
    existsSync(join(folder, doneName)) && readFileSync(join(folder, doneName), "utf8") === wanted;
  if (isThere()) return folder;
  installPinned({ pinnedFolder, folder, what }, progress);
  writeFileSync(join(folder, doneName), wanted);
  return folder;
}

/** Installs what is pinned into this folder. Blocks while npm runs. Throws a sentence when it cannot be had. */
export function installPinned(
  { pinnedFolder, folder, what }: Pick<PinnedPackages, "pinnedFolder" | "what"> & { readonly folder: string },
  progress: (line: string) => void,
): void {
  progress(`Not there yet: ${what}. npm ci in ${folder}`);
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", lockName]) copyFileSync(join(pinnedFolder, file), join(folder, file));
  const { status, signal } = spawnSync("npm", ["ci", "--no-fund", "--no-audit"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0)
    throw new BenchError(`npm ci in ${folder} ended with ${status ?? signal}: expected it to bring ${what}`);
}
