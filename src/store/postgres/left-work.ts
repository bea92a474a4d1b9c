import type { LeftDeadline, LeftWork } from "../../ports/left-work.ts";
import type { TellRow } from "../../ports/store.ts";
import { readCalls } from "./batched-reads.ts";
import { readBytes, readKey, toText } from "./binary.ts";
import type { Database } from "./database.ts";
import type { Statement } from "./pipeline.ts";
import { decodeRow } from "./tables.ts";

/** Longer than one request of a delivery takes. */
const lease = "interval '5 s'";
const isFree = "(claimed_until IS NULL OR claimed_until < clock_timestamp())";
/** Peers delete the row of a process that has ended. An outage of the database does not by itself delete any row. */
const living = "SELECT id FROM parley.node";
/** A deadline for an outcome that can arrive no more: a living process may still have the outcome. */
const isWaitedFor = `at_restart AND owner <> $2 AND owner = ANY(ARRAY(${living}))`;
/**
 * Keys of deadlines begin with their time. The 200 ms leave a process time to fire its own deadlines. The time is constant in a
 * statement, so that the index can be used.
 */
const lateBefore = "'\\x05'::bytea || int8send((extract(epoch FROM statement_timestamp()) * 1000)::bigint - 200)";

const claimDeadlines: Statement = {
  name: "claim-deadlines",
  text: `WITH late AS MATERIALIZED (
      SELECT k FROM parley.deadline WHERE k < (${lateBefore}) AND ${isFree} AND NOT (${isWaitedFor})
      ORDER BY k LIMIT $1::bigint FOR UPDATE SKIP LOCKED),
    left_over AS MATERIALIZED (
      SELECT k FROM parley.deadline WHERE at_restart AND owner <> ALL(ARRAY(${living})) AND ${isFree}
      LIMIT $1::bigint FOR UPDATE SKIP LOCKED),
    picked AS (SELECT k FROM late UNION SELECT k FROM left_over ORDER BY k LIMIT $1::bigint)
    UPDATE parley.deadline d SET claimed_until = clock_timestamp() + ${lease}, owner = $2
    WHERE d.k = ANY(ARRAY(SELECT k FROM picked))
    RETURNING d.k, d.row, EXISTS (SELECT FROM left_over WHERE left_over.k = d.k)`,
};
const claimTells: Statement = {
  name: "claim-tells",
  text: `WITH picked AS MATERIALIZED (
      SELECT k FROM parley.tell WHERE ${isFree} OR owner <> ALL(ARRAY(${living}))
      ORDER BY seq LIMIT $1::bigint FOR UPDATE SKIP LOCKED)
    UPDATE parley.tell t SET claimed_until = clock_timestamp() + ${lease}, owner = $2
    WHERE t.k = ANY(ARRAY(SELECT k FROM picked)) RETURNING t.seq, t.k, t.row`,
};

/** Claimed work belongs to this process for 5 s. When the process has ended, other processes may claim it again. */
export function createLeftWork(database: Database, nodeId: () => string): LeftWork {
  return {
    async claimDeadlines(limit) {
      const [rows = []] = await readCalls(database, [{ statement: claimDeadlines, values: [toText(limit), nodeId()] }]);
      const claimed = rows.map(([k, row, isRestarted]): LeftDeadline => {
        const key = readKey(k);
        return { row: decodeRow("deadline", key, readBytes(row)), isRestarted: isRestarted === "t" };
      });
      return claimed.sort((left, right) => left.row.atMs - right.row.atMs);
    },
    async claimTells(limit) {
      const [rows = []] = await readCalls(database, [{ statement: claimTells, values: [toText(limit), nodeId()] }]);
      const claimed = rows.map(([seq, k, row]) => ({
        seq: Number(seq),
        tell: decodeRow("tell", readKey(k), readBytes(row)) as TellRow,
      }));
      return claimed.sort((left, right) => left.seq - right.seq).map(({ tell }) => tell);
    },
  };
}
