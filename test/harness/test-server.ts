/** Set for a run on PostgreSQL: the server in which each service of a test gets its own database. */
export const testServerVariable = "PARLEY_TEST_DATABASE";

/** Absent when the run uses the stores of one process. */
export const testServerUrl = process.env[testServerVariable];
