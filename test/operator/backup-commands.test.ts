import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import t from "tap";
import { readEnvironment } from "../../src/config/env.ts";
import { createMistakes } from "../../src/config/mistakes.ts";
import { backupWords } from "../../src/operator/backup/command-line.ts";
import type { CommandWords } from "../../src/operator/command.ts";
import { readWords } from "../../src/operator/command.ts";
import { restoreWords } from "../../src/operator/restore/command-line.ts";
import { openFilledFolder } from "../../src/operator/restore/filled-folder.ts";
import type { Told } from "../harness/start-program.ts";
import { startProgram } from "../harness/start-program.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { contentOf, fillFolder, log } from "./migrate-world.ts";

/** Reads a command line, with a line for each mistake. */
function readLine<Flags extends object>(words: CommandWords<Flags, object>, argv: readonly string[]) {
  const mistakes = createMistakes();
  const order = readWords(words, argv, { environment: readEnvironment({}), mistakes });
  return { order, lines: mistakes.lines };
}

/** Runs a built command. */
const run = (command: "backup" | "restore", argv: readonly string[]): Promise<Told> =>
  startProgram([process.execPath, `dist/${command}.js`, ...argv]).ended;

t.test("a restored backup equals the original, and a backup overwrites nothing", async (t) => {
  const folder = temporaryFolder(t);
  const [data, file, restored] = ["data", "backup.tar.gz", "restored"].map((name) => join(folder, name));
  if (data === undefined || file === undefined || restored === undefined) throw new Error("Expected three names");
  await fillFolder(data, 500);
  const before = await contentOf(data);
  t.match(await run("backup", [file, "--data", data]), { code: 0, stdout: /contains everything as it was at/ });
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.match(await run("backup", [file, "--data", data]), {
    code: 2,
    stderr: /^file: .* is not allowed; expected a name that does not exist yet, because a backup overwrites nothing\n$/,
  });
  t.match(await run("restore", [file, "--data", restored]), { code: 0 });
  t.strictSame(await contentOf(restored), before);
  t.strictSame(await contentOf(data), before, "the backup has changed nothing");
  const layout = (dir: string) => readFileSync(join(dir, "layout.json"), "utf8");
  t.not(layout(restored), layout(data), "its journal has a new id, so that copies of both journals are never mixed");
});

t.test("a backup follows nothing that others put into its folder, and keeps no mode of theirs", async (t) => {
  const folder = temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  await fillFolder(at("data"), 10);
  writeFileSync(at("victim"), "untouched");
  symlinkSync(at("victim"), at("link.tar.gz.part"));
  execFileSync("mkfifo", [at("pipe.tar.gz.part")]);
  writeFileSync(at("open.tar.gz.part"), "");
  chmodSync(at("open.tar.gz.part"), 0o666);
  for (const name of ["link.tar.gz", "pipe.tar.gz", "open.tar.gz"]) {
    t.match(await run("backup", [at(name), "--data", at("data")]), { code: 0 }, name);
    t.equal(lstatSync(at(name)).mode & 0o170777, 0o100600, name);
  }
  t.equal(readFileSync(at("victim"), "utf8"), "untouched");
  symlinkSync(at("nowhere"), at("name.tar.gz"));
  t.match(await run("backup", [at("name.tar.gz"), "--data", at("data")]), { code: 2, stderr: /does not exist yet/ });
  t.notOk(existsSync(at("nowhere")));
});

t.test("a restore closes an empty folder to other users before it writes into it", async (t) => {
  const dir = join(temporaryFolder(t), "open");
  mkdirSync(dir);
  chmodSync(dir, 0o777);
  const { target } = await openFilledFolder(dir, log);
  t.teardown(() => target.close());
  t.equal(statSync(dir).mode & 0o777, 0o700);
});

t.test("a mistake in a backup or its path gives one line, and nothing is created", async (t) => {
  const folder = temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  t.match(await run("backup", [at("b"), "--data", at("nothing")]), {
    code: 1,
    stdout: "",
    stderr: /^There is no data folder of Parley at .*nothing.\n$/,
  });
  writeFileSync(at("text"), "no backup");
  t.match(await run("restore", [at("text"), "--data", at("r")]), {
    code: 1,
    stderr: /text is not a complete backup: /,
  });
  mkdirSync(at("empty"));
  t.match(await run("restore", [at("empty"), "--data", at("r")]), {
    code: 1,
    stderr: /empty is not a backup folder with a base: expected <journal>\/base-….tar.gz\n$/,
  });
  t.match(await run("restore", [at("away"), "--data", at("r")]), { code: 2, stderr: /nothing exists there\n$/ });
  t.match(await run("restore", [at("text"), "--data", at("r"), "--at", "2026-01-01T00:00:00Z"]), {
    code: 2,
    stderr: /^--at: a backup file contains only one state; expected a backup folder, or no --at\n$/,
  });
  t.notOk(existsSync(at("r")));
  t.match(readLine(backupWords, ["--help"]).order, /Usage: npm run backup -- <file> \[flags\]/);
  t.match(readLine(restoreWords, ["--help"]).order, /--at <moment>/);
});

t.test("each mistake in a command line gives a line", async (t) => {
  const linesOf = <Flags extends object>(
    words: CommandWords<Flags, object>,
    ...argv: readonly string[]
  ): readonly string[] => {
    const { order, lines } = readLine(words, argv);
    t.equal(order, null);
    return lines;
  };
  t.strictSame(linesOf(backupWords), ["file: missing; expected the name of the new file"]);
  t.match(linesOf(backupWords, "/nowhere/a", "b"), ['argument: "b" is not allowed; expected one file only']);
  t.match(linesOf(backupWords, "a", "--when", "now"), [
    /--when: unknown flag; expected one of --data, --config, --version, --help/,
  ]);
  t.strictSame(linesOf(restoreWords), [
    "from: missing; expected a backup file or a backup folder",
    "--data: missing; expected a folder that is missing or empty",
  ]);
  for (const moment of ["yesterday", "2026-01-01", "2026-01-01T00:00:00", "2026-13-01T00:00:00Z"])
    t.match(
      linesOf(restoreWords, "a", "--data", "b", "--at", moment),
      [/^--at: .* expected a time with its zone, such as/],
      moment,
    );
  const { order } = readLine(restoreWords, ["a", "--data", "/b", "--at", "2026-03-01T02:30:00+01:00"]);
  t.match(order, { dataDir: "/b", untilMs: Date.UTC(2026, 2, 1, 1, 30) });
});
