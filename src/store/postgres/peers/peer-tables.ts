/** The tables of the processes: who serves, and who may do what alone. To be run with the rest of the schema `parley`. */
export const peerTables = `
CREATE TABLE IF NOT EXISTS parley.node (
  id text PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  beat_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  address text,
  info jsonb
);
CREATE TABLE IF NOT EXISTS parley.lease (
  name text PRIMARY KEY,
  holder text NOT NULL,
  until timestamptz NOT NULL
);
`;
