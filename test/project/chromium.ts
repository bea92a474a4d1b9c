import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Makes sure of Debian's Chromium for the browser tests; a sentence that says what is missing, or null. */
export function ensureChromium(): string | null {
  if (isOnPath("chromium")) return null;
  const wanted = "The browser tests need chromium on the PATH";
  if (!isOnPath("apt-get")) return `${wanted}, and there is no apt-get to install it with.`;
  if (process.getuid?.() !== 0) return `${wanted}. Install it as root: apt-get install chromium`;
  for (const args of [["update"], ["install", "--yes", "--no-install-recommends", "chromium"]]) {
    const run = spawnSync("apt-get", args, {
      stdio: ["ignore", 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (run.status !== 0) return `${wanted}, and "apt-get ${args.join(" ")}" ended with ${run.status ?? run.signal}.`;
  }
  return null;
}

function isOnPath(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
