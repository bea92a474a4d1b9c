import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { closeToOthers } from "../../src/store/lmdb/folder/folder-modes.ts";
import { layoutVersion } from "../../src/store/lmdb/folder/layout-file.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { memoryDisk } from "../harness/memory-disk.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { commitNumbers, openSmall, quickFolder, storedNumbers } from "./lmdb-fixture.ts";

const isRoot = process.getuid?.() === 0;

function readOnlyFolder(t: Test): string {
  if (isRoot) return memoryDisk(t, "ro,size=1m");
  const dir = join(quickFolder(t), "data");
  mkdirSync(dir, { mode: 0o500 });
  return dir;
}

t.test("an unwritable folder is refused by name", async (t) => {
  await t.rejects(openSmall("/proc/no-such-folder/data"), {
    name: "StoreError",
    message: /^The data folder \/proc\/no-such-folder\/data cannot be written: ENOENT/,
  });
  const dir = readOnlyFolder(t);
  await t.rejects(openSmall(dir), {
    name: "StoreError",
    message: new RegExp(`The data folder ${dir} cannot be written: E`),
  });
  const file = join(quickFolder(t), "file");
  writeFileSync(file, "");
  await t.rejects(openSmall(file), { name: "StoreError", message: new RegExp(file) });
});

t.test("a folder with a newer, a lost or a layout from before the first release is refused", async (t) => {
  const dir = join(temporaryFolder(t), "data");
  await (await openSmall(dir)).close();
  const layout = join(dir, "layout.json");
  const text = readFileSync(layout, "utf8");
  const newer = new RegExp(
    `has layout ${layoutVersion + 1}; this program reads layouts up to ${layoutVersion}\\. A newer`,
  );
  const refusals: readonly (readonly [string, RegExp])[] = [
    [`{"layout":${layoutVersion + 1},"id":"x"}`, newer],
    [
      '{"layout":1,"journalId":7}\n',
      /has layout 1; .* from before the first release wrote it; no later one reads it\./,
    ],
    ['{"layout":3,"journalId":7,"checksum":"00000000"}\n', /has layout 3; .* from before the first release/],
    ["", /layout.json is damaged: expected a text such as .*, got ""/],
    [`{"layout":${layoutVersion}}`, /layout.json is damaged: expected a text such as .*journalId.*, got "{.*}"/],
    [text.replace(/"checksum.*"/, '"more":1'), /layout.json is damaged: expected "{.*checksum.*}\\n", got "{.*more/],
  ];
  for (const [wrong, message] of refusals) {
    writeFileSync(layout, wrong);
    await t.rejects(openSmall(dir), { name: "StoreError", message }, wrong);
  }
  const before = readFileSync(join(dir, "rows", "data.mdb"));
  for (let bit = 0; bit < text.length * 8; bit += 29) {
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

t.test("a closed store frees its folder, and two stores of one process exclude each other", async (t) => {
  const dir = join(temporaryFolder(t), "data");
  const store = await openSmall(dir);
  await t.rejects(openSmall(dir), {
    name: "StoreError",
    message: `The data folder ${dir} is in use by process ${process.pid}`,
  });
  await store.close();
  await (await openSmall(dir)).close();
});

t.test("a start waits for the end of the process that has the folder, up to a limit", async (t) => {
  const dir = join(temporaryFolder(t), "data");
  const clock = createManualClock();
  const first = await openSmall(dir);
  const refused = openSmall(dir, { clock, ownerWaitMs: 10_000 });
  const isOver = t.rejects(refused, { message: `process ${process.pid}, which did not end within 10 s` });
  while (clock.nowMs() < 1_700_000_010_000) {
    await untilWaits(clock);
    clock.advance(100);
  }
  await isOver;
  const second = openSmall(dir, { clock, ownerWaitMs: 10_000 });
  await untilWaits(clock);
  await first.close();
  clock.advance(100);
  await (await second).close();
});

t.test("a process whose lock was taken out of the folder writes nothing more", async (t) => {
  const dir = join(temporaryFolder(t), "data");
  const clock = createManualClock();
  const first = await openSmall(dir, { clock, flushIntervalMs: 2_000 });
  await commitNumbers(first, 1, 1);
  rmSync(join(dir, "owner.lock"));
  const second = await openSmall(dir);
  await commitNumbers(second, 2, 2);
  clock.advance(1_000);
  await t.rejects(commitNumbers(first, 3, 3), { name: "StoreError", message: /may belong to another process/ });
  await first.close();
  await commitNumbers(second, 4, 4);
  await second.close();
  const next = await openSmall(dir);
  t.strictSame(await storedNumbers(next), [1, 2, 4]);
  await next.close();
});

/** Resolves when something waits for the clock. */
async function untilWaits(clock: ManualClock): Promise<void> {
  while (clock.nextWakeAtMs() === Number.POSITIVE_INFINITY) await new Promise((resolve) => setImmediate(resolve));
}
