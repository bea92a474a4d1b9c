import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";

/** Who ends what was started: a test, or a program in a process of its own. */
export type Ending = Pick<Test, "teardown">;

/** Goes after the service has stopped, which is asked for later. */
export function temporaryFolder(t: Ending): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-service-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
