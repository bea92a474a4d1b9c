import { StoreAwayError, StoreBusyError, StoreError, StoreWriteError } from "../../ports/store-errors.ts";

/** Somebody else had a row too long, or two waited for each other: the same again may succeed. Source: PostgreSQL, Appendix A. */
const contended = new Set(["55P03", "40P01", "40001"]);

export const isContended = (error: unknown): boolean => contended.has(codeOf(error));

/**
 * Whether waiting does not help: the database refuses this user (28), or the program asks for what it may not or cannot have (42), or
 * this program refuses the database.
 */
export const isRefusal = (error: unknown): boolean => error instanceof StoreError || /^(28|42)/.test(codeOf(error));

/**
 * Whether the connection failed, or what is reached does not serve: it starts or ends (57P), has no connection left (53300), takes no
 * writes because another is the primary (25006), or ended a session that was silent within a transaction (25P03).
 */
const isAway = (error: unknown): boolean =>
  !/^[0-9A-Z]{5}$/.test(codeOf(error)) || /^(08|57P|53300|25006|25P03)/.test(codeOf(error));

/** What a caller of the store is told. The text names the database without its user and password. */
export function toStoreError(label: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (isContended(error)) {
    return new StoreBusyError(`The database ${label} has rows of the commit in use elsewhere: ${textOf(error)}`, {
      cause: error,
    });
  }
  const Kind = isAway(error) ? StoreAwayError : StoreWriteError;
  const hint = lostStatements.has(codeOf(error)) ? `. ${poolerHint}` : "";
  return new Kind(`The database ${label} did not do it: ${textOf(error)}${hint}`, { cause: error });
}

/** A prepared statement is there already, or is not: whoever answers is not the session that was asked before. */
const lostStatements = new Set(["42P05", "26000"]);
const poolerHint =
  "Expected one session for each connection: a pooler between them has to pool by session (PgBouncer: pool_mode = session)";

/** One that could not be reached at any of its addresses has no words of its own. */
export function textOf(error: unknown): string {
  const { message } = Object(error);
  return typeof message === "string" && message !== "" ? message : codeOf(error);
}

const codeOf = (error: unknown): string => String(Object(error).code ?? "");
