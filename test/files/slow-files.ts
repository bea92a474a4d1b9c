import { createFileFolder } from "../../src/files/file-folder.ts";
import type { FileStore } from "../../src/ports/file-store.ts";
import { FileStoreError } from "../../src/ports/file-store.ts";

/** Files in a folder whose disk is slow or broken, as the test needs. */
export interface SlowFiles {
  readonly store: FileStore;
  /** Sizes of all writes so far. */
  readonly writes: number[];
  /** The number of bytes that were written immediately. */
  nowBytes: number;
  /** Bytes of all reads so far. */
  readBytes: number;
  readsUnderWay: number;
  /** Files that are open for reading. */
  openCount: number;
  /** The number of uploads that were begun. `endedCount` counts the kept and discarded ones. */
  beganCount: number;
  endedCount: number;
  /** From this call on, writes and reads do not end. Call the returned function to let them end. */
  hold(): () => void;
  /** Makes the next awaited write, read or commit fail as on a broken disk. */
  breakNext(what: "write" | "writeNow" | "read" | "remove"): void;
}

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

export function createSlowFiles(dir: string): SlowFiles {
  const inner = createFileFolder(dir, quiet);
  const broken = new Set<string>();
  let gate: Promise<void> = Promise.resolve();
  const failIfBroken = (what: string): void => {
    if (!broken.delete(what)) return;
    const isFull = what !== "read";
    throw new FileStoreError(
      `A file cannot be worked on in ${dir}: ${isFull ? "ENOSPC" : "EIO"} in ${what}`,
      isFull ? "full" : "broken",
    );
  };
  const files: SlowFiles = {
    writes: [],
    nowBytes: 0,
    readBytes: 0,
    readsUnderWay: 0,
    openCount: 0,
    beganCount: 0,
    endedCount: 0,
    hold() {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    breakNext: (what) => void broken.add(what),
    store: {
      ...inner,
      begin() {
        const file = inner.begin();
        files.beganCount += 1;
        return {
          token: file.token,
          keep: (commitRows) => file.keep(commitRows),
          async discard() {
            await file.discard();
            files.endedCount += 1;
          },
          async write(bytes, position) {
            files.writes.push(bytes.length);
            failIfBroken("write");
            await file.write(bytes, position);
            await gate;
          },
          writeNow(bytes, position) {
            failIfBroken("writeNow");
            if (!file.writeNow(bytes, position)) return false;
            files.nowBytes += bytes.length;
            return true;
          },
        };
      },
      async remove(token) {
        failIfBroken("remove");
        await inner.remove(token);
      },
      async open(token) {
        const file = await inner.open(token);
        if (file === null) return null;
        files.openCount += 1;
        return {
          bytes: file.bytes,
          async read(target, position) {
            failIfBroken("read");
            files.readsUnderWay += 1;
            const read = await file.read(target, position);
            await gate;
            files.readsUnderWay -= 1;
            files.readBytes += read;
            return read;
          },
          async close() {
            files.openCount -= 1;
            await file.close();
          },
        };
      },
    },
  };
  return files;
}
