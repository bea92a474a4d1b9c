import { homedir, tmpdir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { Environment } from "../../../config/env.ts";
import { CACHE_VARIABLE } from "../../../config/env.ts";

/**
 * Folders that the contents may be unpacked into, the best first. A folder that the operator names is the only one, so that its errors are seen.
 * Source: XDG Base Directory Specification, which allows only absolute paths.
 */
export function cacheFolders(environment: Environment, userId: number): readonly string[] {
  const named = environment.variable(CACHE_VARIABLE);
  if (named !== undefined) return [resolve(named)];
  const shared = environment.variable("XDG_CACHE_HOME");
  const home = homeFolder();
  return [
    ...(shared !== undefined && isAbsolute(shared) ? [join(shared, "parley")] : []),
    ...(home !== null ? [join(home, ".cache", "parley")] : []),
    join(tmpdir(), `parley-${userId}`),
  ];
}

/** A user without an entry among the system's users has no home folder. */
function homeFolder(): string | null {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : null;
  } catch {
    return null;
  }
}
