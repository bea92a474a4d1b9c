import { constants } from "node:fs";
import { codeOf } from "./code-of.ts";
import type { FilesTest } from "./files-contract.ts";

/** The behaviour of names of files and folders. */
export function runFileNamesContract(test: FilesTest): void {
  test("a missing path gives ENOENT, a path below a file gives ENOTDIR", async (t, { folder, promises }) => {
    await promises.writeFile(`${folder}/file`, "");
    for (const [below, code] of [
      [`${folder}/missing`, "ENOENT"],
      [`${folder}/missing/file`, "ENOENT"],
      [`${folder}/file/inner`, "ENOTDIR"],
    ] as const) {
      t.equal(await codeOf(promises.stat(below)), code, `stat ${below}`);
      t.equal(await codeOf(promises.access(below, constants.F_OK)), code, `access ${below}`);
      t.equal(await codeOf(promises.chmod(below, 0o600)), code, `chmod ${below}`);
      t.equal(await codeOf(promises.readFile(below, "utf8")), code, `readFile ${below}`);
      t.equal(await codeOf(promises.readdir(below)), code, `readdir ${below}`);
      t.equal(await codeOf(promises.unlink(below)), code, `unlink ${below}`);
      t.equal(await codeOf(promises.rm(below)), code, `rm ${below}`);
      t.equal(await codeOf(promises.rename(below, `${folder}/other`)), code, `rename ${below}`);
    }
    t.equal(await codeOf(promises.readdir(`${folder}/file`)), "ENOTDIR");
    t.equal(await codeOf(promises.readFile(folder)), "EISDIR");
  });

  test("stat returns sizes and kinds", async (t, { folder, promises }) => {
    await promises.writeFile(`${folder}/file`, Buffer.alloc(7));
    await promises.mkdir(`${folder}/inner`, { recursive: true });
    const [file, inner] = [await promises.stat(`${folder}/file`), await promises.stat(`${folder}/inner`)];
    t.strictSame([file.size, file.isFile(), file.isDirectory()], [7, true, false]);
    t.strictSame([inner.isFile(), inner.isDirectory()], [false, true]);
    await promises.chmod(`${folder}/file`, 0o600);
    t.equal((await promises.stat(`${folder}/file`)).mode & 0o7777, 0o600);
    await promises.access(`${folder}/file`, constants.R_OK | constants.W_OK);
    const { bavail, blocks, bsize } = await promises.statfs(folder);
    t.ok(bavail > 0 && blocks >= bavail && bsize > 0);
  });

  test("contents are read as bytes or in the requested encoding", async (t, { folder, promises }) => {
    await promises.writeFile(`${folder}/file`, "ä", { mode: 0o600 });
    t.strictSame(await promises.readFile(`${folder}/file`), Buffer.from([0xc3, 0xa4]));
    t.equal(await promises.readFile(`${folder}/file`, "utf8"), "ä");
    t.equal(await promises.readFile(`${folder}/file`, "latin1"), "Ã¤");
    t.equal(await promises.readFile(`${folder}/file`, { encoding: "utf8" }), "ä");
    await promises.writeFile(`${folder}/file`, "b");
    t.equal(await promises.readFile(`${folder}/file`, "utf8"), "b", "a shorter text leaves nothing of the longer one");
    const read = await promises.readFile(`${folder}/file`);
    read.fill(0);
    t.equal(await promises.readFile(`${folder}/file`, "utf8"), "b", "the read bytes are a copy");
  });

  test("folders are created together with their parents, and the first new folder is returned", async (t, {
    folder,
    promises,
  }) => {
    const make = (path: string) => promises.mkdir(path, { recursive: true, mode: 0o700 });
    t.equal(await make(`${folder}/a/b/c`), `${folder}/a`);
    t.equal(await make(`${folder}/a/b/c`), undefined);
    t.equal(await make(`${folder}/a/b/d/e`), `${folder}/a/b/d`);
    await promises.writeFile(`${folder}/file`, "");
    t.equal(await codeOf(make(`${folder}/file`)), "EEXIST");
    t.equal(await codeOf(make(`${folder}/file/inner`)), "ENOTDIR");
    t.equal(await codeOf(promises.rm(`${folder}/a`)), "ERR_FS_EISDIR");
    await promises.rm(`${folder}/a`, { recursive: true, force: true });
    t.equal(await codeOf(promises.stat(`${folder}/a`)), "ENOENT");
  });

  test("a folder lists its direct entries only", async (t, { folder, promises }) => {
    t.strictSame(await promises.readdir(folder), []);
    await promises.mkdir(`${folder}/inner`);
    await promises.writeFile(`${folder}/inner/deep`, "");
    await promises.writeFile(`${folder}/file`, "");
    t.strictSame([...(await promises.readdir(folder))].sort(), ["file", "inner"]);
    const kinds = (await promises.readdir(folder, { withFileTypes: true })).map((entry) => [
      entry.name,
      entry.isFile(),
      entry.isDirectory(),
    ]);
    t.strictSame(kinds.sort(), [
      ["file", true, false],
      ["inner", false, true],
    ]);
    t.equal(await codeOf(promises.mkdir(`${folder}/inner`)), "EEXIST");
    t.equal(await codeOf(promises.mkdir(`${folder}/none/inner`)), "ENOENT");
  });

  test("a rename replaces a file", async (t, { folder, promises }) => {
    await promises.writeFile(`${folder}/one`, "1");
    await promises.writeFile(`${folder}/two`, "2");
    await promises.rename(`${folder}/one`, `${folder}/two`);
    t.equal(await promises.readFile(`${folder}/two`, "utf8"), "1");
    t.strictSame(await promises.readdir(folder), ["two"]);
    await promises.rename(`${folder}/two`, `${folder}/two`);
    t.equal(await promises.readFile(`${folder}/two`, "utf8"), "1");
    t.equal(await codeOf(promises.rename(`${folder}/one`, `${folder}/two`)), "ENOENT");
    t.equal(await codeOf(promises.rename(`${folder}/two`, `${folder}/none/two`)), "ENOENT");
    await promises.mkdir(`${folder}/inner`);
    t.equal(await codeOf(promises.rename(`${folder}/two`, `${folder}/inner`)), "EISDIR");
    t.equal(await codeOf(promises.rename(`${folder}/inner`, `${folder}/two`)), "ENOTDIR");
    await promises.writeFile(`${folder}/inner/file`, "3");
    await promises.rename(`${folder}/inner`, `${folder}/moved`);
    t.equal(await promises.readFile(`${folder}/moved/file`, "utf8"), "3");
    t.strictSame([...(await promises.readdir(folder))].sort(), ["moved", "two"]);
  });

  test("a removed file does not exist any more; with force, a missing file is no error", async (t, {
    folder,
    promises,
  }) => {
    for (const remove of [
      (path: string) => promises.rm(path),
      (path: string) => promises.rm(path, { force: true }),
      (path: string) => promises.unlink(path),
    ]) {
      await promises.writeFile(`${folder}/file`, "");
      await remove(`${folder}/file`);
      t.strictSame(await promises.readdir(folder), []);
    }
    await promises.rm(`${folder}/file`, { force: true });
    await promises.rm(`${folder}/none/file`, { force: true });
    t.equal(await codeOf(promises.rm(`${folder}/file`, { force: false })), "ENOENT");
    await promises.mkdir(`${folder}/inner`);
    t.equal(await codeOf(promises.unlink(`${folder}/inner`)), "EISDIR");
    t.equal(await codeOf(promises.rm(`${folder}/inner`, { force: true })), "ERR_FS_EISDIR");
  });
}
