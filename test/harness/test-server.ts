/** Set for a run on PostgreSQL: the server in which each service of a test gets a database of its own. */
export const testServerVariable = "PARLEY_TEST_DATABASE";

/** Absent where the run is on the stores of one process. */
export const testServerUrl = process.env[testServerVariable];
