import { execFileSync } from "node:child_process";
import type { Ending } from "./temporary-folder.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Mounts a file system in memory, with options of tmpfs, until the test ends. Only root can. */
export function memoryDisk(t: Ending, options: string): string {
  const dir = temporaryFolder(t);
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", dir]);
  t.teardown(() => void execFileSync("umount", [dir]));
  return dir;
}
