import { readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { openSmall, quickFolder } from "./lmdb-fixture.ts";

/** The second half of page 0 has the last state that is certainly on the disk. Source: src/store/lmdb/check/lmdb-file.ts. */
const halfPageBytes = 2048;
const transactionAt = halfPageBytes + 24 + 24 + 2 * 48 + 8;

t.test(
  "[CH-19] a new folder has a first state on the disk before its first rows, which a power cut may leave incomplete",
  async (t) => {
    const dir = quickFolder(t);
    const store = await openSmall(dir);
    const bytes = readFileSync(join(dir, "rows", "data.mdb"));
    t.equal(bytes.readUInt32LE(24 + 24), 2 * halfPageBytes, "pages have the length that this test assumes");
    t.ok(bytes.readBigUInt64LE(transactionAt) > 0n);
    await store.close();
  },
);
