import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import t from "tap";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { emptiedMirror } from "./emptied-mirror.ts";

const removedAtMs = 1_700_000_000_000;

t.test(
  "an entry of a removed file that was not written to its end does not shorten the life of the copy",
  async (t) => {
    const folder = temporaryFolder(t);
    const token = "A".repeat(32);
    const copy = join(folder, "copies", "AA", token);
    mkdirSync(join(folder, "copies", "AA"), { recursive: true });
    writeFileSync(copy, "a picture");
    const program = `import { emptiedMirror } from ${JSON.stringify(resolve("test/backup/emptied-mirror.ts"))};
    await emptiedMirror(${JSON.stringify(folder)}, 1).catchUp(() => false);`;
    // This process can create files, but it cannot write a byte into one.
    const ended = spawnSync("sh", [
      "-c",
      'ulimit -f 0; exec "$0" --input-type=module -e "$1"',
      process.execPath,
      program,
    ]);
    t.match(String(ended.stderr), /EFBIG/);
    const mirror = emptiedMirror(folder, removedAtMs);
    await mirror.prune(1);
    t.ok(existsSync(copy), "the time of the removal is not known yet");
    await mirror.catchUp(() => false);
    await mirror.prune(removedAtMs);
    t.ok(existsSync(copy));
    await mirror.prune(removedAtMs + 1);
    t.notOk(existsSync(copy));
  },
);
