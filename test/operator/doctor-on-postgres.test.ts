import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import t from "tap";
import { formVersion } from "../../src/codec/proto/form-version.ts";
import { sharedTestPostgres } from "../harness/postgres.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { openTestDatabase } from "../harness/test-database.ts";
import { runDoctor } from "./in-process.ts";
import { fillFolder, run, toPostgres } from "./migrate-world.ts";

const server = await sharedTestPostgres(t);

t.test(
  "doctor reads every row of a database and the files that rows name, also while a service runs on it",
  async (t) => {
    const { url, query } = await openTestDatabase(t, server.url);
    const folder = temporaryFolder(t);
    const from = join(folder, "from");
    await fillFolder(from, 500);
    t.ok((await run(await toPostgres(from, url))).result.ok);
    // A row names a file that never existed, because the samples contain such a row.
    const missing = await runDoctor("--store", url);
    t.match(missing, { code: 1, stdout: /^DAMAGED {2}.*the file c29t… of 20971520 bytes is missing$/m });
    // The sample rows do not come from one service. Another test checks the references between rows.
    for (const table of ["actor", "client", "offline_message"]) await query(`DELETE FROM parley.${table}`);
    const config = join(folder, "parley.json");
    const s3 = {
      endpoint: "http://127.0.0.1:1",
      bucket: "files",
      region: "any",
      accessKeyId: "a",
      secretAccessKey: "b",
    };
    await writeFile(config, JSON.stringify({ store: url, files: { s3 } }));
    const elsewhere = await runDoctor("--config", config);
    t.match(elsewhere, { code: 0, stdout: /^note {5}1 files that rows name were not checked/m });
    await query("DELETE FROM parley.file");
    const whole = await runDoctor("--store", url);
    t.match(whole, {
      code: 0,
      stdout: /^The database .* is intact: \d{3} rows were read, and the presence of 4 files was checked\.$/m,
    });
    for (const [version, why] of [
      [0, /has schema version 0, but this program needs \d+: start the service once, which updates the schema/],
      [99, /has version 99 of the schema; .* A newer version of the service wrote it: start that one or a newer one\./],
    ] as const) {
      await query(`UPDATE parley.schema_version SET version = ${version}`);
      t.match(await runDoctor("--store", url), { code: 2, stderr: why });
    }
    await query(`UPDATE parley.schema_version SET version = ${formVersion}`);
    t.match(whole.stdout, /^note {5}.*: 4 files belong to no row; the next start removes them$/m);
    const isOpen = /^note {5}Every user of the server may connect to the database .*: REVOKE CONNECT/m;
    t.match(whole.stdout, isOpen);
    await query(`REVOKE CONNECT ON DATABASE ${new URL(url).pathname.slice(1)} FROM PUBLIC`);
    t.notMatch((await runDoctor("--store", url)).stdout, isOpen);
    t.match(whole.stdout, /^warning {2}The row .* of the table deadline leads to .*; --repair repairs it$/m);
    t.match(await runDoctor("--store", url, "--repair"), {
      code: 0,
      stdout: /^repaired The row .* is removed: done$/m,
    });
    t.match((await runDoctor("--store", url)).stdout, /^ok {7}All references between rows are correct/m);

    const session = new pg.Client({ connectionString: url, application_name: "parley commits" });
    await session.connect();
    await query(
      "UPDATE parley.message SET row = '\\x0aff' WHERE k = (SELECT k FROM parley.message ORDER BY k LIMIT 1)",
    );
    await query("INSERT INTO parley.fact (k, row) VALUES ('\\x0c41', '\\x')");
    const damaged = await runDoctor("--store", url);
    await session.end();
    t.equal(damaged.code, 1);
    t.match(damaged.stdout, /^DAMAGED {2}The row \[1,1\] of the table message is damaged: /m);
    t.match(damaged.stdout, /^DAMAGED {2}The table fact has a row under .*, which is no key$/m);
    t.match(damaged.stdout, /^The database .* is damaged in 2 places: /m);
  },
);

t.test("doctor reports why it cannot read", async (t) => {
  const { url } = await openTestDatabase(t, server.url);
  t.match(await runDoctor("--store", url), { code: 2, stderr: /contains no data of Parley\n$/ });
  const away = await runDoctor("--store", "postgres://kim:s3cret@127.0.0.1:1/parley");
  t.match(away, { code: 2, stderr: /^The database postgres:\/\/127\.0\.0\.1:1\/parley .*ECONNREFUSED/ });
});
