import { StoreAwayError, StoreBusyError, StoreError, StoreWriteError } from "../../ports/store-errors.ts";

/** Lock timeouts, deadlocks and serialization failures: a retry may succeed. Source: PostgreSQL, Appendix A. */
const contended = new Set(["55P03", "40P01", "40001"]);

export const isContended = (error: unknown): boolean => contended.has(codeOf(error));

/**
 * Whether waiting cannot help: the database refuses this user (28), a statement is not allowed or invalid (42), or this program
 * refuses the database.
 */
export const isRefusal = (error: unknown): boolean => error instanceof StoreError || /^(28|42)/.test(codeOf(error));

/**
 * Whether the connection failed, or the database does not serve: it starts or ends (57P), has no free connection (53300), accepts no
 * writes because another one is the primary (25006), or ended a session that was silent in a transaction (25P03).
 */
const isAway = (error: unknown): boolean =>
  !/^[0-9A-Z]{5}$/.test(codeOf(error)) || /^(08|57P|53300|25006|25P03)/.test(codeOf(error));

/** Returns the error for a caller of the store. Its text names the database without user and password. */
export function toStoreError(label: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (isContended(error)) {
    return new StoreBusyError(`The database ${label} has rows of the commit in use elsewhere: ${textOf(error)}`, {
      cause: error,
    });
  }
  const Kind = isAway(error) ? StoreAwayError : StoreWriteError;
  const hint = lostStatements.has(codeOf(error)) ? `. ${poolerHint}` : "";
  return new Kind(`The database ${label} failed: ${textOf(error)}${hint}`, { cause: error });
}

/** A prepared statement already exists or is missing, so the response is from another session than before. */
const lostStatements = new Set(["42P05", "26000"]);
const poolerHint =
  "Expected one session for each connection: a pooler between them has to pool by session (PgBouncer: pool_mode = session)";

/** Returns the text of an error, or its code: a failed connection to several addresses has an error without text. */
export function textOf(error: unknown): string {
  const { message } = Object(error);
  return typeof message === "string" && message !== "" ? message : codeOf(error);
}

const codeOf = (error: unknown): string => String(Object(error).code ?? "");
