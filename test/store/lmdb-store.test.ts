import t from "tap";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { storeContract } from "../contracts/store-contract.ts";
import { recordingLog } from "./lmdb-fixture.ts";

storeContract(t, {
  name: "lmdb, rows above the environment",
  open: (t) =>
    openLmdbStore({ dir: t.testdir(), log: recordingLog(), segmentBytes: 64 * 1024, flushIntervalMs: 3_600_000 }),
});
storeContract(t, {
  name: "lmdb, rows in the environment",
  open: (t) =>
    openLmdbStore({
      dir: t.testdir(),
      log: recordingLog(),
      segmentBytes: 64 * 1024,
      flushIntervalMs: 0,
      flushBytes: 0,
    }),
});
