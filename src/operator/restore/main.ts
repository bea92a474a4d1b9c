import { stat } from "node:fs/promises";
import { findBase } from "../../backup/restore/find-base.ts";
import { defaultLimits } from "../../config/limits.ts";
import { createMistakes } from "../../config/mistakes.ts";
import { systemClock } from "../../core/clock.ts";
import { isMissing } from "../../core/files/is-missing.ts";
import { createLog } from "../../core/telemetry/log.ts";
import { createMovedFolder } from "../../files/moved-folder.ts";
import { leaveWith } from "../leave-with.ts";
import { createProgress } from "../progress.ts";
import type { CommandLine } from "./command-line.ts";
import { readCommandLine } from "./command-line.ts";
import { openFilledFolder } from "./filled-folder.ts";
import type { Restored } from "./restore.ts";
import { restore } from "./restore.ts";

/** Exit status: 2 for a mistake in the command, 1 for a failure. */
const mistakeStatus = 2;
const failureStatus = 1;
const othersBits = 0o077;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** `npm run restore`. Results go to standard output, progress and failures to standard error. */
async function main(): Promise<void> {
  process.umask(othersBits);
  const mistakes = createMistakes();
  const line = readCommandLine(process.argv.slice(2), mistakes);
  if (line?.kind === "text") return void process.stdout.write(line.text);
  const kind = line === null ? null : await kindOf(line.from);
  if (line !== null && kind === null)
    mistakes.add("from", { value: line.from }, "a file of npm run backup or a backup folder, but nothing exists there");
  if (line !== null && line.untilMs !== null && kind === "file")
    mistakes.add("--at", { problem: "a backup file contains only one state" }, "a backup folder, or no --at");
  if (line !== null && line.erasedIn !== null && (await kindOf(line.erasedIn)) !== "folder")
    mistakes.add("--erased", { value: line.erasedIn }, "an existing backup folder");
  if (line === null || kind === null || mistakes.lines.length > 0) {
    mistakes.lines.forEach(tell);
    process.exitCode = mistakeStatus;
    return;
  }
  process.exitCode = await carryOut(line, kind);
}

async function kindOf(path: string): Promise<"file" | "folder" | null> {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Returns the exit status. */
async function carryOut(line: CommandLine & { readonly kind: "restore" }, kind: "file" | "folder"): Promise<number> {
  const { from, dataDir, untilMs } = line;
  const { logger: log } = createLog("error", defaultLimits);
  const found = kind === "file" ? null : await findBase(from, untilMs);
  const done = await restore({
    path: found?.base.path ?? from,
    found,
    untilMs,
    dataDir,
    say,
    erasedIn: line.erasedIn ?? (kind === "folder" ? from : null),
    openFolder: () => openFilledFolder(dataDir, log),
    copiesIn: (dir) => createMovedFolder(dir, log),
    progress: createProgress(systemClock, tell),
  });
  if (!done.ok) {
    tell(done.failure.message);
    return failureStatus;
  }
  describe(dataDir, done.value);
  return 0;
}

function describe(dataDir: string, { atMs, image, filesMissing, hasErasures, erasuresLost }: Restored): void {
  const { begin, end } = image;
  say(
    `${dataDir} has everything as it was at ${new Date(atMs).toISOString()}. Start the service with --data ${dataDir}.`,
  );
  for (const row of end.damaged) say(`DAMAGED  ${row} was already damaged when the backup was made`);
  if (hasErasures) say("note     clients were erased since then: the service erases them again before it serves");
  for (const damage of erasuresLost) say(`DAMAGED  ${damage}. Clients who were erased in what it lost come back`);
  if (filesMissing > 0) say(`MISSING  ${filesMissing} files that rows name are not in the backup`);
  if (begin.files === "elsewhere") say("note     files are in a bucket, which needs a backup of its own");
}

main().catch((error: unknown) => leaveWith(error, failureStatus));
