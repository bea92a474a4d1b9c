import { closeSync, openSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { systemClock } from "../../../core/clock.ts";
import type { Clock } from "../../../ports/clock.ts";
import { StoreError, StoreInUseError, StoreWriteError } from "../../../ports/store-errors.ts";

/** Proof that only this process has the folder. */
export interface Ownership {
  /**
   * Rejects with StoreWriteError when the lock is not in the folder any more: another process may have the folder now. Looks at most
   * once a second, so a process that was frozen looks before it writes.
   */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

export interface Taking {
  /** Absent: the system clock. */
  readonly clock?: Clock;
  /** How long to wait for the end of a process that has the folder. Absent: not at all. */
  readonly waitMs?: number;
  /** Creates no file. A folder without the lock's file has no owner, and then gets none. */
  readonly onlyReads?: boolean;
}

/** A starting service waits this long, because a service that stops may need 8 s to finish its requests. */
export const ownerWaitMs = 10_000;
const pollMs = 100;
const lookMs = 1_000;
const ownerOnly = 0o600;
/** SQLite's code for a lock that somebody else holds. */
const isBusy = 5;

/**
 * Takes the folder for this process. The proof is SQLite's lock on an empty file in the folder: one of the file system, which holds
 * over all containers and mounts, and while its process is frozen. It ends with its process, so that a kill leaves nothing behind.
 * Throws StoreInUseError that names the process that has the folder.
 */
export async function takeOwnership(
  folder: string,
  { clock = systemClock, waitMs = 0, onlyReads }: Taking = {},
): Promise<Ownership> {
  const path = join(folder, "owner.lock");
  if (onlyReads && (await identityOf(path)) === null)
    return { assertHeld: async () => undefined, release: async () => undefined };
  const lock = openLock(path);
  const untilMs = clock.nowMs() + waitMs;
  try {
    while (!tryLock(lock, folder)) {
      const leftMs = untilMs - clock.nowMs();
      if (leftMs <= 0) {
        const waited = waitMs === 0 ? "" : `, which did not end within ${waitMs / 1_000} s`;
        throw new StoreInUseError(`The data folder ${folder} is in use by ${await ownerOf(path)}${waited}`);
      }
      await new Promise<void>((resolve) => clock.wakeAt(clock.nowMs() + Math.min(pollMs, leftMs), resolve));
    }
  } catch (error) {
    lock.close();
    throw error;
  }
  const own = await identityOf(path);
  let lookedAtMs = clock.nowMs();
  return {
    async assertHeld() {
      if (clock.nowMs() - lookedAtMs < lookMs) return;
      if ((await identityOf(path)) !== own) {
        throw new StoreWriteError(
          `The data folder ${folder} may belong to another process: ${path} is not the file that this process locked. Nothing more is written; start the service again`,
        );
      }
      lookedAtMs = clock.nowMs();
    },
    async release() {
      if (lock.isOpen) lock.close();
    },
  };
}

/**
 * The file is never opened in another way while it is locked: the system drops the lock when its process closes any descriptor of
 * the file. SQLite takes care of its own.
 */
function openLock(path: string): DatabaseSync {
  try {
    closeSync(openSync(path, "wx", ownerOnly));
  } catch (error) {
    if (Object(error).code !== "EEXIST") throw error;
  }
  const { emitWarning } = process;
  // Node.js prints that SQLite is experimental. Its lock is not.
  process.emitWarning = () => undefined;
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  process.emitWarning = emitWarning;
  return new DatabaseSync(path);
}

function tryLock(lock: DatabaseSync, folder: string): boolean {
  try {
    // Without a journal, SQLite makes no file of its own.
    lock.exec("PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    const { errcode, message } = Object(error);
    if (errcode === isBusy) return false;
    throw new StoreError(`The data folder ${folder} cannot be locked: ${message}`, { cause: error });
  }
}

/** Linux lists who holds which lock, but not the processes of other containers. SQLite locks bytes from 2^30 on. */
async function ownerOf(path: string): Promise<string> {
  const [locks, { ino }] = await Promise.all([readFile("/proc/locks", "utf8").catch(() => ""), stat(path)]);
  const found = locks
    .split("\n")
    .map((line) => line.split(/\s+/))
    .find((fields) => fields[1] === "POSIX" && fields[5]?.endsWith(`:${ino}`) && fields[6]?.startsWith("10737418"));
  return found === undefined ? "a process of another container or machine" : `process ${found[4]}`;
}

const identityOf = (path: string): Promise<string | null> =>
  stat(path, { bigint: true }).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    () => null,
  );
