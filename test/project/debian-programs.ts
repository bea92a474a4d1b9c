import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const installMaxMs = 300_000;

/** Folders with servers, which may not be on the PATH. */
const serverFolders = ["/usr/sbin", "/usr/local/sbin"];

/**
 * Installs missing programs whose Debian packages have the same names. Returns a sentence that says what is missing, or null.
 * `purpose` completes "… : expected …".
 */
export function ensurePrograms(purpose: string, programs: readonly string[]): string | null {
  const missing = programs.filter((program) => pathOf(program) === null);
  if (missing.length === 0) return null;
  const wanted = `${purpose}: expected ${missing.join(" and ")} on the PATH, found none`;
  if (pathOf("apt-get") === null) return `${wanted}, and there is no apt-get to install it with.`;
  if (process.getuid?.() !== 0) return `${wanted}. Install it as root: apt-get install ${missing.join(" ")}`;
  const install = ["install", "--yes", "--no-install-recommends", ...missing];
  if (runApt(install) === 0) return null;
  // The lists of packages may be missing, or older than the packages.
  for (const args of [["update"], install]) {
    const status = runApt(args);
    if (status !== 0) return `${wanted}, and "apt-get ${args.join(" ")}" ended with ${status}.`;
  }
  return null;
}

function runApt(args: readonly string[]): number | NodeJS.Signals | null {
  const run = spawnSync("apt-get", args, {
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: installMaxMs,
  });
  return run.status ?? run.signal;
}

/** Returns null if the program is not installed. */
export function pathOf(program: string): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...serverFolders];
  return folders.map((folder) => join(folder, program)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
