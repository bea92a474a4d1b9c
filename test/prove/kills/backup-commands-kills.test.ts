import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import type { Told } from "../../harness/start-program.ts";
import { startProgram } from "../../harness/start-program.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { contentOf, fillFolder, log } from "../../operator/migrate-world.ts";

t.setTimeout(240_000);

/** Runs a built command, and kills it after `killAfterMs` if that is given. */
function run(command: "backup" | "restore", argv: readonly string[], killAfterMs?: number): Promise<Told> {
  const { child, ended } = startProgram([process.execPath, `dist/${command}.js`, ...argv]);
  if (killAfterMs !== undefined) void pause(killAfterMs).then(() => child.kill("SIGKILL"));
  return ended;
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
});
