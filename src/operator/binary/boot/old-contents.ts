import { lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, utimesSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isSettled, settledFile } from "./unpack.ts";

const dayMs = 86_400_000;
/** A process marks its folder as used each day. A few days without a mark may mean that the machine slept. */
const unusedForMs = 7 * dayMs;
const contentsName = /^[\da-f]{16}$/;
const removedPrefix = ".removed-";

/** Marks the folder as used. Call this before you check its files, and each day. */
export function noteUse(folder: string, nowMs: number): void {
  // A folder that is not settled yet is new.
  if (isSettled(folder)) utimesSync(settledFile(folder), nowMs / 1_000, nowMs / 1_000);
}

/**
 * Removes folders of other builds below `cache` that were unused for a week and have no file open in a process of this machine. A folder is
 * renamed before it is emptied, so that a kill leaves no incomplete folder; the next call removes renamed folders. Rejects when a
 * removal fails.
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
    // Another process has just begun to use the folder.
    renameSync(moved, folder);
    return [aside];
  });
}

/** Uses the newest time of the files that a start touches, so that builds without this mark count too. */
function isUnused(folder: string, nowMs: number): boolean {
  const touched = [folder, settledFile(folder), join(folder, "compiled")].map(
    (path) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return nowMs - Math.max(...touched) > unusedForMs;
}

/**
 * Files that processes of this machine have mapped: each process has its native modules mapped. Processes that this user may not
 * read are another user's.
 */
function usedPaths(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const lines = readFileSync(`/proc/${pid}/maps`, "utf8").split("\n");
        return lines.filter((line) => line.endsWith(".node")).map((line) => line.slice(line.indexOf("/")));
      } catch {
        // The process has ended, or is another user's.
        return [];
      }
    });
}
