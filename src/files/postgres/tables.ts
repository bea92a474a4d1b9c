/**
 * Which large object of the database is which file, by the name of the files and the file's token. The column's type is `oid`, so that
 * `vacuumlo` takes none of them for left.
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
