/**
 * Maps the name of the files and a file's token to a large object of the database. The column has the type `oid`, so that
 * `vacuumlo` does not delete these objects.
 */
export const fileTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS parley.file_object (
    store text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    oid oid NOT NULL,
    bytes bigint NOT NULL,
    kept_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (store, name)
  )`,
];
