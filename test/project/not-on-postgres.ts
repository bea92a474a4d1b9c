/** Files that a run with `--store postgres` leaves out, each with the reason why it proves nothing there. */
export const notOnPostgres: Readonly<Record<string, string>> = {
  "test/prove/files/real-process.test.ts":
    "it looks for files in the folder of one process; on PostgreSQL they are in the database",
  "test/prove/data/dead-week/dead-week.test.ts": "its processes follow each other on a folder of the embedded store",
};
