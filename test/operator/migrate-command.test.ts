import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { readEnvironment } from "../../src/config/env.ts";
import { createMistakes } from "../../src/config/mistakes.ts";
import { readWords } from "../../src/operator/command.ts";
import { migrateWords } from "../../src/operator/migrate/command-line.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { sharedTestPostgres } from "../harness/postgres.ts";
import type { Told } from "../harness/start-program.ts";
import { startProgram } from "../harness/start-program.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { createTestDatabase } from "../harness/test-database.ts";
import { programOf } from "../system/harness/service/program.ts";
import { fillFolder, log } from "./migrate-world.ts";

const start = (argv: readonly string[]) => startProgram([...programOf("migrate"), ...argv]);
const runMigrate = (...argv: readonly string[]): Promise<Told> => start(argv).ended;

const server = await sharedTestPostgres(t);

t.test("a dry run counts and changes nothing", async (t) => {
  const from = join(temporaryFolder(t), "from");
  await fillFolder(from, 1_000);
  const told = await runMigrate("--from", from, "--to", "postgres://nobody:s3cret@127.0.0.1:1/parley", "--dry-run");
  t.equal(told.code, 0, told.stderr);
  t.match(told.stdout, /^message: 1\d{3} rows, \d+\.\d MB$/m);
  t.match(told.stdout, /^files of chats: 4 files, 3\.7 MB\nphotos: 1 files, 0\.0 MB\n$/m);
});

t.test("each failure gives a line and a status, without a password", async (t) => {
  const from = join(temporaryFolder(t), "from");
  const { url } = await createTestDatabase(server.url);
  const secret = url.replace("parley@", "parley:s3cret@");
  const missing = await runMigrate("--from", from, "--to", secret);
  t.strictSame(missing, { code: 1, stdout: "", stderr: `There is no data folder of Parley at ${from}\n` });
  await fillFolder(from, 500);
  const away = await runMigrate("--from", from, "--to", "postgres://kim:s3cret@127.0.0.1:1/parley");
  t.match(away, { code: 1, stderr: /^The database postgres:\/\/127\.0\.0\.1:1\/parley .*ECONNREFUSED.*\n$/ });
  const store = await openLmdbStore({ dir: from, log });
  const used = await runMigrate("--from", from, "--to", secret);
  t.match(used, { code: 1, stderr: new RegExp(`^The data folder ${from} is in use by process ${process.pid}\n$`) });
  await store.close();
  const running = start(["--from", from, "--to", secret]);
  while (running.stdout() === "" && running.child.exitCode === null) await pause(5);
  const shown = await readFile(`/proc/${running.child.pid}/cmdline`, "utf8").catch(() => "");
  t.equal((await running.ended).code, 0);
  t.notMatch(shown, /s3cret/, "the list of processes does not show the password either");
});

t.test("each mistake in the command gives a line, and the status is 2", async (t) => {
  const allowed = "a folder, or postgres://user@host:5432/database";
  const surroundings = () => ({ environment: readEnvironment({}), mistakes: createMistakes() });
  const linesOf = (...argv: readonly string[]): readonly string[] => {
    const { environment, mistakes } = surroundings();
    t.equal(readWords(migrateWords, argv, { environment, mistakes }), null);
    return mistakes.lines;
  };
  t.strictSame(linesOf(), [`--from: missing; expected ${allowed}`, `--to: missing; expected ${allowed}`]);
  const other = "expected a folder on one side and a PostgreSQL on the other";
  t.strictSame(linesOf("--from", "a", "--to", "b"), [`--to: both are folders; ${other}`]);
  const url = "postgres://kim:s3cret@h/d";
  t.strictSame(linesOf("--from", url, "--to", url), [`--to: both are PostgreSQLs; ${other}`]);
  t.strictSame(linesOf("--from", "a", "--to", "mysql://kim:s3cret@h/d"), [
    "--to: this is not a PostgreSQL URL; expected postgres://user@host:5432/database",
  ]);
  t.strictSame(linesOf("--from", "a", url), [
    "argument: an address is not allowed here; expected flags only: --from, --to, --dry-run, --version, --help",
  ]);
  t.match(linesOf("--form", "a"), [
    /^--form: unknown flag; expected one of --from, --to, --dry-run, --version, --help$/,
  ]);
  const told = await runMigrate("--from", "a");
  t.strictSame(told, { code: 2, stdout: "", stderr: `--to: missing; expected ${allowed}\n` });
  t.match(readWords(migrateWords, ["--help"], surroundings()), /--from <place>.*--to <place>.*--dry-run/s);
});
