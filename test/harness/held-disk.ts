import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";
import type { Store } from "../../src/ports/store.ts";
import { journalDisk, openDurable } from "../../src/store/lmdb/journal/journal.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";

/** A write of the journal that waits for the test. */
export interface HeldWrite {
  /** Lets the write go to the disk. */
  pass(): void;
  /** The disk refuses the write. */
  fail(): void;
}

export interface HeldDisk {
  readonly store: Store;
  /** Every write of the journal waits from now on. */
  hold(): void;
  /** Later writes do not wait. */
  letGo(): void;
  /** Resolves with the next waiting write. */
  nextWrite(): Promise<HeldWrite>;
}

/** The embedded store on a disk whose writes a test releases one by one. */
export async function openHeldDisk(t: Test): Promise<HeldDisk> {
  const dir = mkdtempSync(join(tmpdir(), "parley-held-"));
  const held: HeldWrite[] = [];
  const waiters: ((write: HeldWrite) => void)[] = [];
  let isHeld = false;
  const wait = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const write = { pass: resolve, fail: () => reject(new Error("EIO: i/o error, write")) };
      const waiter = waiters.shift();
      if (waiter === undefined) held.push(write);
      else waiter(write);
    });
  const store = await openLmdbStore({
    dir,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    disk: {
      ...journalDisk,
      async open(path) {
        const file = await openDurable(path);
        return {
          capacity: file.capacity,
          close: () => file.close(),
          async write(bytes, position) {
            if (isHeld) await wait();
            await file.write(bytes, position);
          },
        };
      },
    },
  });
  t.teardown(async () => {
    isHeld = false;
    for (const write of held.splice(0)) write.pass();
    await store.close();
    rmSync(dir, { recursive: true });
  });
  return {
    store,
    hold() {
      isHeld = true;
    },
    letGo() {
      isHeld = false;
    },
    nextWrite() {
      const write = held.shift();
      return write === undefined ? new Promise((resolve) => void waiters.push(resolve)) : Promise.resolve(write);
    },
  };
}
