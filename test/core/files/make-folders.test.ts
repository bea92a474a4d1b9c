import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { makeFolders } from "../../../src/core/files/make-folders.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";

t.test("a folder and the missing ones above it are created, by several callers at once", async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, "a", "b", "c");
  const made = await Promise.all([makeFolders(path), makeFolders(path), makeFolders(path)]);
  t.ok(made.includes(join(folder, "a")));
  t.equal(statSync(join(folder, "a")).mode & 0o777, 0o700);
  t.ok(existsSync(path));
  t.equal(await makeFolders(path), undefined, "nothing is missing");
});

t.test("a place where no folder can be created is an error, and not an endless attempt", async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "file"), "");
  await t.rejects(makeFolders("/proc/no-such-folder/data"), { code: "ENOENT" });
  await t.rejects(makeFolders(join(folder, "file")), { code: "EEXIST" });
  await t.rejects(makeFolders(join(folder, "file", "data")), { code: "EEXIST" });
});
