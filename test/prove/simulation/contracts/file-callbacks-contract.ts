import { constants } from "node:fs";
import { promisify } from "node:util";
import { codeOf } from "./code-of.ts";
import type { FileCallbacks, FilesTest } from "./files-contract.ts";

const write = (
  { write }: Pick<FileCallbacks, "write">,
  file: number,
  bytes: Uint8Array,
  position: number,
): Promise<number> =>
  new Promise((resolve, reject) => {
    write(file, bytes, 0, bytes.length, position, (error, written) => (error ? reject(error) : resolve(written)));
  });

/** The calls with a callback, as the journal makes them. */
export function runFileCallbacksContract(test: FilesTest): void {
  test("callbacks: a file is created, written, measured, synced and closed", async (t, {
    folder,
    promises,
    callbacks,
  }) => {
    const [open, close, fstat] = [promisify(callbacks.open), promisify(callbacks.close), promisify(callbacks.fstat)];
    const [fsync, fdatasync] = [promisify(callbacks.fsync), promisify(callbacks.fdatasync)];
    const file = await open(`${folder}/file`, "w", 0o600);
    t.equal(await write(callbacks, file, Buffer.from("abc"), 2), 3);
    t.equal((await fstat(file)).size, 5);
    await fsync(file);
    await fdatasync(file);
    await close(file);
    const again = await open(`${folder}/file`, constants.O_RDWR | constants.O_DSYNC);
    t.equal(await write(callbacks, again, Buffer.from("x"), 0), 1);
    await close(again);
    t.equal(await promises.readFile(`${folder}/file`, "latin1"), "x\0abc");
    const opened = await open(folder, "r");
    await fsync(opened);
    await close(opened);
  });

  test("callbacks: an error is passed to the callback, not thrown", async (t, { folder, callbacks }) => {
    const [open, close, fstat] = [promisify(callbacks.open), promisify(callbacks.close), promisify(callbacks.fstat)];
    const fsync = promisify(callbacks.fsync);
    t.equal(await codeOf(open(`${folder}/missing`, "r")), "ENOENT");
    t.equal(await codeOf(open(`${folder}/missing`, constants.O_RDWR | constants.O_DSYNC)), "ENOENT");
    const reading = await open(folder, "r");
    t.equal(await codeOf(write(callbacks, reading, Buffer.from("x"), 0)), "EBADF");
    await close(reading);
    t.equal(await codeOf(fstat(reading)), "EBADF");
    t.equal(await codeOf(fsync(reading)), "EBADF");
    t.equal(await codeOf(write(callbacks, reading, Buffer.from("x"), 0)), "EBADF");
    t.equal(await codeOf(close(reading)), "EBADF");
  });

  test("callbacks: a callback is not called before its call has returned", async (t, { folder, callbacks }) => {
    const order: string[] = [];
    await new Promise<void>((resolve, reject) => {
      callbacks.open(`${folder}/file`, "w", 0o600, (error, file) => {
        if (error) return reject(error);
        order.push("opened");
        callbacks.fstat(file, () => {
          order.push("measured");
          callbacks.close(file, () => {
            order.push("closed");
            resolve();
          });
          order.push("close asked");
        });
        order.push("measure asked");
      });
      order.push("open asked");
    });
    t.strictSame(order, ["open asked", "opened", "measure asked", "measured", "close asked", "closed"]);
  });

  test("synchronous and asynchronous writes work on the same file", async (t, { folder, promises, callbacks }) => {
    const file = await promises.open(`${folder}/file`, "wx+", 0o600);
    t.equal(callbacks.writeSync(file.fd, Buffer.from("abcd"), 1, 2, 3), 2);
    await file.write(Buffer.from("x"), 0, 1, 0);
    const target = Buffer.alloc(8);
    const { bytesRead } = await file.read(target, 0, 8, 0);
    t.equal(target.subarray(0, bytesRead).toString("latin1"), "x\0\0bc");
    await file.close();
    t.throws(() => callbacks.writeSync(file.fd, Buffer.from("x"), 0, 1, 0));
  });
}
