/** `query_canceled`: the statement took longer than it may. Source: PostgreSQL's appendix A, as all codes here. */
const canceled = "57014";
/** Classes: the connection, resources, the operator's intervention. */
const awayClasses = new Set(["08", "53", "57"]);
const codePattern = /^[0-9A-Z]{5}$/;

export const isTooLate = (error: unknown): boolean => Object(error).code === canceled;

/** Whether the database cannot be reached: it says so, or says nothing at all. */
export function isAway(error: unknown): boolean {
  const { code } = Object(error);
  if (typeof code === "string" && codePattern.test(code)) return awayClasses.has(code.slice(0, 2));
  // Of whatever is no error of the database only a connection brings forth an error here.
  return error instanceof Error;
}
