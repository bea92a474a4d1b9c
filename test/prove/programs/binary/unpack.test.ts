import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { noteUse, removeOld } from "../../../../src/operator/binary/boot/old-contents.ts";
import { isSettled, openFolder, settle, unpack } from "../../../../src/operator/binary/boot/unpack.ts";
import { brotli } from "../../../../src/operator/binary/build/compress.ts";
import { pack } from "../../../../src/operator/binary/build/pack.ts";
import { temporaryFolder } from "../../../harness/temporary-folder.ts";

const nowMs = Date.now();
const dayMs = 86_400_000;
const userId = process.geteuid?.() ?? 0;
const collected = ["dist/main.js", "dist/doctor.js", "node_modules/pino/pino.js", "node_modules/sharp/lib.js"].map(
  (path) => ({ path, content: Buffer.from(`// ${path}\n`.repeat(200)) }),
);
const { contents, first, later } = await pack(collected, { commit: "one", nodeFlags: [] }, brotli);
const { packing } = contents;
const all = [...contents.first, ...contents.later];

async function open(t: Test) {
  const cache = join(temporaryFolder(t), "cache");
  const folder = await openFolder(cache, contents, userId);
  const unpackAll = async (): Promise<void> => {
    await unpack({ folder, files: contents.first, archive: first, packing, nowMs });
    await unpack({ folder, files: contents.later, archive: later, packing, nowMs });
  };
  const isAsPacked = (): boolean =>
    collected.every(({ path, content }) => readFileSync(join(folder, path)).equals(content));
  return { cache, folder, unpackAll, isAsPacked };
}

t.test("files that the service loads are unpacked first, files of threads and commands later", (t) => {
  t.same(
    contents.first.map(({ path }) => path),
    ["dist/main.js", "node_modules/pino/pino.js"],
  );
  t.same(
    contents.later.map(({ path }) => path),
    ["dist/doctor.js", "node_modules/sharp/lib.js"],
  );
  t.end();
});

t.test(
  "a file that a power cut or a person has changed is unpacked again, before and after the folder is settled",
  async (t) => {
    const { folder, unpackAll, isAsPacked } = await open(t);
    await unpackAll();
    t.notOk(isSettled(folder));
    const main = join(folder, "dist/main.js");
    const { length } = readFileSync(main);
    const spoilt = [Buffer.alloc(length), Buffer.from("cut"), Buffer.alloc(length, "// evil\n")];
    for (const isLater of [false, true]) {
      if (isLater) await settle(folder, all);
      for (const bytes of spoilt) {
        writeFileSync(main, bytes);
        await unpackAll();
        t.ok(isAsPacked());
      }
    }
    t.ok(isSettled(folder));
  },
);

t.test("simultaneous starts unpack into one folder, in any order", async (t) => {
  const { folder, unpackAll, isAsPacked } = await open(t);
  await Promise.all([unpackAll(), unpackAll(), unpackAll()]);
  t.ok(isAsPacked());
  t.same(
    readdirSync(folder).filter((name) => name.startsWith(".")),
    [],
    "no temporary files remain",
  );
});

/** Creates a folder of another build that was last used `days` days ago. */
function putOld(cache: string, id: string, days: number): string {
  const folder = join(cache, id);
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "node_modules/file.js"), "");
  writeFileSync(join(folder, ".settled"), "");
  const at = (nowMs - days * dayMs) / 1_000;
  for (const path of [join(folder, ".settled"), folder]) utimesSync(path, at, at);
  return folder;
}

t.test("only folders of other builds that were unused for a week are removed", async (t) => {
  const { cache, folder } = await open(t);
  const [old, young, used] = [
    putOld(cache, "0".repeat(16), 8),
    putOld(cache, "1".repeat(16), 6),
    putOld(cache, "2".repeat(16), 30),
  ];
  const strange = putOld(cache, "notes", 30);
  utimesSync(folder, 0, 0);
  noteUse(used, nowMs);
  const removing = [1, 2, 3].map(() => removeOld(cache, contents.id, nowMs));
  await Promise.all(removing);
  t.notOk(existsSync(old));
  for (const kept of [young, used, strange, folder]) t.ok(existsSync(kept), kept);
  t.same(readdirSync(cache).length, 4, "no renamed folders remain");
});

t.test("a killed removal leaves no incomplete folder, and the next removal finishes it", async (t) => {
  const { cache } = await open(t);
  const old = putOld(cache, "0".repeat(16), 8);
  for (let index = 0; index < 1_000; index += 1) writeFileSync(join(old, "node_modules", `${index}.js`), "");
  utimesSync(old, 0, 0);
  const url = new URL("../../../../src/operator/binary/boot/old-contents.ts", import.meta.url);
  // The process kills itself, because a kill from outside could be too late on a busy machine.
  const code = `
    import { existsSync } from "node:fs";
    const { removeOld } = await import(${JSON.stringify(url.href)});
    void removeOld(${JSON.stringify(cache)}, "own", ${nowMs});
    const look = () => existsSync(${JSON.stringify(old)}) ? setImmediate(look) : process.kill(process.pid, "SIGKILL");
    look();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" });
  t.same(await once(child, "exit"), [null, "SIGKILL"]);
  t.notOk(existsSync(old), "a start of that build finds no folder, and unpacks again");
  t.ok(
    readdirSync(cache).some((name) => name.startsWith(".removed-")),
    "it was killed during the removal",
  );
  await removeOld(cache, "own", nowMs);
  t.same(readdirSync(cache), [contents.id]);
});

t.test("an old folder stays while a running process has its native modules loaded", async (t) => {
  const { cache } = await open(t);
  const old = putOld(cache, "0".repeat(16), 30);
  const native = join(old, "node_modules/part.node");
  writeFileSync(native, readFileSync(findNative()));
  utimesSync(old, 0, 0);
  const holder = spawn(
    process.execPath,
    [
      "-e",
      `process.dlopen({ exports: {} }, ${JSON.stringify(native)}); console.log("has it"); setInterval(() => {}, 1000);`,
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  t.teardown(() => holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  await removeOld(cache, contents.id, nowMs);
  t.ok(existsSync(old));
  holder.kill("SIGKILL");
  await once(holder, "exit");
  await removeOld(cache, contents.id, nowMs);
  t.notOk(existsSync(old));
});

/** Finds a native module that this Node can load. */
function findNative(): string {
  const folder = `node_modules/@lmdb/lmdb-${process.platform}-${process.arch}`;
  const name = readdirSync(folder).find((one) => one.endsWith(`abi${process.versions.modules}.glibc.node`));
  return join(folder, name ?? "");
}
