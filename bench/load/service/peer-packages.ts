import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BenchError } from "../bench-error.ts";

const pinnedFolder = fileURLToPath(new URL("../../peers/packages", import.meta.url));
const lockName = "package-lock.json";
/** There when `npm ci` came to its end: what it was for. */
const doneName = "installed.json";

/** The folder of the packages that the durable peers are made of, installed when it is asked for first. Blocks while npm runs. Throws a sentence when they cannot be had. */
export function ensurePeerPackages(cacheFolder: string, progress: (line: string) => void): string {
  const folder = join(cacheFolder, "peers");
  const wanted = readFileSync(join(pinnedFolder, lockName), "utf8");
  const isThere = (): boolean =>
    existsSync(join(folder, doneName)) && readFileSync(join(folder, doneName), "utf8") === wanted;
  if (isThere()) return folder;
  progress(`The packages of the peers are not there yet: npm ci in ${folder}`);
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", lockName]) copyFileSync(join(pinnedFolder, name), join(folder, name));
  const { status, signal } = spawnSync("npm", ["ci", "--no-fund", "--no-audit"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0)
    throw new BenchError(
      `npm ci in ${folder} ended with ${status ?? signal}: expected it to bring what the peers are made of`,
    );
  writeFileSync(join(folder, doneName), wanted);
  return folder;
}
