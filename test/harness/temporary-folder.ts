import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";

/** Who ends what was started: a test, or a program in a process of its own. */
export type Ending = Pick<Test, "teardown">;

/**
 * A folder for what runs: it is removed after the service has stopped, because its removal was asked for earlier. The test library's
 * own `testdir` removes its folder first. A service that writes meanwhile makes the removal fail, and then nobody stops the service.
 */
export function temporaryFolder(t: Ending): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-service-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
