import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { createFile, writeWholeFile } from "../../../src/core/files/whole-file.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";

const planted: Readonly<Record<string, (path: string, victim: string) => void>> = {
  "a link": (path, victim) => symlinkSync(victim, path),
  "a pipe": (path) => void execFileSync("mkfifo", [path]),
  "a file that everyone can read": (path) => {
    writeFileSync(path, "theirs");
    chmodSync(path, 0o666);
  },
};

for (const [what, plant] of Object.entries(planted))
  t.test(`${what} under the name of a new file is removed and not followed`, async (t) => {
    const folder = temporaryFolder(t);
    const [victim, path, whole] = [join(folder, "victim"), join(folder, "new"), join(folder, "whole")];
    writeFileSync(victim, "untouched");
    for (const name of [path, whole, `${whole}.new`]) plant(name, victim);
    const file = await createFile(path);
    await file.writeFile("ours");
    await file.close();
    await writeWholeFile(whole, "ours");
    for (const name of [path, whole]) {
      t.equal(lstatSync(name).mode & 0o170777, 0o100600);
      t.equal(readFileSync(name, "utf8"), "ours");
    }
    t.equal(readFileSync(victim, "utf8"), "untouched");
    t.strictSame(readdirSync(folder).sort(), ["new", "victim", "whole"]);
  });
