import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { StoreError } from "../../../src/ports/store-errors.ts";
import { counter, messageWrite } from "../../contracts/store-rows.ts";
import { memoryDisk } from "../../harness/memory-disk.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { commitNumbers, neverMs, openSmall, storedNumbers, upTo } from "../../store/lmdb-fixture.ts";
import { spawnWriter } from "../../store/writer-process.ts";

const isRoot = process.getuid?.() === 0;

/** Commits until one is refused, which must name the folder. */
async function fillUp(
  t: Test,
  store: Awaited<ReturnType<typeof openSmall>>,
  dir: string,
  first: number,
): Promise<number> {
  for (let number = first; ; number += 1) {
    try {
      await store.commit({}, () => [counter(`n${number}`, number), messageWrite(1, number, "x".repeat(20_000))]);
    } catch (error) {
      t.match(error, {
        name: "StoreError",
        message: new RegExp(`${dir}.*(ENOSPC|No space left on device|Input/output error)`),
      });
      t.type(error, StoreError);
      t.equal(await store.read("counter", [`n${number}`]), undefined, "refused commits are not read");
      return number - 1;
    }
  }
}

if (isRoot) {
  for (const [what, flushIntervalMs] of Object.entries({ "the journal": neverMs, "journal and rows": 1 })) {
    t.test(
      `disk full for ${what}: commits are refused, nothing is lost, and the store recovers when there is space`,
      async (t) => {
        const disk = memoryDisk(t, "size=3m");
        const filler = join(disk, "filler");
        writeFileSync(filler, Buffer.alloc(1024 * 1024));
        const dir = join(disk, "data");
        const store = await openSmall(dir, { segmentBytes: 128 * 1024, flushIntervalMs, heldBytesMax: 400_000 });
        const last = await fillUp(t, store, dir, 1);
        t.ok(last > 0);
        t.strictSame(await storedNumbers(store), upTo(last), "acknowledged commits stay readable");
        t.equal(await fillUp(t, store, dir, last + 1), last, "still full");
        rmSync(filler);
        await untilWorks(() => commitNumbers(store, last + 1, last + 1));
        await commitNumbers(store, last + 2, last + 5);
        await store.close();
        const again = await openSmall(dir, { segmentBytes: 128 * 1024 });
        t.strictSame(await storedNumbers(again), upTo(last + 5));
        await again.close();
      },
    );
  }
}

/** The store retries the rows every 0.5 s. Until then a commit may still be refused. */
async function untilWorks(commit: () => Promise<void>): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; ) {
    try {
      return await commit();
    } catch (error) {
      if (Date.now() > deadline || !(error instanceof StoreError)) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

t.test("when rows cannot grow, the journal continues, then commits are refused, then the store recovers", async (t) => {
  const dir = join(temporaryFolder(t), "data");
  const settings = { segmentBytes: 128 * 1024, flushIntervalMs: 1, heldBytesMax: 300_000 };
  const limited = ["bash", "-c", 'ulimit -S -f 400; exec "$@"', "bash"];
  const writer = spawnWriter(dir, settings, limited);
  await writer.ready;
  await writer.commit(4_000);
  t.ok(writer.acknowledged.length > 100, `${writer.acknowledged.length} acknowledged`);
  t.ok(writer.refused.length > 0, `${writer.refused.length} refused`);
  t.match(writer.refused.at(-1), /StoreError: Rows cannot be written in /);
  const before = writer.acknowledged.length;
  execFileSync("prlimit", ["--pid", String(writer.pid), "--fsize=unlimited:unlimited"]);
  while (writer.acknowledged.length < before + 50) await writer.commit(50);
  const acknowledged = new Set(writer.acknowledged);
  await writer.kill();
  const store = await openSmall(dir, settings);
  const seqs = new Set((await store.scan("message", { prefix: [1], limit: 100_000 })).map(({ row }) => row.seq));
  t.strictSame(
    [...acknowledged].filter((number) => !seqs.has(number)),
    [],
    "all that was acknowledged is there",
  );
  await store.close();
});
