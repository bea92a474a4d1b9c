import t from "tap";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { commitContract } from "../contracts/commit-contract.ts";
import { embeddedContract } from "../contracts/embedded-contract.ts";
import { kernelContract } from "../contracts/kernel-contract.ts";
import type { StoreUnderTest } from "../contracts/store-contract.ts";
import { storeContract } from "../contracts/store-contract.ts";
import { checkNeeds } from "../harness/needed-rows.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { recordingLog } from "./lmdb-fixture.ts";

const opened =
  (timing: { readonly flushIntervalMs: number; readonly flushBytes?: number }): StoreUnderTest["open"] =>
  async (t) => {
    const place = { dir: temporaryFolder(t), log: recordingLog(), segmentBytes: 64 * 1024 };
    return checkNeeds(await openLmdbStore({ ...place, ...timing }));
  };

const above: StoreUnderTest = {
  name: "lmdb, rows above the environment",
  open: opened({ flushIntervalMs: 3_600_000 }),
};
const within: StoreUnderTest = {
  name: "lmdb, rows in the environment",
  open: opened({ flushIntervalMs: 0, flushBytes: 0 }),
};
for (const adapter of [above, within]) {
  storeContract(t, adapter);
  commitContract(t, adapter, 15);
  kernelContract(t, adapter);
  embeddedContract(t, adapter);
}
