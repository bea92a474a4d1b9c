import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { formVersion } from "../../../src/codec/proto/form-version.ts";
import { asActorKey, asConversationKey } from "../../../src/core/ids.ts";
import { namesOf } from "../../../src/core/rows/names-of.ts";
import type { ActorRow, Store, Write } from "../../../src/ports/store.ts";
import { DamagedRowError, StoreError } from "../../../src/ports/store-errors.ts";
import { counter, fact, samples } from "../../contracts/store-rows.ts";
import { recordingLog } from "../lmdb-fixture.ts";
import { openOn, startDatabases } from "./postgres-fixture.ts";

const databases = await startDatabases(t);
const { server, query } = databases;

t.test("processes that start at once on an empty database create its schema once", async (t) => {
  const url = await databases.create();
  const opened = await Promise.all(["a", "b", "c", "d"].map((id) => openOn(url, id)));
  t.strictSame(await query(url, "SELECT version FROM parley.schema_version"), [{ version: formVersion }]);
  await Promise.all(opened.map(({ store }, index) => store.commit({}, () => [fact(String(index), "")])));
  t.equal((await opened[0]?.store.scan("fact", { limit: 9 }))?.length, 4);
  await Promise.all(opened.map(({ store }) => store.close()));
});

t.test("a schema of a newer program, or of one from before the first release, is refused", async (t) => {
  const url = await databases.create();
  await (await openOn(url)).store.close();
  await query(url, "UPDATE parley.schema_version SET version = 99");
  await t.rejects(openOn(url), {
    name: "StoreError",
    message:
      /has version 99 of the schema; .* up to \d+\. A newer version of the service wrote it: start that one or a newer one\.$/,
  });
  for (const version of [1, 3]) {
    await query(url, `UPDATE parley.schema_version SET version = ${version}`);
    await t.rejects(openOn(url), {
      name: "StoreError",
      message: new RegExp(`has version ${version} of the schema; .* from before the first release wrote it`),
    });
  }
});

t.test("a process waits for its database and logs this without the password", async (t) => {
  const url = (await databases.create()).replace("parley@", "parley:hidden@");
  await server.stop();
  const log = recordingLog();
  const opening = openOn(url, "node-1", { log });
  while (log.lines.length === 0) await pause(5);
  await server.start();
  const { store } = await opening;
  t.strictSame(
    log.lines.map(({ message }) => message),
    ["waiting for the database", "the database is available"],
  );
  t.notMatch(JSON.stringify(log.lines), /hidden/);
  await server.stop();
  const failure = await store.commit({}, () => [fact("a", "")]).catch((error: unknown) => error);
  t.notMatch(`${(failure as Error).stack} ${JSON.stringify(failure)}`, /hidden/);
  await store.close();
  const giveUp = new AbortController();
  const given = openOn(url, "node-1", { signal: giveUp.signal });
  giveUp.abort(new Error("given up"));
  await t.rejects(given, /given up|abort/i);
  await server.start();
});

t.test("an invalid database URL and a refused user cause an error at once", async (t) => {
  await t.rejects(openOn("nothing"), StoreError);
  const url = await databases.create();
  await t.rejects(openOn(url.replace("parley@", "nobody@")), { name: "StoreError", message: /refuses: role "nobody"/ });
});

t.test("only the reader of a damaged row gets an error", async (t) => {
  const url = await databases.create();
  const { store } = await openOn(url);
  await store.commit({}, () => [counter("a", 1), counter("b", 2), counter("c", 3)]);
  await query(url, "UPDATE parley.counter SET row = '\\xff' WHERE k = '\\x0b6200'");
  await t.rejects(store.read("counter", ["b"]), DamagedRowError);
  await t.rejects(store.scan("counter", { limit: 9 }), { name: "DamagedRowError", table: "counter", key: '["b"]' });
  const passed = await store.scan("counter", { limit: 2, onDamaged: () => null });
  t.strictSame(
    passed.map(({ key }) => key),
    [["a"], ["c"]],
  );
  const replaced = await store.scan("counter", { limit: 9, onDamaged: () => ({ last: 0 }) });
  t.strictSame(
    replaced.map(({ row }) => row.last),
    [1, 0, 3],
  );
  const needs = { rows: [{ table: "counter", key: ["b"] }] } as const;
  await t.rejects(
    store.commit(needs, (rows) => [counter("d", rows.read("counter", ["b"])?.last ?? 0)]),
    DamagedRowError,
  );
  await store.close();
});

t.test("a commit that cannot lock its rows, because the row of parley.secret was deleted, rejects", async (t) => {
  const url = await databases.create();
  const { store } = await openOn(url);
  await query(url, "DELETE FROM parley.secret");
  const locked = store.commit({ rows: namesOf("counter", [["a"]]) }, () => [counter("a", 1)]);
  await t.rejects(locked, { name: "StoreError", message: /one row in parley.secret, got none/ });
  t.equal(await store.read("counter", ["a"]), undefined);
  await store.close();
});

t.test("only the reader of a damaged actor gets an error", async (t) => {
  const url = await databases.create();
  const { store } = await openOn(url);
  const [one, two] = [asActorKey("chat/1"), asActorKey("chat/2")];
  const row = { ...samples.actor[0]?.row, conversation: asConversationKey("client/A/1") } as ActorRow;
  const actors = [one, two].map((actor): Write => ({ table: "actor", key: [actor], row: { ...row, actor } }));
  await store.commit({}, () => actors);
  await query(
    url,
    "UPDATE parley.actor SET row = '\\xff' WHERE k = (SELECT k FROM parley.actor ORDER BY k DESC LIMIT 1)",
  );
  await store.commit({ rows: namesOf("actor", [[one], [two]]) }, (rows) => {
    t.equal(rows.read("actor", [one])?.actor, one);
    t.throws(() => rows.read("actor", [two]), DamagedRowError);
    return [];
  });
  await store.close();
});

t.test("new numbers are larger than those of copied rows", async (t) => {
  const url = await databases.create();
  const first = await openOn(url);
  const draw = async (store: Store): Promise<number> => {
    let number = 0;
    await store.commit({ numbers: () => new Map([["chat", 1]]) }, (rows) => {
      number = Number(rows.draw("chat"));
      return [];
    });
    return number;
  };
  t.equal(await draw(first.store), 1);
  await first.store.commit({}, () => [
    counter("chat", 700),
    { table: "history", key: [1_000], row: { atMs: 1, packed: "" } },
    { table: "feed", key: [500], row: { entries: [] } },
  ]);
  await first.store.close();
  const { store } = await openOn(url);
  let drawn = 0;
  let cursor = 0;
  const needs = {
    numbered: (first: number): void => {
      cursor = first;
    },
  };
  await store.commit(needs, (rows) => {
    drawn = Number(rows.draw("history"));
    return [{ table: "feed", key: [0], row: { entries: [] } }];
  });
  t.ok(drawn > 1_000, String(drawn));
  t.equal(cursor, 501);
  t.equal(await draw(store), 701);
  await store.close();
});
