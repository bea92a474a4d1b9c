import { join } from "node:path";
import t from "tap";
import type { Store } from "../../../src/ports/store.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { openSmall, recordingLog } from "../../store/lmdb-fixture.ts";
import { spawnWriter } from "../../store/writer-process.ts";

const rounds = 8;
/** Small segments and quick flushes: every kill hits another step of rotation, flushing or reuse. */
const settings = { segmentBytes: 16 * 1024, flushIntervalMs: 2, flushBytes: 20_000 };

async function lastWhole(store: Store): Promise<number> {
  const seqs = (await store.scan("message", { prefix: [1], limit: 1_000_000 })).map(({ key, row }) => {
    if (key[1] !== row.seq || row.content.text.length !== row.seq % 700)
      throw new Error(`Message ${key[1]} is not itself`);
    return row.seq;
  });
  const gap = seqs.findIndex((seq, index) => seq !== index + 1);
  if (gap >= 0) throw new Error(`Message ${gap + 1} is missing, ${seqs[gap]} is there`);
  if (((await store.read("counter", ["last"]))?.last ?? 0) !== seqs.length)
    throw new Error("A commit is there in part");
  return seqs.length;
}

t.test("after repeated kills during commits, all acknowledged commits are complete and in order", async (t) => {
  const dir = join(temporaryFolder(t), "data");
  let stored = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const writer = spawnWriter(dir, settings);
    t.equal(await writer.ready, `ready ${stored}`);
    if (round === 1) {
      const refused = { name: "StoreError", message: `The data folder ${dir} is in use by process ${writer.pid}` };
      await t.rejects(openSmall(dir), refused);
    }
    await writer.commitUntil(round * 97);
    await writer.kill();
    const log = recordingLog();
    const store = await openSmall(dir, { ...settings, log });
    stored = await lastWhole(store);
    const lastAcknowledged = Math.max(...writer.acknowledged);
    t.ok(stored >= lastAcknowledged, `round ${round}: acknowledged up to ${lastAcknowledged}, stored ${stored}`);
    t.strictSame(
      log.lines.filter((line) => line.level === "error"),
      [],
    );
    await store.close();
  }
});
