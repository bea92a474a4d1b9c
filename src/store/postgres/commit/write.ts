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

/** Who writes has all it needs: it waits for no more than another's last packet. */
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
/** Of a conversation without client and actors nothing is left, not even the name. */
const forgetConversations: Statement = {
  name: "forget-conversations",
  text: `DELETE FROM parley.conversation c
    WHERE c.key = ANY($1::bytea[]) AND NOT EXISTS (SELECT FROM parley.actor a WHERE a.conversation = c.key)`,
};
/** Whoever has the position has it until its rows are in: cursors are in the order of commits. */
const writeFeed: Statement = {
  name: "write-feed",
  text: `WITH position AS (UPDATE parley.feed_position SET last = last + $1::bigint RETURNING last - $1::bigint AS base),
    added AS (INSERT INTO parley.feed (k, row) SELECT ${feedKeyStart} || int8send(base + at), row
      FROM position, unnest($2::bigint[], $3::bytea[]) AS w(at, row))
    SELECT base FROM position`,
};

const deleteByKey = statementOfEach("delete", (name) => `DELETE FROM ${name} WHERE k = ANY($1::bytea[])`);
/** The second round trip: all that the commits of the group wrote, and the end of the transaction. `takeFeed` is told the cursor before the first. */
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
    // Tells keep the order in which they were made, others the one in which everybody locks them.
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

/** Conversations whose client is gone, or that there never was or is not any more: an event that comes too late leaves no name behind. */
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

/** Conversations of actors and clients that were written without their lock: whoever has them in memory has to read them again. */
function conversationsBeside({ writes, locks }: TransactionRows): ReadonlySet<ConversationKey> {
  const others = new Set<ConversationKey>();
  const note = (conversation: ConversationKey): void => {
    if (!locks.has(conversation)) others.add(conversation);
  };
  for (const { write } of writes.of("actor")) if (write.table === "actor" && write.row) note(write.row.conversation);
  for (const { write } of writes.of("client")) if (write.table === "client") note(write.key[0]);
  return others;
}
