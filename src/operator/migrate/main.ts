import { defaultLimits } from "../../config/limits.ts";
import { createMistakes } from "../../config/mistakes.ts";
import { systemClock } from "../../core/clock.ts";
import { createLog } from "../../core/telemetry/log.ts";
import { tableNames } from "../../store/postgres/tables.ts";
import { leaveWith } from "../leave-with.ts";
import { createProgress } from "../progress.ts";
import type { CommandLine, Place } from "./command-line.ts";
import { readCommandLine } from "./command-line.ts";
import { openFolderSide, openFolderTarget } from "./folder-side.ts";
import { describeInventory, migrate, takeInventory } from "./migrate.ts";
import { openPostgresSide, openPostgresTarget } from "./postgres-side.ts";
import type { Side, TargetSide } from "./sides.types.ts";

/** Exit status: 2 for a mistake in the command, 1 for a failure. */
const mistakeStatus = 2;
const failureStatus = 1;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** New files are closed to other users. */
const othersBits = 0o077;

/** `npm run migrate`. Results go to standard output, progress and failures to standard error. */
async function main(): Promise<void> {
  process.umask(othersBits);
  // Other users of the machine can read command lines, and the database's address may hold a password.
  const argv = process.argv.slice(2);
  process.title = "parley migrate";
  const mistakes = createMistakes();
  const line = readCommandLine(argv, mistakes);
  if (line === null) {
    mistakes.lines.forEach(tell);
    process.exitCode = mistakeStatus;
  } else if (line.kind === "text") process.stdout.write(line.text);
  else process.exitCode = await carryOut(line);
}

/** Returns the exit status. */
async function carryOut({ from, to, isDryRun }: CommandLine & { readonly kind: "migrate" }): Promise<number> {
  const { logger: log } = createLog("error", defaultLimits);
  const source: Side = from.kind === "folder" ? await openFolderSide(from.dir, log) : await openPostgresSide(from.url);
  try {
    if (isDryRun) {
      describeInventory(await takeInventory(source, tableNames)).forEach(say);
      return 0;
    }
    const target = await openTarget(to, log);
    try {
      const progress = createProgress(systemClock, tell);
      const done = await migrate({ from: source, to: target, tables: tableNames, progress, say });
      if (done.ok) say(`Everything is in ${target.label}. The source is as it was.`);
      else tell(done.failure.message);
      return done.ok ? 0 : failureStatus;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

const openTarget = (to: Place, log: ReturnType<typeof createLog>["logger"]): Promise<TargetSide> =>
  to.kind === "folder" ? openFolderTarget(to.dir, log) : openPostgresTarget(to.url);

main().catch((error: unknown) => leaveWith(error, failureStatus));
