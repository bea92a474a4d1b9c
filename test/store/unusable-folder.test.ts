import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { StoreError } from "../../src/ports/store-errors.ts";
import { closeToOthers } from "../../src/store/lmdb/folder/folder-modes.ts";
import { layoutVersion } from "../../src/store/lmdb/folder/layout-file.ts";
import { counter, messageWrite } from "../contracts/store-rows.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { commitNumbers, neverMs, openSmall, quickFolder, storedNumbers, upTo } from "./lmdb-fixture.ts";
import { spawnWriter } from "./writer-process.ts";

const isRoot = process.getuid?.() === 0;

function memoryDisk(t: Test, options: string): string {
  const dir = mkdtempSync(join(tmpdir(), "parley-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", dir]);
  t.teardown(() => {
    execFileSync("umount", [dir]);
    rmSync(dir, { recursive: true });
  });
  return dir;
}

function readOnlyFolder(t: Test): string {
  if (isRoot) return memoryDisk(t, "ro,size=1m");
  const dir = join(quickFolder(t), "data");
  mkdirSync(dir, { mode: 0o500 });
  return dir;
}

t.test("an unwritable folder is refused by name", async (t) => {
  const dir = readOnlyFolder(t);
  await t.rejects(openSmall(dir), {
    name: "StoreError",
    message: new RegExp(`The data folder ${dir} cannot be written: E`),
  });
  const file = join(quickFolder(t), "file");
  writeFileSync(file, "");
  await t.rejects(openSmall(file), { name: "StoreError", message: new RegExp(file) });
});

t.test("a folder with a newer or a lost layout is refused", async (t) => {
  const dir = join(temporaryFolder(t), "data");
  await (await openSmall(dir)).close();
  const layout = join(dir, "layout.json");
  const text = readFileSync(layout, "utf8");
  const newer = new RegExp(
    `has layout ${layoutVersion + 1}; this program reads layouts up to ${layoutVersion}\\. A newer`,
  );
  const refusals: readonly (readonly [string, RegExp])[] = [
    [`{"layout":${layoutVersion + 1},"id":"x"}`, newer],
    ["", /layout.json is damaged: expected a text such as .*, got ""/],
    ['{"layout":1}', /layout.json is damaged: expected a text such as .*journalId.*, got "{.*}"/],
    [text.replace(/"checksum.*"/, '"more":1'), /layout.json is damaged: expected "{.*checksum.*}\\n", got "{.*more/],
  ];
  for (const [wrong, message] of refusals) {
    writeFileSync(layout, wrong);
    await t.rejects(openSmall(dir), { name: "StoreError", message }, wrong);
  }
  const before = readFileSync(join(dir, "rows", "data.mdb"));
  for (let bit = 0; bit < text.length * 8; bit += 3) {
    const flipped = Buffer.from(text);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    writeFileSync(layout, flipped);
    await t.rejects(openSmall(dir), { name: "StoreError", message: /layout/ }, `bit ${bit}`);
  }
  t.strictSame(readFileSync(join(dir, "rows", "data.mdb")), before, "nothing was touched");
  rmSync(layout);
  await t.rejects(openSmall(dir), { name: "StoreError", message: /has a journal but no layout.json/ });
  rmSync(join(dir, "journal"), { recursive: true });
  await t.rejects(openSmall(dir), { name: "StoreError", message: /has a folder rows but no layout.json/ });
  t.notOk(existsSync(layout));
});

t.test("an existing folder that other users can read is closed to them with all its files", async (t) => {
  const dir = join(temporaryFolder(t), "data");
  await (await openSmall(dir)).close();
  const inside = ["journal", "rows"].flatMap((name) => [
    name,
    ...readdirSync(join(dir, name)).map((file) => join(name, file)),
  ]);
  const paths = [".", "layout.json", ...inside].map((name) => join(dir, name));
  for (const path of paths) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  await (await openSmall(dir)).close();
  for (const path of paths) {
    const { mode } = statSync(path);
    t.equal(mode & 0o777, statSync(path).isDirectory() ? 0o700 : 0o600, path);
  }
});

/** The id of an unprivileged user, as which root can act. */
const anybody = 65_534;

t.test(
  "an unreadable folder inside it, such as lost+found of a mounted disk, does not prevent the start",
  async (t) => {
    const outer = quickFolder(t);
    const dir = join(outer, "data");
    for (const name of ["journal", "rows", "lost+found"]) mkdirSync(join(dir, name), { recursive: true });
    writeFileSync(join(dir, "rows", "data.mdb"), "", { mode: 0o644 });
    chmodSync(join(dir, "lost+found"), 0o000);
    if (isRoot) {
      for (const path of [outer, dir, join(dir, "journal"), join(dir, "rows"), join(dir, "rows", "data.mdb")])
        chownSync(path, anybody, anybody);
      process.seteuid?.(anybody);
    }
    try {
      await closeToOthers(dir);
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(join(dir, "lost+found"), 0o700);
    }
    t.equal(statSync(join(dir, "rows", "data.mdb")).mode & 0o777, 0o600, "the store's own are closed");
  },
);

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
