import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient, QueryConfig } from "pg";
import t from "tap";
import { IndexChangedError } from "../../src/ports/archive-index.ts";
import { runArchiveIndexContract } from "../contracts/archive-index-contract.ts";
import { chat, searchAll, searchPage } from "./archive-world.ts";
import { startPostgresWorld } from "./postgres-world.ts";

const world = await startPostgresWorld(t);

runArchiveIndexContract(t, "the index in PostgreSQL", async (t) => {
  await world.reset();
  return {
    async open() {
      const index = world.index(t);
      await index.open();
      return index;
    },
  };
});

t.test("a process does not change an index that another process has changed since", async (t) => {
  await world.reset();
  const [one, other] = [world.index(t), world.index(t)];
  t.notOk(await one.isBegun());
  const [first, second] = await Promise.all([one.open(), other.open()]);
  t.strictSame(first, second, "begun once");
  t.match(first, { changes: 0, rebuiltDownTo: null });
  t.ok(await world.index(t).isBegun());
  await one.change({ take: [chat(1, "new")], forget: [], rebuiltDownTo: 0 });
  // This chat was read before the other process's change, so it is outdated.
  await t.rejects(other.change({ take: [chat(1, "old")], forget: [] }), IndexChangedError);
  t.strictSame([await searchAll(other, "new"), await searchAll(other, "old")], [[1], []]);
  t.match(await other.open(), { id: first.id, changes: 1, rebuiltDownTo: 0 });
  await other.change({ take: [chat(1, "newest")], forget: [] });
  t.strictSame(await searchAll(one, "newest"), [1]);
  await t.rejects(
    one.replace().then(() => other.change({ take: [], forget: [1] })),
    IndexChangedError,
  );
  t.match(await one.open(), { changes: 0, rebuiltDownTo: null });
  t.not((await one.open()).id, first.id);
  t.strictSame(await searchAll(one, ""), []);
});

t.test("an index of an older format is built again, and an index of a newer format is not changed", async (t) => {
  await world.reset();
  const index = world.index(t);
  const { id } = await index.open();
  await index.change({ take: [chat(1, "parcel")], forget: [] });
  await world.pool.query("UPDATE parley.archive_state SET format = 0");
  const next = world.index(t);
  t.notOk(await next.isBegun());
  t.not((await next.open()).id, id);
  t.strictSame(await searchAll(next, ""), []);
  await next.change({ take: [chat(1, "parcel")], forget: [] });
  await world.pool.query("UPDATE parley.archive_state SET format = 99");
  await t.rejects(world.index(t).open(), /has format 99, expected 1/);
  await t.rejects(next.change({ take: [], forget: [1] }), IndexChangedError);
  t.strictSame(await searchAll(next, "parcel"), [1]);
});

t.test("a chat with more different words than PostgreSQL keeps is found by its first words", async (t) => {
  await world.reset();
  const index = world.index(t);
  await index.open();
  const words = Array.from({ length: 200_000 }, (_, number) => `w${number}`);
  await index.change({ take: [chat(1, words.join(" ")), chat(2, "")], forget: [] });
  t.strictSame(await searchAll(index, "w77 "), [1]);
  t.strictSame(await searchAll(index, "w199999"), []);
  t.strictSame(await searchAll(index, ""), [2, 1]);
});

t.test("a query that is too slow over the index is answered page by page, by time", async (t) => {
  await world.reset();
  const index = world.index(t);
  await index.open();
  const take = Array.from({ length: 500 }, (_, offset) =>
    chat(offset + 1, `order no${offset + 1}`, { agentIds: offset % 50 === 0 ? [1, 7] : [1] }),
  );
  await index.change({ take, forget: [] });
  const asked = { text: "order", rowsMax: 30, lookedAtMax: 200, agentId: 7 };
  const all = take.filter(({ agentIds }) => agentIds.includes(7)).map(({ chatNumber }) => chatNumber);
  const slow = world.index(t, { pool: slowPool(), searchTimeoutMs: 400 });
  t.strictSame(await searchAll(slow, "order", asked), all.toReversed());
  const first = await searchPage(slow, "order", asked);
  t.strictSame(first, { chatNumbers: [451, 401, 351, 301].filter((number) => number > 300), next: placeOf(301) });
  const holder = await world.pool.connect();
  await holder.query("BEGIN");
  await holder.query("LOCK TABLE parley.archive_text");
  const late = world.index(t, { searchTimeoutMs: 200 });
  t.match(await late.search({ ...question, text: "order" }), { ok: false, failure: { code: "timeout" } });
  await holder.query("ROLLBACK");
  holder.release();
  t.equal((await searchAll(late, "order")).length, 500, "and the next search is answered");
});

const placeOf = (chatNumber: number) => ({ closedAtMs: 1_000 + chatNumber, chatNumber });

/** In each transaction the first query is too slow for PostgreSQL, unless it goes through the chats by time. */
function slowPool(): Pick<Pool, "connect"> {
  const connect = async (): Promise<PoolClient> => {
    const client = await world.pool.connect();
    let isByTime = false;
    const query = async (config: QueryConfig) => {
      const { text } = config;
      if (text.includes("enable_bitmapscan")) isByTime = true;
      if (text.includes("archive_text") && !isByTime) await client.query("SELECT pg_sleep(10)");
      return client.query(config);
    };
    return Object.assign(Object.create(client), { query, release: (isBroken: boolean) => client.release(isBroken) });
  };
  return { connect } as Pick<Pool, "connect">;
}

t.test("too many waiting searches are refused; without its database the archive is unavailable", async (t) => {
  await world.reset();
  const index = world.index(t, { searchesMax: 2 });
  await index.open();
  const answers = await Promise.all([1, 2, 3].map(() => index.search(question)));
  t.strictSame(
    answers.map((answer) => (answer.ok ? "found" : answer.failure.code)),
    ["found", "found", "overloaded"],
  );
  await world.server.stop("kill");
  // The connections notice the end of the server a little later.
  while (world.pool.totalCount > 0) await pause(10);
  t.match(await index.search(question), { ok: false, failure: { code: "unavailable" } });
  await t.rejects(index.change({ take: [], forget: [1] }));
  await world.server.start();
  await index.open();
  t.strictSame((await searchPage(index, "")).chatNumbers, []);
});

const question = {
  ...{
    text: "",
    fromMs: 0,
    toMs: Number.MAX_SAFE_INTEGER,
    channelIds: null,
    agentId: null,
    isOldestFirst: false,
    after: null,
  },
  ...{ rowsMax: 100, lookedAtMax: 10_000 },
};
