import { lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, utimesSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isSettled, settledFile } from "./unpack.ts";

const dayMs = 86_400_000;
/** A process says each day that it uses its folder; some days in which the machine slept are no sign that it ended. */
const unusedForMs = 7 * dayMs;
const contentsName = /^[\da-f]{16}$/;
const removedPrefix = ".removed-";

/** Says that somebody uses the folder: to be called before its files are looked at, and each day. */
export function noteUse(folder: string, nowMs: number): void {
  // One that is not settled yet was made just now.
  if (isSettled(folder)) utimesSync(settledFile(folder), nowMs / 1_000, nowMs / 1_000);
}

/**
 * Removes what other builds left below `cache`, where nobody used it for a week and no process of this machine has a file of it open. A folder is
 * renamed before it is emptied, so that a kill leaves no half of one; what was renamed goes with the next look. Rejects when something cannot be removed.
 */
export async function removeOld(cache: string, ownId: string, nowMs: number): Promise<void> {
  const names = readdirSync(cache);
  const old = names.filter((name) => contentsName.test(name) && name !== ownId && isUnused(join(cache, name), nowMs));
  const moved = old.length === 0 ? [] : moveAside(cache, old, nowMs);
  const removed = names.filter((name) => name.startsWith(removedPrefix)).map((name) => join(cache, name));
  for (const folder of [...removed, ...moved]) await rm(folder, { recursive: true, force: true });
}

function moveAside(cache: string, old: readonly string[], nowMs: number): readonly string[] {
  const used = usedPaths();
  const real = realpathSync(cache);
  return old.flatMap((name) => {
    const folder = join(cache, name);
    if (used.some((path) => path.startsWith(`${real}/${name}/`))) return [];
    const aside = mkdtempSync(join(cache, removedPrefix));
    const moved = join(aside, name);
    try {
      renameSync(folder, moved);
    } catch (error) {
      // Another start was faster.
      if (Object(error).code !== "ENOENT") throw error;
      return [aside];
    }
    if (isUnused(moved, nowMs)) return [aside];
    // Somebody began to use it in this moment.
    renameSync(moved, folder);
    return [aside];
  });
}

/** By the youngest of what a start touches, also one of a build that knows nothing of this. */
function isUnused(folder: string, nowMs: number): boolean {
  const touched = [folder, settledFile(folder), join(folder, "compiled")].map(
    (path) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return nowMs - Math.max(...touched) > unusedForMs;
}

/** Files that processes of this machine have in their memory: each has the native parts of its contents there. What this user may not see is not its own. */
function usedPaths(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/maps`, "utf8").match(/\/.*\.node$/gm) ?? [];
      } catch {
        // It ended meanwhile, or is another user's.
        return [];
      }
    });
}
