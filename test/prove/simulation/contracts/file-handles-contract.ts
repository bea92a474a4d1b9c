import { constants } from "node:fs";
import type { Test } from "tap";
import { codeOf } from "./code-of.ts";
import type { FilesTest, FilesUnderTest } from "./files-contract.ts";

const text = async ({ promises }: FilesUnderTest, path: string): Promise<string> => promises.readFile(path, "latin1");

/** The behaviour of an open file. */
export function runFileHandlesContract(test: FilesTest): void {
  test("flags decide whether a file is created, kept, truncated or refused", async (t, files) => {
    const { folder, promises } = files;
    const missing = `${folder}/missing`;
    for (const flags of ["r", "r+", constants.O_RDWR, constants.O_RDWR | constants.O_DSYNC])
      t.equal(await codeOf(promises.open(missing, flags)), "ENOENT", String(flags));
    for (const [flags, left] of [
      ["r", "abc"],
      ["r+", "abc"],
      ["a", "abc"],
      [constants.O_RDWR | constants.O_DSYNC, "abc"],
      ["w", ""],
    ] as const) {
      await promises.writeFile(`${folder}/known`, "abc");
      await (await promises.open(`${folder}/known`, flags, 0o600)).close();
      t.equal(await text(files, `${folder}/known`), left, String(flags));
    }
    for (const flags of ["wx", "wx+"]) {
      t.equal(await codeOf(promises.open(`${folder}/known`, flags, 0o600)), "EEXIST", flags);
      await (await promises.open(`${folder}/new ${flags}`, flags, 0o600)).close();
      t.equal(await text(files, `${folder}/new ${flags}`), "", flags);
    }
    for (const flags of ["w", "a", "wx"])
      t.equal(await codeOf(promises.open(`${folder}/no folder/file`, flags)), "ENOENT", flags);
    t.equal(await codeOf(promises.open(`${folder}/known/file`, "w")), "ENOTDIR");
    t.equal(await codeOf(promises.open(`${folder}/known/file`, "r")), "ENOTDIR");
  });

  test("a file is read or written only if it was opened for this", async (t, files) => {
    const { folder, promises } = files;
    await promises.writeFile(`${folder}/file`, "abc");
    const reads = async (flags: string | number): Promise<readonly (string | null)[]> => {
      const file = await promises.open(`${folder}/file`, flags);
      const codes = [
        await codeOf(file.read(Buffer.alloc(1), 0, 1, 0)),
        await codeOf(file.write(Buffer.from("x"), 0, 1, 0)),
      ];
      await file.close();
      return codes;
    };
    t.strictSame(await reads("r"), [null, "EBADF"]);
    t.strictSame(await reads("r+"), [null, null]);
    t.strictSame(await reads(constants.O_RDWR | constants.O_DSYNC), [null, null]);
    t.strictSame(await reads("a"), ["EBADF", null]);
    t.strictSame(await reads("w"), ["EBADF", null]);
    const both = await promises.open(`${folder}/both`, "wx+", 0o600);
    await both.write(Buffer.from("xy"), 0, 2, 0);
    t.equal((await both.read(Buffer.alloc(9), 0, 9, 0)).bytesRead, 2);
    await both.close();
  });

  test("a write goes to its position, and a gap before it contains zeros", async (t, files) => {
    const { folder, promises } = files;
    const file = await promises.open(`${folder}/file`, "wx", 0o600);
    const bytes = Buffer.from("abcdef");
    t.equal((await file.write(bytes, 1, 2, 3)).bytesWritten, 2);
    t.equal((await file.stat()).size, 5);
    t.equal(await text(files, `${folder}/file`), "\0\0\0bc");
    t.equal((await file.write(bytes, 0, 1, 3)).bytesWritten, 1);
    t.equal(await text(files, `${folder}/file`), "\0\0\0ac");
    t.equal((await file.write(bytes.subarray(0, 0), 0, 0, 9)).bytesWritten, 0);
    t.equal((await file.stat()).size, 5, "nothing makes no file longer");
    bytes.fill(0);
    t.equal(await text(files, `${folder}/file`), "\0\0\0ac", "the written bytes are a copy");
    await file.close();
  });

  test("writes without a position follow each other", async (t, files) => {
    const { folder, promises } = files;
    const file = await promises.open(`${folder}/file`, "w", 0o600);
    await file.writeFile("äb");
    await file.writeFile(Buffer.from("cd"));
    await file.write(Buffer.from("e"));
    await file.close();
    t.equal(await promises.readFile(`${folder}/file`, "utf8"), "äbcde");
    const more = await promises.open(`${folder}/file`, "a", 0o600);
    await more.writeFile("f");
    await more.close();
    t.equal(await promises.readFile(`${folder}/file`, "utf8"), "äbcdef");
    const over = await promises.open(`${folder}/file`, "r+");
    await over.write(Buffer.from("x"));
    await over.write(Buffer.from("y"));
    await over.close();
    t.equal(await promises.readFile(`${folder}/file`, "utf8"), "xybcdef");
  });

  test("reads are short at the end of the file, and empty after the end", async (t, files) => {
    const { folder, promises } = files;
    await promises.writeFile(`${folder}/file`, "abcdef");
    const file = await promises.open(`${folder}/file`, "r");
    const target = Buffer.from("------");
    t.equal((await file.read(target, 1, 3, 2)).bytesRead, 3);
    t.equal(target.toString(), "-cde--");
    t.equal((await file.read(target, 0, 6, 4)).bytesRead, 2);
    t.equal(target.toString(), "efde--");
    t.equal((await file.read(target, 0, 6, 6)).bytesRead, 0);
    t.equal((await file.read(target, 0, 6, 900)).bytesRead, 0);
    await file.close();
  });

  test("an open file stays usable after its name is removed", async (t, files) => {
    const { folder, promises } = files;
    const file = await promises.open(`${folder}/file`, "wx+", 0o600);
    await promises.rm(`${folder}/file`);
    await file.write(Buffer.from("kept"), 0, 4, 0);
    const target = Buffer.alloc(4);
    await file.read(target, 0, 4, 0);
    t.equal(target.toString(), "kept");
    t.equal(await codeOf(promises.stat(`${folder}/file`)), "ENOENT");
    await file.close();
    const moved = await promises.open(`${folder}/old`, "w", 0o600);
    await promises.rename(`${folder}/old`, `${folder}/new`);
    await moved.writeFile("there");
    await moved.close();
    t.equal(await text(files, `${folder}/new`), "there");
  });

  test("a closed file refuses reads and writes", async (t, { folder, promises }) => {
    const file = await promises.open(`${folder}/file`, "wx+", 0o600);
    await file.sync();
    await file.datasync();
    await file.close();
    for (const asked of [
      () => file.write(Buffer.from("x"), 0, 1, 0),
      () => file.read(Buffer.alloc(1), 0, 1, 0),
      () => file.sync(),
      () => file.stat(),
    ])
      t.equal(await refusalOf(asked), "EBADF", String(asked));
  });

  test("a folder can be opened and synced, but not read or written as a file", async (t, { folder, promises }) => {
    await promises.mkdir(`${folder}/inner`, { recursive: true, mode: 0o700 });
    const handle = await promises.open(`${folder}/inner`, "r");
    await handle.sync();
    await noBytesOf(t, handle);
    await handle.close();
    for (const flags of ["r+", "w", "a", constants.O_RDWR | constants.O_DSYNC])
      t.equal(await codeOf(promises.open(`${folder}/inner`, flags)), "EISDIR", String(flags));
    t.equal(await codeOf(promises.open(`${folder}/inner`, "wx")), "EEXIST");
    t.ok((await promises.stat(`${folder}/inner`)).isDirectory(), "and stays one");
  });
}

async function noBytesOf(t: Test, handle: Awaited<ReturnType<FilesUnderTest["promises"]["open"]>>): Promise<void> {
  t.equal(await codeOf(handle.read(Buffer.alloc(1), 0, 1, 0)), "EISDIR");
}

/** Returns the error of a closed handle. Its text may differ between the real library and the stand-in. */
async function refusalOf(asked: () => Promise<unknown>): Promise<unknown> {
  try {
    return await asked();
  } catch (error) {
    return Object(error).code;
  }
}
