import t from "tap";
import type { DiskTrouble, DiskWork } from "../service/disk/simulated-disk.ts";
import { noTrouble } from "../service/disk/simulated-disk.ts";
import { open, readFile, rename, stat, writeFile } from "../service/stand-ins/fs-promises.ts";
import { codeOf } from "./code-of.ts";
import { openSmallWorld, startMs } from "./small-world.ts";

const bytes = Buffer.alloc(1_000, "b");

t.test("a slow disk delays operations by a random time up to the configured limit", async (t) => {
  const { disk, folder, play, time } = openSmallWorld(t);
  disk.makeFolders("/data");
  const spans: number[] = [];
  disk.trouble = { ...noTrouble, slowMs: 100 };
  await play(async () => {
    for (let round = 0; round < 40; round += 1) {
      const fromMs = time.nowMs;
      await codeOf(stat(folder));
      spans.push(time.nowMs - fromMs);
    }
  });
  t.ok(Math.max(...spans) > 80 && Math.max(...spans) <= 103, `${Math.max(...spans)} ms`);
  t.ok(Math.min(...spans) >= 0 && Math.min(...spans) < 20, `${Math.min(...spans)} ms`);
  disk.trouble = noTrouble;
  const fromMs = time.nowMs;
  await play(() => stat(folder));
  t.ok(time.nowMs - fromMs <= 3);
});

t.test(
  "a failing disk refuses the configured kinds of work with the configured code; a failed write may leave its bytes",
  async (t) => {
    const { disk, folder, play } = openSmallWorld(t);
    disk.makeFolders("/data");
    await play(() => writeFile(`${folder}/file`, "kept"));
    const refusals = async (trouble: Partial<DiskTrouble>): Promise<Readonly<Record<DiskWork, string | null>>> => {
      const file = await open(`${folder}/file`, "r+");
      disk.trouble = { ...noTrouble, share: 1, ...trouble };
      const codes = {
        read: await codeOf(stat(`${folder}/file`)),
        write: await codeOf(file.write(Buffer.from("lost"), 0, 4, 0)),
        sync: await codeOf(file.sync()),
        name: await codeOf(rename(`${folder}/file`, `${folder}/file`)),
      };
      disk.trouble = noTrouble;
      await file.close();
      return codes;
    };
    const none = { read: null, write: null, sync: null, name: null };
    await play(async () => {
      t.strictSame(await refusals({ fails: ["write"], code: "ENOSPC" }), { ...none, write: "ENOSPC" });
      t.match(await readFile(`${folder}/file`, "latin1"), /^(kept|lost)$/);
      t.strictSame(await refusals({ fails: ["write", "sync", "name"], code: "EROFS" }), {
        ...{ read: null, write: "EROFS", sync: "EROFS", name: "EROFS" },
      });
      t.strictSame(await refusals({ fails: ["write", "read"] }), { ...none, read: "EIO", write: "EIO" });
      t.match(await readFile(`${folder}/file`, "latin1"), /^(kept|lost)$/);
      t.strictSame(await refusals({}), none);
      t.equal(await readFile(`${folder}/file`, "latin1"), "lost", "once it is well again it works");
    });
  },
);

t.test("a disk fails in the configured share of operations", async (t) => {
  const { disk, folder, play } = openSmallWorld(t);
  disk.makeFolders("/data");
  let failed = 0;
  disk.trouble = { ...noTrouble, fails: ["read"], share: 0.25 };
  await play(async () => {
    for (let round = 0; round < 400; round += 1) if ((await codeOf(stat(folder))) !== null) failed += 1;
  });
  t.ok(failed > 60 && failed < 140, `${failed} of 400`);
});

t.test("a short write accepts a part, never nothing, and a caller that continues writes all bytes", async (t) => {
  const { disk, folder, play } = openSmallWorld(t);
  disk.makeFolders("/data");
  disk.trouble = { ...noTrouble, shortShare: 0.9 };
  const taken: number[] = [];
  await play(async () => {
    const file = await open(`${folder}/file`, "w");
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, from, bytes.length - from, from);
      taken.push(bytesWritten);
      from += bytesWritten;
    }
    await writeFile(`${folder}/whole`, bytes);
    t.equal(await readFile(`${folder}/file`, "latin1"), bytes.toString());
    t.equal(await readFile(`${folder}/whole`, "latin1"), bytes.toString(), "a whole content goes on by itself");
  });
  t.ok(taken.length > 1, `${taken.join(", ")} bytes`);
  t.ok(taken.every((count) => count > 0));
});

t.test(
  "a watch is called before and after each disk operation, and may kill the process at these points",
  async (t) => {
    for (const [killsWhen, isThere] of [
      ["before", false],
      ["after", true],
    ] as const) {
      const seen: string[] = [];
      const world = openSmallWorld(t, {
        watch(process, work, isDone) {
          seen.push(`${work} ${isDone ? "after" : "before"}`);
          if (seen.at(-1) === `write ${killsWhen}`) process.kill();
        },
      });
      const { disk, folder, play } = world;
      disk.makeFolders("/data");
      let isAnswered = false;
      const running = play(async () => {
        await writeFile(`${folder}/file`, "x");
        isAnswered = true;
      });
      await t.rejects(running, /nothing ends/);
      t.strictSame(seen.slice(0, 3), ["name before", "name after", "write before"]);
      t.notOk(isAnswered, "a dead process is never answered");
      t.equal(disk.file("/data/file").size > 0, isThere, `killed ${killsWhen} it`);
    }
  },
);

t.test(
  "the work of a frozen process is done meanwhile, and the process gets the result when it continues",
  async (t) => {
    const { disk, folder, play, process, time } = openSmallWorld(t);
    disk.makeFolders("/data");
    let sizeMeanwhile = -1;
    time.after(1_000, () => {
      sizeMeanwhile = disk.file("/data/file").size;
      process.thaw();
    });
    await play(async () => {
      const file = await open(`${folder}/file`, "w");
      const writing = file.write(bytes, 0, bytes.length, 0);
      process.freeze();
      await writing;
    });
    t.equal(sizeMeanwhile, bytes.length);
    t.equal(time.nowMs, startMs + 1_000);
  },
);
