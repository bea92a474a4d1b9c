import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { createMistakes } from "../../src/config/mistakes.ts";
import { readCommandLine } from "../../src/operator/migrate/command-line.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { startTestPostgres } from "../harness/postgres.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { createTestDatabase } from "../harness/test-database.ts";
import { programOf } from "../system/harness/service/program.ts";
import { addFile, contentOf, fillFolder, log } from "./migrate-world.ts";

t.setTimeout(240_000);

interface Told {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const start = (argv: readonly string[]) => {
  const [program, ...words] = programOf("migrate");
  const child = spawn(program, [...words, ...argv], { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (bytes: Buffer) => {
    stdout += bytes;
  });
  child.stderr.on("data", (bytes: Buffer) => {
    stderr += bytes;
  });
  const ended: Promise<Told> = once(child, "close").then(([code]) => ({ code, stdout, stderr }));
  return { child, ended, stdout: () => stdout };
};
const runMigrate = (...argv: readonly string[]): Promise<Told> => start(argv).ended;

/** Starts the command and kills it at a random moment after it began to copy. Resolves with whether the kill came before its end. */
async function killed(argv: readonly string[], withinMs: number): Promise<boolean> {
  const { child, ended, stdout } = start(argv);
  while (!/^(Starts|Continues) the/m.test(stdout()) && child.exitCode === null) await pause(5);
  await pause(Math.random() * withinMs);
  child.kill("SIGKILL");
  return (await ended).code === null;
}

// One server for this file. Each test has its own database on it.
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
  const linesOf = (...argv: readonly string[]): readonly string[] => {
    const mistakes = createMistakes();
    t.equal(readCommandLine(argv, mistakes), null);
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
  const help = await runMigrate("--help");
  t.equal(help.code, 0);
  t.match(help.stdout, /--from <place>.*--to <place>.*--dry-run/s);
});
