import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { openPostgresStore } from "../../../src/store/postgres/open-postgres-store.ts";
import { startTestPostgres } from "../../harness/postgres.ts";
import type { Told } from "../../harness/start-program.ts";
import { startProgram } from "../../harness/start-program.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { createTestDatabase } from "../../harness/test-database.ts";
import { addFile, contentOf, fillFolder, log } from "../../operator/migrate-world.ts";
import { programOf } from "../../system/harness/service/program.ts";

t.setTimeout(240_000);

const start = (argv: readonly string[]) => startProgram([...programOf("migrate"), ...argv]);
const runMigrate = (...argv: readonly string[]): Promise<Told> => start(argv).ended;

/** Starts the command and kills it at a random moment after it began to copy. Resolves with whether the kill came before its end. */
async function killed(argv: readonly string[], withinMs: number): Promise<boolean> {
  const { child, ended, stdout } = start(argv);
  while (!/^(Starts|Continues) the/m.test(stdout()) && child.exitCode === null) await pause(5);
  await pause(Math.random() * withinMs);
  child.kill("SIGKILL");
  return (await ended).code === null;
}

const server = await startTestPostgres();
t.teardown(() => server.remove());

t.test("a run that is killed repeatedly finishes at last, in both directions, and all data are equal", async (t) => {
  const { url } = await createTestDatabase(server.url);
  const folder = temporaryFolder(t);
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await fillFolder(from, 20_000);
  for (let file = 0; file < 10; file += 1) await addFile(join(from, "files"), 500_000);
  const there = ["--from", from, "--to", url];
  const back = ["--from", url, "--to", to];
  let kills = 0;
  for (let round = 0; round < 3; round += 1) kills += (await killed(there, 500)) ? 1 : 0;
  t.equal(kills, 3, "killed on the way to PostgreSQL");
  await t.rejects(openPostgresStore({ url, nodeId: () => "n1", log }), {
    message: /^The database .* is being filled by npm run migrate, which did not finish: run the same command again$/,
  });
  const filled = await runMigrate(...there);
  t.equal(filled.code, 0, filled.stderr);
  t.match(filled.stdout, /^Continues the interrupted migration from /);
  t.match(filled.stdout, /^same {2}message: 2\d{4}, sha256 [0-9a-f]{64}$/m);
  t.match(filled.stdout, /^same {2}files of chats: 14, sha256 /m);
  const { store } = await openPostgresStore({ url, nodeId: () => "n1", log });
  t.match(await store.read("message", [40, 500]), { seq: 500 }, "a service reads the data");
  await store.close();

  kills = 0;
  for (let round = 0; round < 3; round += 1) kills += (await killed(back, 500)) ? 1 : 0;
  t.equal(kills, 3, "killed on the way back");
  await t.rejects(openLmdbStore({ dir: to, log }), { message: /is being filled by npm run migrate/ });
  const returned = await runMigrate(...back);
  t.equal(returned.code, 0, returned.stderr);
  t.strictSame(await contentOf(to), await contentOf(from));
});
