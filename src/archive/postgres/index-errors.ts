/** `query_canceled`: the statement timed out. Source: PostgreSQL's appendix A, as all codes here. */
const canceled = "57014";
/** Classes of errors: the connection, resources, the operator's intervention. */
const awayClasses = new Set(["08", "53", "57"]);
const codePattern = /^[0-9A-Z]{5}$/;

export const isTooLate = (error: unknown): boolean => Object(error).code === canceled;

/** Whether the database is not reachable: it reports that, or does not respond. */
export function isAway(error: unknown): boolean {
  const { code } = Object(error);
  if (typeof code === "string" && codePattern.test(code)) return awayClasses.has(code.slice(0, 2));
  // An error that does not come from the database can only come from a connection here.
  return error instanceof Error;
}
