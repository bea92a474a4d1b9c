import { FileStoreError } from "../../ports/file-store.ts";

/** `disk_full`. Source: PostgreSQL's appendix A, as all codes here. */
const noRoom = "53100";
/**
 * Classes of errors: the connection, resources, the operator's intervention (a stop, a cancelled statement), and a lock timeout.
 */
const awayClasses = new Set(["08", "53", "57", "55"]);
/** `read_only_sql_transaction`: a standby responded, because the new primary is not known yet. */
const standby = "25006";
const codePattern = /^[0-9A-Z]{5}$/;

/** An error for the operator's log: it names the database and its message, and contains no token. Source: AUTH-14. */
export function databaseErrorOf(what: string, label: string, error: unknown): FileStoreError {
  if (error instanceof FileStoreError) return error;
  const { code, message } = Object(error);
  const reason = typeof message === "string" ? message : String(error);
  // An error that does not come from the database is a connection that was refused, broke or timed out.
  if (typeof code !== "string" || !codePattern.test(code))
    return new FileStoreError(`${what} in ${label}: ${reason}`, "away");
  const isAway = awayClasses.has(code.slice(0, 2)) || code === standby;
  const fault = isAway ? "away" : "broken";
  return new FileStoreError(`${what} in ${label}: ${reason} (${code})`, code === noRoom ? "full" : fault);
}
