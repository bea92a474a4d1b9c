import { isNoRoom } from "../core/rows/store-failure.ts";
import { FileStoreError } from "../ports/file-store.ts";

/**
 * An error for the operator's log: it names the folder and the system's message, and contains no token of a path. Source: AUTH-14.
 */
export function errorOf(what: string, dir: string, error: unknown): FileStoreError {
  const { code, syscall } = Object(error);
  const reason = typeof code === "string" ? `${code} in ${String(syscall)}` : String(error);
  return new FileStoreError(`${what} in ${dir}: ${reason}`, isNoRoom(error) ? "full" : "broken");
}
