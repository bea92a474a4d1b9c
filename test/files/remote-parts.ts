import type { Test } from "tap";
import { systemClock } from "../../src/core/clock.ts";
import type { RemoteFilesOptions } from "../../src/files/remote/remote-files.ts";
import { createAlonePeers } from "../../src/store/alone-peers.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

export const quietLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Options with which a file without a row counts as left by a crash at once. */
export const remoteOptions = (t: Test, rest: Partial<RemoteFilesOptions> = {}): RemoteFilesOptions => ({
  name: "files",
  dir: temporaryFolder(t),
  clock: systemClock,
  log: quietLog,
  peers: createAlonePeers(),
  leftAfterMs: 0,
  ...rest,
});
