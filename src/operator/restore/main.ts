import { statSync } from "node:fs";
import { findBase } from "../../backup/restore/find-base.ts";
import { defaultLimits } from "../../config/limits.ts";
import { systemClock } from "../../core/clock.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { createLog } from "../../core/telemetry/log.ts";
import { createMovedFolder } from "../../files/moved-folder.ts";
import type { Terminal } from "../command.ts";
import { keepFilesPrivate, runAsProcess } from "../command.ts";
import { createProgress } from "../progress.ts";
import type { RestoreOrder } from "./command-line.ts";
import { restoreWords } from "./command-line.ts";
import { openFilledFolder } from "./filled-folder.ts";
import type { Restored } from "./restore.ts";
import { restore } from "./restore.ts";

function kindOf(path: string): "file" | "folder" | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  return found.isDirectory() ? "folder" : "file";
}

async function carryOut(
  { from, dataDir, untilMs, erasedIn }: RestoreOrder,
  kind: "file" | "folder",
  { out: say, err }: Terminal,
): Promise<Result<void>> {
  const { logger: log } = createLog("error", defaultLimits);
  const found = kind === "file" ? null : await findBase(from, untilMs);
  const done = await restore({
    path: found?.base.path ?? from,
    found,
    untilMs,
    dataDir,
    say,
    erasedIn: erasedIn ?? (kind === "folder" ? from : null),
    openFolder: () => openFilledFolder(dataDir, log),
    copiesIn: (dir) => createMovedFolder(dir, log),
    progress: createProgress(systemClock, err),
  });
  if (!done.ok) return done;
  describe(dataDir, done.value, say);
  return ok(undefined);
}

function describe(dataDir: string, restored: Restored, say: Terminal["out"]): void {
  const { atMs, filesMissing, hasErasures, erasuresLost } = restored;
  const { begin, end } = restored.image;
  say(
    `${dataDir} has everything as it was at ${new Date(atMs).toISOString()}. Start the service with --data ${dataDir}.`,
  );
  for (const row of end.damaged) say(`DAMAGED  ${row} was already damaged when the backup was made`);
  if (hasErasures) say("note     clients were erased since then: the service erases them again before it serves");
  for (const damage of erasuresLost) say(`DAMAGED  ${damage}. Clients who were erased in what it lost come back`);
  if (filesMissing > 0) say(`MISSING  ${filesMissing} files that rows name are not in the backup`);
  if (begin.files === "elsewhere") say("note     files are in a bucket, which needs a backup of its own");
}

/** `npm run restore`. */
keepFilesPrivate();
runAsProcess("restore", {
  create: restoreWords.create,
  read(operands, flags, surroundings) {
    const { mistakes } = surroundings;
    const order = restoreWords.read(operands, flags, surroundings);
    if (order === null) return null;
    const { from, untilMs, erasedIn } = order;
    const kind = kindOf(from);
    if (kind === null)
      mistakes.add("from", { value: from }, "a file of npm run backup or a backup folder, but nothing exists there");
    if (untilMs !== null && kind === "file")
      mistakes.add("--at", { problem: "a backup file contains only one state" }, "a backup folder, or no --at");
    if (erasedIn !== null && kindOf(erasedIn) !== "folder")
      mistakes.add("--erased", { value: erasedIn }, "an existing backup folder");
    return kind === null ? null : (terminal) => carryOut(order, kind, terminal);
  },
});
