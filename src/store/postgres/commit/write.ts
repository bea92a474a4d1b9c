import type { ConversationKey } from "../../../../machines/ids.ts";
import { bigintArray, bytesArray, toText } from "../binary.ts";
import type { Statement } from "../pipeline.ts";
import { feedKeyStart } from "../schema/migrate.ts";
import { conversationBytes, statementOfEach, tableNames } from "../tables.ts";
import type { KeptWrite } from "./kept-writes.ts";
import type { Ask } from "./load.ts";
import { firstRevision } from "./load.ts";
import type { TransactionRows } from "./transaction-rows.ts";
import { callToKeep } from "./upsert.ts";

/** A transaction that writes has all its locks but the last. It waits at most for the last packet of another transaction. */
const waitLonger: Statement = { name: "wait-longer", text: "SET LOCAL lock_timeout = 3000" };
const commit: Statement = { name: "commit", text: "COMMIT" };
const bumpLocked: Statement = {
  name: "bump-locked",
  text: "UPDATE parley.conversation SET revision = revision + 1 WHERE key = ANY($1::bytea[])",
};
const bumpOthers: Statement = {
  name: "bump-others",
  text: `INSERT INTO parley.conversation AS c (key, revision) SELECT unnest($1::bytea[]), ${firstRevision} + 1
    ON CONFLICT (key) DO UPDATE SET revision = c.revision + 1`,
};
/** Deletes the row of a conversation without client and actors, so that its name is removed, too. */
const forgetConversations: Statement = {
  name: "forget-conversations",
  text: `DELETE FROM parley.conversation c
    WHERE c.key = ANY($1::bytea[]) AND NOT EXISTS (SELECT FROM parley.actor a WHERE a.conversation = c.key)`,
};
/** A transaction keeps the lock of the position until its rows are stored, so cursors have the order of commits. */
const writeFeed: Statement = {
  name: "write-feed",
  text: `WITH position AS (UPDATE parley.feed_position SET last = last + $1::bigint RETURNING last - $1::bigint AS base),
    added AS (INSERT INTO parley.feed (k, row) SELECT ${feedKeyStart} || int8send(base + at), row
      FROM position, unnest($2::bigint[], $3::bytea[]) AS w(at, row))
    SELECT base FROM position`,
};

const deleteByKey = statementOfEach("delete", (name) => `DELETE FROM ${name} WHERE k = ANY($1::bytea[])`);
/**
 * The second round trip: all writes of the group, and the end of the transaction. `takeFeed` receives the cursor before the first
 * new one.
 */
export function asksToWrite(rows: TransactionRows, owner: string, takeFeed: (base: number) => void): readonly Ask[] {
  const asks: Ask[] = [{ statement: waitLonger, values: [] }];
  const bumped = [...rows.locks].flatMap(([key, { isBumped }]) => (isBumped ? [conversationBytes(key)] : []));
  if (bumped.length > 0) asks.push({ statement: bumpLocked, values: [bytesArray(bumped)] });
  const others = [...conversationsBeside(rows)].map(conversationBytes).sort();
  if (others.length > 0) asks.push({ statement: bumpOthers, values: [bytesArray(others)] });
  const written = new Set(rows.writes.tables);
  for (const table of tableNames) {
    if (!written.has(table)) continue;
    const deleted: string[] = [];
    const kept: KeptWrite[] = [];
    for (const write of rows.writes.of(table)) write.row === null ? deleted.push(write.key) : kept.push(write);
    if (deleted.length > 0) asks.push({ statement: deleteByKey[table], values: [bytesArray(deleted)] });
    // Tells keep the order of their creation. Other rows have the order in which all processes lock them.
    if (table !== "tell") kept.sort(byKey);
    if (kept.length > 0) asks.push(callToKeep(table, kept, owner));
  }
  const gone = goneConversations(rows);
  if (gone.length > 0) asks.push({ statement: forgetConversations, values: [bytesArray(gone)] });
  if (rows.writes.feed.length > 0) asks.push(askForFeed(rows, takeFeed));
  asks.push({ statement: commit, values: [] });
  return asks;
}

const byKey = (left: KeptWrite, right: KeptWrite): number => (left.key < right.key ? -1 : 1);

function askForFeed({ writes }: TransactionRows, takeFeed: (base: number) => void): Ask {
  const places: number[] = [];
  let next = 1;
  for (const { count } of writes.feed) {
    places.push(next);
    next += count;
  }
  return {
    statement: writeFeed,
    values: [toText(next - 1), bigintArray(places), bytesArray(writes.feed.map(({ row }) => row))],
    take: (found) => takeFeed(Number(found[0]?.[0])),
  };
}

/** Returns conversations whose client is deleted or never existed: a late event must not leave a conversation row. */
function goneConversations(rows: TransactionRows): readonly string[] {
  const { writes, locks, perhapsNew } = rows;
  const perhapsGone = new Set<ConversationKey>();
  for (const key of perhapsNew) if (locks.has(key)) perhapsGone.add(key);
  for (const { write } of writes.of("client"))
    if (write.table === "client" && !write.row) perhapsGone.add(write.key[0]);
  if (perhapsGone.size === 0) return [];
  for (const { write } of writes.of("actor"))
    if (write.table === "actor" && write.row) perhapsGone.delete(write.row.conversation);
  return [...perhapsGone].filter((key) => !rows.hasClient(key)).map(conversationBytes);
}

/** Returns conversations whose actors or clients were written without a lock: processes with them in memory must reload them. */
function conversationsBeside({ writes, locks }: TransactionRows): ReadonlySet<ConversationKey> {
  const others = new Set<ConversationKey>();
  const note = (conversation: ConversationKey): void => {
    if (!locks.has(conversation)) others.add(conversation);
  };
  for (const { write } of writes.of("actor")) if (write.table === "actor" && write.row) note(write.row.conversation);
  for (const { write } of writes.of("client")) if (write.table === "client") note(write.key[0]);
  return others;
}
