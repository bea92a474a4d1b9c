import type { Test } from "tap";
import type { FileStore } from "../../src/ports/file-store.ts";
import { bytesOf } from "../files/upload-parts.ts";

/** An adapter under test. */
export interface FileStoreUnderTest {
  /** Opens the files as another process would. A file without a row counts as left by a crash at once. */
  readonly open: () => FileStore;
  /** Returns the tokens of all complete files. */
  readonly list: () => Promise<readonly string[]>;
}

export async function readWhole(files: FileStore, token: string, pieceBytes = 64 * 1024): Promise<Buffer | null> {
  const file = await files.open(token);
  if (file === null) return null;
  const bytes = Buffer.alloc(file.bytes + 1);
  let length = 0;
  for (let read = -1; read !== 0; length += read)
    read = await file.read(bytes.subarray(length, length + pieceBytes), length);
  await file.close();
  return bytes.subarray(0, length);
}

async function keep(files: FileStore, bytes: Uint8Array): Promise<string> {
  const file = files.begin();
  await file.write(bytes, 0);
  await file.keep(async () => true);
  return file.token;
}

/** Keeps a file up to the commit of its rows, which never happens: its process is killed. Its part is open until the test has ended. */
function crash(t: Test, files: FileStore, bytes: Uint8Array): Promise<string> {
  const file = files.begin();
  t.teardown(() => file.discard());
  return new Promise((resolve, reject) => {
    const never = (): Promise<boolean> => {
      resolve(file.token);
      return new Promise(() => undefined);
    };
    file
      .write(bytes, 0)
      .then(() => file.keep(never))
      .catch(reject);
  });
}

/** The contract of every store of files. `start` makes a new, empty one. */
export function runFileStoreContract(t: Test, name: string, start: (t: Test) => Promise<FileStoreUnderTest>): void {
  t.test(
    `[CH-60] ${name}: a file is completely stored before its rows are committed, or not stored at all`,
    async (t) => {
      const { open, list } = await start(t);
      const files = open();
      t.strictSame(await list(), []);
      const file = files.begin();
      t.match(file.token, /^[A-Za-z0-9_-]{32}$/, "192 random bits");
      const other = files.begin();
      t.not(file.token, other.token);
      await other.discard();
      t.notOk(file.writeNow(bytesOf(10), 0), "nothing is open yet");
      await file.write(bytesOf(10), 0);
      const last = file.write(bytesOf(90_000, 7), 30);
      t.ok(file.writeNow(bytesOf(20, 3), 10), "also while a write is under way, in any order");
      await last;
      t.strictSame(await list(), []);
      t.equal(await files.open(file.token), null, "a part cannot be read");
      const whole = Buffer.concat([bytesOf(10), bytesOf(20, 3), bytesOf(90_000, 7)]);
      const isKept = await file.keep(async () => {
        t.ok(
          (await readWhole(open(), file.token))?.equals(whole),
          "when the rows are committed every process can read it",
        );
        return true;
      });
      t.equal(isKept, true);
      await file.discard();
      t.strictSame(await list(), [file.token], "a kept file is not discarded");
      t.ok((await readWhole(files, file.token))?.equals(whole));
      await files.remove(file.token);
      await files.remove(file.token);
      t.equal(await files.open(file.token), null);
      t.strictSame(await list(), []);
      for (const none of ["../../etc/passwd", "", "A".repeat(32)]) {
        t.equal(await files.open(none), null);
        await files.remove(none);
      }
    },
  );

  t.test(`[CH-60] ${name}: without its rows no part of a file is left`, async (t) => {
    const { open, list } = await start(t);
    const files = open();
    const refused = files.begin();
    await refused.write(bytesOf(5), 0);
    await t.rejects(
      refused.keep(() => Promise.reject(new Error("no rows"))),
      { message: "no rows" },
    );
    await refused.discard();
    const unwanted = files.begin();
    await unwanted.write(bytesOf(5), 0);
    t.equal(await unwanted.keep(async () => false), false);
    const given = files.begin();
    await given.write(bytesOf(5), 0);
    await given.discard();
    await given.discard();
    // If the answer of a commit never arrived, it is unknown whether the rows are stored, so the sweep may remove its file.
    t.strictSame(
      (await list()).filter((token) => token !== refused.token),
      [],
    );
    await files.whenQuiet();
  });

  t.test(`${name}: a file is read from any position, in pieces, also by many readers at once`, async (t) => {
    const files = (await start(t)).open();
    const bytes = bytesOf(1_500_000, 5);
    const token = await keep(files, bytes);
    const file = await files.open(token);
    t.equal(file?.bytes, bytes.length);
    for (const [position, length] of [
      [0, 10],
      [10, 10],
      [1_000_000, 100_000],
      [5, 1],
      [bytes.length - 3, 10],
    ] as const) {
      const target = Buffer.alloc(length);
      const read = (await file?.read(target, position)) ?? 0;
      t.ok(read > 0 && target.subarray(0, read).equals(bytes.subarray(position, position + read)), `${position}`);
    }
    t.equal(await file?.read(Buffer.alloc(10), bytes.length), 0);
    t.equal(await file?.read(Buffer.alloc(10), bytes.length + 100), 0);
    await file?.close();
    const all = await Promise.all([1_000, 64 * 1024, 2_000_000].map((piece) => readWhole(files, token, piece)));
    t.ok(all.every((read) => read?.equals(bytes)));
    const empty = files.begin();
    await empty.keep(async () => true);
    t.equal((await readWhole(files, empty.token))?.length, 0, "an empty file is one");
    await Promise.all(Array.from({ length: 20 }, (_, index) => keep(files, bytesOf(1_000 + index, index))));
  });

  t.test(
    `[CH-60] ${name}: files that a crash left are removed; files that are being written, and files with a row, stay`,
    async (t) => {
      const { open, list } = await start(t);
      const files = open();
      t.equal(await files.sweep(() => false), 0, "before there is a file");
      const kept = await keep(files, bytesOf(5));
      const lost = await crash(t, open(), bytesOf(7));
      t.strictSame([...(await list())].sort(), [kept, lost].sort());
      const keeping = files.begin();
      await keeping.write(bytesOf(5), 0);
      await keeping.keep(async () => {
        t.equal(await files.sweep((token) => token === kept), 1);
        t.strictSame([...(await list())].sort(), [kept, keeping.token].sort());
        return true;
      });
      const writing = files.begin();
      await writing.write(bytesOf(5), 0);
      const isQuiet = files.whenQuiet().then(() => "quiet");
      t.equal(await Promise.race([isQuiet, "busy"]), "busy");
      await writing.discard();
      t.equal(await isQuiet, "quiet");
      t.equal(await files.sweep(async () => false), 2);
      t.strictSame(await list(), []);
    },
  );
}
