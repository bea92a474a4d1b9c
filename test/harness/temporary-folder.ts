import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";

/** Registers a cleanup: a test, or a program in a separate process. */
export type Ending = Pick<Test, "teardown">;

/**
 * Returns a folder for running processes. It is removed after the service has stopped, because its removal was registered
 * earlier. The test library's own `testdir` removes its folder first. Then the removal fails if a service writes meanwhile, and
 * nothing stops the service.
 */
export function temporaryFolder(t: Ending): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-service-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
