import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian's packages, which are named as their programs. The shell is the same engine without a browser's windows: half the CPU. */
type Program = "chromium" | "chromium-headless-shell";

const installMaxMs = 300_000;

/** Where the browser tests find their Chromium: the shell where it is installed. */
export const chromiumForTests = (): string =>
  pathOf("chromium-headless-shell") ?? pathOf("chromium") ?? "/usr/bin/chromium";

/** Makes sure of a Chromium for the browser tests, a whole one where the shell cannot be had; a sentence that says what is missing, or null. */
export const ensureChromiumForTests = (): string | null =>
  ensureChromium("chromium-headless-shell") === null ? null : ensureChromium();

/** Makes sure of one of Debian's Chromiums; a sentence that says what is missing, or null. */
export function ensureChromium(program: Program = "chromium"): string | null {
  if (pathOf(program) !== null) return null;
  const wanted = `Pages are tried in a browser: expected ${program} on the PATH, found none`;
  if (pathOf("apt-get") === null) return `${wanted}, and there is no apt-get to install it with.`;
  if (process.getuid?.() !== 0) return `${wanted}. Install it as root: apt-get install ${program}`;
  const install = ["install", "--yes", "--no-install-recommends", program];
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

function pathOf(program: string): string | null {
  const paths = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, program));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
