import t from "tap";
import { StoreAwayError, StoreBusyError } from "../../../src/ports/store-errors.ts";
import { toStoreError } from "../../../src/store/postgres/store-errors.ts";
import { conversation, Keeper, textOf } from "../../contracts/many-writers.ts";
import { fact } from "../../contracts/store-rows.ts";
import { kindOf, openOn, startDatabases, untilWritten } from "./postgres-fixture.ts";

// Tests that stop the server or this process are last and run in sequence.
t.jobs = 3;

const databases = await startDatabases(t);
const { server, query } = databases;
const cut =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'parley%'";

t.test("connections that are cut between commits are replaced without an error", async (t) => {
  const url = await databases.create();
  const { store } = await openOn(url);
  await store.commit({}, () => [fact("a", "1")]);
  await query(url, cut);
  await store.commit({ rows: [{ table: "fact", key: ["a"] }] }, (rows) => [
    fact("b", rows.read("fact", ["a"])?.text ?? ""),
  ]);
  await query(url, cut);
  t.strictSame(await store.durable.read("fact", ["b"]), { text: "1" });
  t.equal((await store.scan("fact", { limit: 9 })).length, 2);
  await store.close();
});

t.test("turns continue while connections are cut at any time, and no turn is taken twice", async (t) => {
  const url = await databases.create();
  const { store } = await openOn(url);
  const keeper = new Keeper(store);
  const place = conversation("1");
  let accepted = "";
  for (let turn = 0; turn < 60; turn += 1) {
    const cutting = turn % 5 === 0 ? query(url, cut) : null;
    const running = keeper.turn([place], ([text = ""]) => ({ texts: [`${text}${turn},`] }));
    const isStored = await running.then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof StoreAwayError)) throw error;
        return false;
      },
    );
    await cutting;
    // The result of a commit without a response is unknown. It is stored at most once.
    if (isStored) accepted += `${turn},`;
  }
  const all = textOf(await store.read("actor", ["log/client/A/1" as never]));
  const turns = all.split(",").slice(0, -1);
  t.equal(new Set(turns).size, turns.length);
  t.strictSame(
    accepted
      .split(",")
      .slice(0, -1)
      .filter((turn) => !turns.includes(turn)),
    [],
  );
  await store.close();
});

t.test("a database that accepts no writes causes errors, and is used again when it accepts them", async (t) => {
  const url = await databases.create();
  const { store } = await openOn(url);
  const name = url.replace(/.*\//, "");
  await query(server.url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await query(url, cut);
  await t.rejects(store.commit({}, () => [fact("a", "1")]).catch(kindOf), { message: StoreAwayError.name });
  t.equal(await store.durable.read("fact", ["a"]), undefined, "reads still work");
  await query(server.url, `ALTER DATABASE ${name} SET default_transaction_read_only = off`);
  await untilWritten(() => store.commit({}, () => [fact("a", "2")]));
  await store.close();
});

t.test("rows that another session locks for too long make the store busy", async (t) => {
  const url = await databases.create();
  const { store } = await openOn(url);
  const other = await openOn(url, "node-2");
  const client = await other.database.connect("operator");
  await client.query("BEGIN; LOCK TABLE parley.fact IN ACCESS EXCLUSIVE MODE");
  await t.rejects(store.commit({}, () => [fact("a", "1")]).catch(kindOf), { message: StoreBusyError.name });
  await client.end();
  await store.commit({}, () => [fact("a", "2")]);
  await Promise.all([store.close(), other.store.close()]);
});

t.test("the error for prepared statements behind a transaction pooler names the expected pool mode", async (t) => {
  for (const statement of ["PREPARE one AS SELECT 1; PREPARE one AS SELECT 1", "EXECUTE two"]) {
    const error = await query(server.url, statement).then(
      () => null,
      (failure: unknown) => toStoreError("postgres://db/parley", failure),
    );
    t.match(error?.message, /^The database postgres:\/\/db\/parley failed: prepared statement "(one|two)"/);
    t.match(error?.message, /a pooler between them has to pool by session \(PgBouncer: pool_mode = session\)$/);
  }
});

t.test("a process that freezes in a commit loses its locks, and its commit rejects", { buffered: false }, async (t) => {
  const url = await databases.create();
  const { store } = await openOn(url);
  const frozen = store.commit({ conversations: [conversation("1")] }, () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    return [fact("a", "1")];
  });
  await t.rejects(frozen.catch(kindOf), { message: StoreAwayError.name });
  t.equal(await store.read("fact", ["a"]), undefined);
  await store.commit({ conversations: [conversation("1")] }, () => [fact("a", "2")]);
  await store.close();
});
