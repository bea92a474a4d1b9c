import t from "tap";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { commitContract } from "../contracts/commit-contract.ts";
import { embeddedContract } from "../contracts/embedded-contract.ts";
import { kernelContract } from "../contracts/kernel-contract.ts";
import type { StoreUnderTest } from "../contracts/store-contract.ts";
import { storeContract } from "../contracts/store-contract.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { recordingLog } from "./lmdb-fixture.ts";

const above: StoreUnderTest = {
  name: "lmdb, rows above the environment",
  open: (t) =>
    openLmdbStore({
      dir: temporaryFolder(t),
      log: recordingLog(),
      segmentBytes: 64 * 1024,
      flushIntervalMs: 3_600_000,
      checksNeeds: true,
    }),
};
const within: StoreUnderTest = {
  name: "lmdb, rows in the environment",
  open: (t) =>
    openLmdbStore({
      dir: temporaryFolder(t),
      log: recordingLog(),
      segmentBytes: 64 * 1024,
      flushIntervalMs: 0,
      flushBytes: 0,
      checksNeeds: true,
    }),
};
for (const adapter of [above, within]) {
  storeContract(t, adapter);
  commitContract(t, adapter, 15);
  kernelContract(t, adapter);
  embeddedContract(t, adapter);
}
