import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BenchError } from "../bench-error.ts";

const pinnedFolder = fileURLToPath(new URL("../../peers/packages", import.meta.url));
const lockName = "package-lock.json";
/** This file exists when `npm ci` has finished; it records what was installed, and for which Node. */
const doneName = "installed.json";

/** Returns the folder of the peers' packages and installs them at the first call. Blocks while npm runs. Throws a sentence when they cannot be installed. */
export function ensurePeerPackages(cacheFolder: string, progress: (line: string) => void): string {
  const folder = join(cacheFolder, "peers");
  const wanted = `${process.versions.node}\n${readFileSync(join(pinnedFolder, lockName), "utf8")}`;
  const done = join(folder, doneName);
  if (existsSync(done) && readFileSync(done, "utf8") === wanted) return folder;
  progress(`Missing: the packages of the peers. npm ci in ${folder}`);
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", lockName]) copyFileSync(join(pinnedFolder, file), join(folder, file));
  const { status, signal } = spawnSync("npm", ["ci", "--no-fund", "--no-audit"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, ...measuredNode() },
  });
  if (status !== 0)
    throw new BenchError(
      `npm ci in ${folder} ended with ${status ?? signal}: expected it to install the peers' packages`,
    );
  writeFileSync(done, wanted);
  return folder;
}

/** Variables by which npm compiles native packages for the Node of the bench: the Node that runs npm, and the folder with its headers. */
function measuredNode(): Readonly<Record<string, string>> {
  const binFolder = dirname(process.execPath);
  const home = dirname(binFolder);
  return {
    PATH: `${binFolder}${delimiter}${process.env["PATH"] ?? ""}`,
    ...(existsSync(join(home, "include/node/node.h")) ? { npm_config_nodedir: home } : {}),
  };
}
