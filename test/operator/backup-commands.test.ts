import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { createMistakes } from "../../src/config/mistakes.ts";
import { readCommandLine as readBackup } from "../../src/operator/backup/command-line.ts";
import { readCommandLine as readRestore } from "../../src/operator/restore/command-line.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { contentOf, fillFolder, log } from "./migrate-world.ts";

t.setTimeout(240_000);

interface Told {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a built command, and kills it after `killAfterMs` if that is given. */
async function run(command: "backup" | "restore", argv: readonly string[], killAfterMs?: number): Promise<Told> {
  const child = spawn(process.execPath, [`dist/${command}.js`, ...argv], { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (bytes: Buffer) => {
    stdout += bytes;
  });
  child.stderr.on("data", (bytes: Buffer) => {
    stderr += bytes;
  });
  const ended = once(child, "close");
  if (killAfterMs !== undefined) void pause(killAfterMs).then(() => child.kill("SIGKILL"));
  const [code] = await ended;
  return { code, stdout, stderr };
}

t.test("a backup and a restore that are killed repeatedly finish at last, and all data are equal", async (t) => {
  const folder = temporaryFolder(t);
  const [data, file, restored] = ["data", "backup.tar.gz", "restored"].map((name) => join(folder, name));
  if (data === undefined || file === undefined || restored === undefined) throw new Error("Expected three names");
  await fillFolder(data, 8_000);
  const before = await contentOf(data);
  const beganAtMs = performance.now();
  t.match(await run("backup", [join(folder, "undisturbed.tar.gz"), "--data", data]), { code: 0 });
  const wholeMs = performance.now() - beganAtMs;
  /** The moment of a kill: later in each round, from 40 % of the whole time on, so that a fast run is killed too. */
  const momentOf = (round: number): number => wholeMs * (0.4 + round * 0.12 + Math.random() * 0.1);
  let kills = 0;
  for (let round = 0; round < 4; round += 1) {
    const { code } = await run("backup", [file, "--data", data], momentOf(round));
    if (code === null) kills += 1;
    // Only a complete backup has this name. If the file exists, the kill came too late, and the restore below reads this file.
    if (existsSync(file)) break;
    t.equal(code, null, "a run that is not killed leaves a backup");
  }
  if (!existsSync(file))
    t.match(await run("backup", [file, "--data", data]), { code: 0, stdout: /contains everything as it was at/ });
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.match(await run("backup", [file, "--data", data]), {
    code: 2,
    stderr: /^file: .* is not allowed; expected a name that does not exist yet, because a backup overwrites nothing\n$/,
  });
  for (let round = 0; round < 6; round += 1) {
    const { code } = await run("restore", [file, "--data", restored], momentOf(round));
    if (code !== null) break;
    kills += 1;
    if (existsSync(join(restored, "migration.txt")))
      await t.rejects(openLmdbStore({ dir: restored, log }), {
        message: /did not finish: run the same command again/,
      });
  }
  t.ok(kills > 0, `${kills} kills`);
  const last = await run("restore", [file, "--data", restored]);
  t.ok(last.code === 0 || /is not empty/.test(last.stderr), last.stderr);
  t.strictSame(await contentOf(restored), before);
  t.strictSame(await contentOf(data), before, "the restored data equal the original");
  const layout = (dir: string) => readFileSync(join(dir, "layout.json"), "utf8");
  t.not(layout(restored), layout(data), "its journal has a new id, so that copies of both journals are never mixed");
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
  t.match(await run("backup", ["--help"]), { code: 0, stdout: /Usage: npm run backup -- <file> \[flags\]/ });
  t.match(await run("restore", ["--help"]), { code: 0, stdout: /--at <moment>/ });
});

t.test("each mistake in a command line gives a line", async (t) => {
  const linesOf = (read: typeof readBackup | typeof readRestore, ...argv: readonly string[]): readonly string[] => {
    const mistakes = createMistakes();
    t.equal(read(argv, mistakes), null);
    return mistakes.lines;
  };
  t.strictSame(linesOf(readBackup), ["file: missing; expected the name of the new file"]);
  t.match(linesOf(readBackup, "/nowhere/a", "b"), ['argument: "b" is not allowed; expected one file only']);
  t.match(linesOf(readBackup, "a", "--when", "now"), [
    /--when: unknown flag; expected one of --data, --config, --version, --help/,
  ]);
  t.strictSame(linesOf(readRestore), [
    "from: missing; expected a backup file or a backup folder",
    "--data: missing; expected a folder that is missing or empty",
  ]);
  for (const moment of ["yesterday", "2026-01-01", "2026-01-01T00:00:00", "2026-13-01T00:00:00Z"])
    t.match(
      linesOf(readRestore, "a", "--data", "b", "--at", moment),
      [/^--at: .* expected a time with its zone, such as/],
      moment,
    );
  const mistakes = createMistakes();
  const line = readRestore(["a", "--data", "/b", "--at", "2026-03-01T02:30:00+01:00"], mistakes);
  t.match(line, { kind: "restore", dataDir: "/b", untilMs: Date.UTC(2026, 2, 1, 1, 30) });
});
