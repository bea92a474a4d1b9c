import type { ConversationKey } from "../../../../machines/ids.ts";
import { assert } from "../../../core/result.ts";
import { encodePrefix } from "../../keys.ts";
import { bigintArray, bytesArray, readBytes, readKey, toText } from "../binary.ts";
import type { Call, Rows, Statement } from "../pipeline.ts";
import { conversationBytes, readByKey } from "../tables.ts";
import type { GroupNeeds } from "./group-needs.ts";
import type { TransactionRows } from "./transaction-rows.ts";

/** One statement of a round trip, with a callback for its rows. */
export interface Ask extends Call {
  take?(rows: Rows): void;
}

const begin: Statement = { name: "begin", text: "BEGIN ISOLATION LEVEL READ COMMITTED" };
/**
 * The revision of a conversation without a row: the time in ms. No process can have this or a later revision in memory, because no
 * conversation is written once a millisecond during its complete life.
 */
export const firstRevision = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
const lockNumbers: Statement = {
  name: "lock-numbers",
  text: "SELECT pg_advisory_xact_lock(n # lock_seed) FROM parley.secret, unnest($1::bigint[]) AS n",
};
const addConversations: Statement = {
  name: "add-conversations",
  text: `INSERT INTO parley.conversation (key, revision) SELECT unnest($1::bytea[]), ${firstRevision}
    ON CONFLICT (key) DO NOTHING`,
};
const lockConversations: Statement = {
  name: "lock-conversations",
  text: "SELECT key, revision FROM parley.conversation WHERE key = ANY($1::bytea[]) ORDER BY key FOR UPDATE SKIP LOCKED",
};
const drawHistory: Statement = {
  name: "draw-history",
  text: "SELECT nextval('parley.history_number') FROM generate_series(1, $1::int)",
};
const readActors: Statement = {
  name: "read-actors",
  text: `WITH changed AS MATERIALIZED (SELECT c.key, c.revision FROM unnest($1::bytea[], $2::bigint[]) AS asked(key, known)
      JOIN parley.conversation c ON c.key = asked.key AND c.revision <> asked.known)
    SELECT a.k, a.row, NULL FROM changed JOIN parley.actor a ON a.conversation = changed.key AND NOT a.at_rest
    UNION ALL
    SELECT NULL, NULL, key FROM changed
    WHERE NOT EXISTS (SELECT FROM parley.actor a WHERE a.conversation = changed.key AND a.at_rest)`,
};
const readTells: Statement = {
  name: "read-tells",
  text: "SELECT conversation, k, row FROM parley.tell WHERE conversation = ANY($1::bytea[]) ORDER BY seq",
};

/**
 * The first round trip of a transaction. The reads come after the locks, each in its own statement, so that they see the writes of
 * the previous holder. `isMissing` returns whether the row of a conversation may not exist yet.
 */
export function asksToLoad(
  needs: GroupNeeds,
  rows: TransactionRows,
  historyNumbers: { readonly count: number; take(numbers: readonly number[]): void },
  isMissing: (conversation: ConversationKey, known: number) => boolean,
): readonly Ask[] {
  const asks: Ask[] = [{ statement: begin, values: [] }];
  if (needs.lockNumbers.length > 0)
    asks.push({
      statement: lockNumbers,
      values: [bigintArray(needs.lockNumbers)],
      take: ({ length }) =>
        assert(length > 0, "Expected one row in parley.secret, got none: the rows of this commit cannot be locked"),
    });
  if (needs.conversations.size > 0) asks.push(...asksToLock(needs, rows, isMissing));
  asks.push({
    statement: drawHistory,
    values: [toText(historyNumbers.count)],
    take: (drawn) => historyNumbers.take(drawn.map(([number]) => Number(number))),
  });
  if (needs.conversations.size > 0) asks.push(...asksForConversations(needs, rows));
  asks.push(...asksForNamed(needs, rows));
  return asks;
}

function asksToLock(
  { conversations }: GroupNeeds,
  rows: TransactionRows,
  isMissing: (conversation: ConversationKey, known: number) => boolean,
): readonly Ask[] {
  const asks: Ask[] = [];
  const byKey = new Map([...conversations.keys()].map((key) => [conversationBytes(key), key]));
  for (const [key, known] of conversations) if (isMissing(key, known)) rows.perhapsNew.add(key);
  const missing = [...rows.perhapsNew].map(conversationBytes);
  if (missing.length > 0) asks.push({ statement: addConversations, values: [bytesArray(missing.sort())] });
  asks.push({
    statement: lockConversations,
    values: [bytesArray([...byKey.keys()])],
    take: (locked) => {
      for (const [key, revision] of locked) {
        const conversation = byKey.get(readKey(key));
        if (conversation !== undefined) rows.lock(conversation, Number(revision));
      }
    },
  });
  return asks;
}

function asksForConversations({ conversations, tellsOf }: GroupNeeds, rows: TransactionRows): readonly Ask[] {
  const byKey = new Map([...conversations.keys()].map((key) => [conversationBytes(key), key]));
  const clients = [...conversations.keys()].map((key) => encodePrefix("client", [key]));
  for (const key of clients) rows.expect(key);
  const asks: Ask[] = [
    {
      statement: readActors,
      values: [bytesArray([...byKey.keys()]), bigintArray([...conversations.values()])],
      take: (found) => {
        for (const [key, row, whole] of found) {
          const conversation = byKey.get(readKey(whole));
          if (conversation !== undefined) rows.noteWhole(conversation);
          else rows.load(readKey(key), readBytes(row));
        }
      },
    },
    { statement: readByKey.client, values: [bytesArray(clients)], take: (found) => load(found, rows) },
  ];
  if (tellsOf.size === 0) return asks;
  const tolds = new Map([...tellsOf].map((key) => [conversationBytes(key), key]));
  const take = (found: Rows): void => {
    for (const [of, key, row] of found) {
      const conversation = tolds.get(readKey(of));
      if (conversation !== undefined) rows.loadTell(conversation, readKey(key), readBytes(row));
    }
  };
  return [...asks, { statement: readTells, values: [bytesArray([...tolds.keys()])], take }];
}

/** Reads named rows, with one statement for each table. */
const asksForNamed = ({ named }: GroupNeeds, rows: TransactionRows): readonly Ask[] =>
  [...named].map(([table, keys]) => {
    for (const key of keys) rows.expect(key);
    return { statement: readByKey[table], values: [bytesArray([...keys])], take: (found) => load(found, rows) };
  });

function load(found: Rows, rows: TransactionRows): void {
  for (const [key, row] of found) rows.load(readKey(key), readBytes(row));
}
