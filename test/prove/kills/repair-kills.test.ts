import { cpSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import t from "tap";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { startTestPostgres } from "../../harness/postgres.ts";
import { openTestDatabase } from "../../harness/test-database.ts";
import { filledFolder, loseManyRows } from "../../operator/damaged-rows.ts";
import { contentOf, run, toPostgres } from "../../operator/migrate-world.ts";
import { runDoctor } from "../../system/harness/service/operator-commands.ts";
import { doneIn, killRepair } from "./repair-run.ts";

t.setTimeout(180_000);

const log = pino({ level: "silent" });

// One server for this file. Each test has its own database on it.
const server = await startTestPostgres();
t.teardown(() => server.remove());

t.test(
  "the next repair finishes a repair that was killed at any moment, with the same result as without the kill",
  async (t) => {
    const damaged = filledFolder(t);
    await loseManyRows(damaged);
    const copy = (name: string): string => {
      const dir = join(damaged, "..", name);
      cpSync(damaged, dir, { recursive: true });
      return dir;
    };
    const calm = copy("calm");
    const undisturbed = await runDoctor("--data", calm, "--repair");
    t.equal(undisturbed.code, 0);
    const { length: all } = doneIn(undisturbed.stdout);
    t.ok(all >= 20, `${all} repairs, one commit for each`);
    const expected = await contentOf(calm);
    // Kills before and after the first commit, before and after the last commit, and before a commit in the middle.
    for (const told of [1, 2, all, 2 * all - 1, 2 * all]) {
      const dir = copy(`killed-${told}`);
      const { done, wasKilled } = await killRepair(["--data", dir], told);
      t.ok(wasKilled || told >= 2 * all - 1, `killed after ${done.length} of ${all} repairs`);
      const store = await openLmdbStore({ dir, log });
      await store.close();
      const second = await runDoctor("--data", dir, "--repair");
      t.equal(second.code, 0);
      t.match(second.stdout, /^ok {7}All references between rows are correct/m);
      const again = doneIn(second.stdout).filter((line) => done.includes(line));
      t.strictSame(again, [], "every repair that was reported as done is done");
      t.strictSame(await contentOf(dir), expected, "every row is the same as without the kill");
    }
  },
);

t.test("the next repair of a database finishes a killed one, with the same result as without the kill", async (t) => {
  const from = filledFolder(t);
  await loseManyRows(from);
  const [calm, killed] = [await openTestDatabase(t, server.url), await openTestDatabase(t, server.url)];
  for (const { url } of [calm, killed]) t.ok((await run(await toPostgres(from, url))).result.ok);
  const tables = [
    "actor",
    "client",
    "client_number",
    "chat_state",
    "client_chat",
    "delivery",
    "chat_actor",
    "deadline",
  ];
  const rowsOf = ({ query }: typeof calm): Promise<readonly unknown[]> =>
    Promise.all(
      [...tables, "chat_file"].map(async (name) => (await query(`SELECT k, row FROM parley.${name} ORDER BY k`)).rows),
    );
  const undisturbed = await runDoctor("--store", calm.url, "--repair");
  t.equal(undisturbed.code, 0);
  const { length: all } = doneIn(undisturbed.stdout);
  const { done, wasKilled } = await killRepair(["--store", killed.url], all);
  t.ok(wasKilled && done.length < all, `killed after ${done.length} of ${all} repairs`);
  const second = await runDoctor("--store", killed.url, "--repair");
  t.equal(second.code, 0);
  t.strictSame(
    doneIn(second.stdout).filter((line) => done.includes(line)),
    [],
    "every repair that was reported as done is done",
  );
  t.match(second.stdout, /^ok {7}All references between rows are correct/m);
  t.strictSame(await rowsOf(killed), await rowsOf(calm));
});
