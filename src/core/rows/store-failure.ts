import type { FileFault } from "../../ports/file-store.ts";
import { FileStoreError } from "../../ports/file-store.ts";
import { StoreAwayError, StoreBusyError, StoreWriteError } from "../../ports/store-errors.ts";
import { ERROR_MESSAGE } from "../errors.ts";
import type { Failure } from "../result.ts";

/** Error codes of systems, LMDB (numbers) and PostgreSQL for a disk without space. */
const noRoomCodes = new Set<unknown>(["ENOSPC", "EDQUOT", "EFBIG", 28, 122, 27, "53100"]);

/** In this time an operator may have freed space. */
const retryAfterSeconds = 10;

/** The answer when a write has failed; `disk-floors.ts` refuses before that. Nothing of the request is stored. The message names no path. Source: ERR-02, ERR-11, ERR-12. */
export function storeFailureOf(error: unknown): Failure | null {
  if (error instanceof StoreBusyError) return { code: "overloaded", message: ERROR_MESSAGE.overloaded };
  if (error instanceof FileStoreError) return fileFailures[error.fault];
  if (error instanceof StoreAwayError) return databaseAway;
  if (!(error instanceof StoreWriteError)) return null;
  return isNoRoom(error.cause) ? diskFull : diskFails;
}

/** Whether the system refused a write because the disk is full. */
export const isNoRoom = (error: unknown): boolean => noRoomCodes.has(Object(error).code);

const diskFull: Failure = {
  code: "unavailable",
  message: "The disk of the server is full; nothing of the request was stored.",
  retryAfterSeconds,
};
const databaseAway: Failure = {
  code: "unavailable",
  message: "The database cannot be reached; nothing of the request was stored.",
  retryAfterSeconds: 2,
};
const fileFailures: Readonly<Record<FileFault, Failure | null>> = {
  full: diskFull,
  away: {
    code: "unavailable",
    message: "The files of the server cannot be reached now; nothing of the request was stored.",
    retryAfterSeconds,
  },
  broken: null,
};
const diskFails: Failure = {
  code: "unavailable",
  message: "The disk of the server cannot be written; nothing of the request was stored.",
  retryAfterSeconds,
};
