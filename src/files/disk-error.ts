import { isNoRoom } from "../core/rows/store-failure.ts";
import { FileStoreError } from "../ports/file-store.ts";

/** What the operator reads in the log: which folder, and what the system said. Tokens in paths stay out. Source: AUTH-14. */
export function errorOf(what: string, dir: string, error: unknown): FileStoreError {
  const { code, syscall } = Object(error);
  const reason = typeof code === "string" ? `${code} in ${String(syscall)}` : String(error);
  return new FileStoreError(`${what} in ${dir}: ${reason}`, isNoRoom(error) ? "full" : "broken");
}
