import { join } from "node:path";
import pg from "pg";
import t from "tap";
import { beginGeneration } from "../../src/core/rows/new-generation.ts";
import type { Store } from "../../src/ports/store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { sharedTestPostgres } from "../harness/postgres.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { createTestDatabase } from "../harness/test-database.ts";
import { recordingLog } from "../store/lmdb-fixture.ts";
import { contentOf, fillFolder, fromPostgres, run, toPostgres } from "./migrate-world.ts";

const server = await sharedTestPostgres(t);

t.test("from a folder to PostgreSQL and back: the same rows and files", async (t) => {
  const { url } = await createTestDatabase(server.url);
  const folder = temporaryFolder(t);
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await fillFolder(from, 1_500);
  const there = await run(await toPostgres(from, url));
  t.strictSame(there.result, { ok: true, value: undefined });
  t.match(there.said.join("\n"), /^same {2}message: \d{4,}, sha256 [0-9a-f]{64}$/m);

  await t.test("columns other than the key, which queries use, are filled", async (t) => {
    const client = new pg.Client(url);
    await client.connect();
    const one = async (text: string): Promise<unknown> => (await client.query(text)).rows[0];
    t.strictSame(
      await one("SELECT count(*)::int AS rows FROM parley.actor WHERE conversation = '' OR conversation IS NULL"),
      { rows: 0 },
    );
    t.match(await one("SELECT last::text FROM parley.counter ORDER BY last DESC LIMIT 1"), { last: /^[1-9]/ });
    t.strictSame(await one("SELECT to_regclass('parley.migration') AS mark"), { mark: null });
    t.match(await one("SELECT last::text FROM parley.feed_position"), { last: /^[1-9]/ });
    await client.end();
  });

  const back = await run(await fromPostgres(url, to));
  t.ok(back.result.ok, back.said.join("\n"));
  t.strictSame(await contentOf(to), await contentOf(from));
});

t.test("the first service on a copied database draws numbers and cursors far behind the copied ones", async (t) => {
  const { url } = await createTestDatabase(server.url);
  const from = join(temporaryFolder(t), "from");
  await fillFolder(from, 0);
  t.ok((await run(await toPostgres(from, url))).result.ok);
  const drawnBy = async (nodeId: string): Promise<number | null> => {
    const onCopy = (store: Store): Promise<void> => beginGeneration(store, 0);
    const { store } = await openPostgresStore({ url, nodeId: () => nodeId, log: recordingLog(), onCopy });
    let drawn: number | null = null;
    await store.commit({ numbers: () => new Map([["chat", 1]]) }, (rows) => {
      drawn = rows.draw("chat");
      return [{ table: "feed", key: [0], row: { entries: [] } }];
    });
    await store.close();
    return drawn;
  };
  const first = (await drawnBy("one")) ?? 0;
  t.ok(first > 1_000_000, `${first}`);
  t.equal(await drawnBy("two"), first + 1, "the second start is of the same generation");
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("SELECT last::float8 FROM parley.feed_position");
  t.ok(rows[0].last > 100_000_000, `${rows[0].last}`);
  await client.end();
});

t.test("a database that is not empty, or that a service uses, is refused", async (t) => {
  const { url } = await createTestDatabase(server.url);
  const folder = temporaryFolder(t);
  const from = join(folder, "from");
  await fillFolder(from, 0);
  await t.rejects(fromPostgres(url, join(folder, "to")), {
    message: /^The database postgres:\/\/127\.0\.0\.1:\d+\/test_\w+ contains no data of Parley$/,
  });
  t.ok((await run(await toPostgres(from, url))).result.ok);
  t.match((await run(await toPostgres(from, url))).result, {
    failure: { message: /is not empty: expected an empty target$/ },
  });
  const service = new pg.Client({ connectionString: url, application_name: "parley commits" });
  await service.connect();
  await t.rejects(fromPostgres(url, join(folder, "to")), {
    message: /is in use: stop every process of the service on it first$/,
  });
  await service.end();
});
