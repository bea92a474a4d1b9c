import { fieldOf } from "../../codec/json/json-values.ts";
import type { Installation } from "../../config/data-folder.ts";
import { findInstallation } from "../../config/data-folder.ts";
import { readEnvironment } from "../../config/env.ts";
import { defaultLimits } from "../../config/limits.ts";
import { createMistakes } from "../../config/mistakes.ts";
import { systemClock } from "../../core/clock.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { createLog } from "../../core/telemetry/log.ts";
import { StoreInUseError } from "../../ports/store-errors.ts";
import { isDataFolder } from "../../store/lmdb/folder/data-folder.ts";
import { NotReachedError, readWhole, sendToService } from "../ask-service.ts";
import { leaveWith } from "../leave-with.ts";
import { readOperatorFile } from "../operator-file.ts";
import { createProgress, megabytes } from "../progress.ts";
import { readCommandLine } from "./command-line.ts";
import type { WrittenImage } from "./image-file.ts";
import { writeImageFile } from "./image-file.ts";
import { openStoredImage } from "./stored-image.ts";

/** Exit status: 2 for a mistake in the command, 1 for a failure. */
const mistakeStatus = 2;
const failureStatus = 1;
const othersBits = 0o077;

/** `npm run backup`. Results go to standard output, progress and failures to standard error. */
async function main(): Promise<void> {
  process.umask(othersBits);
  const mistakes = createMistakes();
  const line = readCommandLine(process.argv.slice(2), mistakes);
  if (line?.kind === "text") return void process.stdout.write(line.text);
  const installation = line === null ? null : findInstallation(line.flags, readEnvironment(), mistakes);
  if (line === null || installation === null) {
    mistakes.lines.forEach(tell);
    process.exitCode = mistakeStatus;
    return;
  }
  const made = await backUp(line.file, installation);
  if (made.ok) return describe(line.file, made.value);
  tell(made.failure.message);
  process.exitCode = failureStatus;
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

async function backUp(
  file: string,
  { dataDir, store, hasFilesElsewhere }: Installation,
): Promise<Result<WrittenImage>> {
  if (store.kind === "postgres")
    return fail("conflict", "All data is in a PostgreSQL: back it up with a tool of PostgreSQL, such as pg_dump.");
  if (!(await isDataFolder(dataDir))) return fail("not_found", `There is no data folder of Parley at ${dataDir}.`);
  const { logger: log } = createLog("error", defaultLimits);
  const progress = createProgress(systemClock, tell);
  try {
    const { image, close } = await openStoredImage(dataDir, hasFilesElsewhere, log);
    image.end.catch(() => undefined);
    return ok(await writeImageFile(file, image.bytes, progress).finally(close));
  } catch (error) {
    if (!(error instanceof StoreInUseError)) throw error;
    return askService(file, dataDir, progress);
  }
}

/** Asks the service that owns the folder for the image. */
async function askService(
  file: string,
  dataDir: string,
  progress: ReturnType<typeof createProgress>,
): Promise<Result<WrittenImage>> {
  const entry = await readOperatorFile(dataDir);
  if (entry === null) return fail("unavailable", notReady(dataDir, "it does not listen"));
  try {
    const answer = await sendToService(entry, "POST", "/api/backup");
    if (answer.statusCode === 200) return ok(await writeImageFile(file, answer, progress));
    const { status, body } = await readWhole(answer);
    const message = fieldOf(fieldOf(body, "error"), "message");
    return fail("unavailable", notReady(dataDir, typeof message === "string" ? message : `it answers ${status}`));
  } catch (error) {
    if (!(error instanceof NotReachedError)) throw error;
    return fail("unavailable", notReady(dataDir, error.message));
  }
}

const notReady = (dataDir: string, reason: string): string =>
  `The service that uses the data folder ${dataDir} cannot make a backup: ${reason}`;

function describe(file: string, { end, begin, bytes }: WrittenImage): void {
  const at = new Date(end.endedAtMs).toISOString();
  const files = begin.files === "elsewhere" ? "without files, which are in a bucket" : `${end.files} files`;
  process.stdout.write(
    `${file} contains everything as it was at ${at}: ${end.rows} rows, ${end.records} journal records, ${files}; ${megabytes(bytes)}, compared.\n`,
  );
  for (const row of end.damaged) process.stdout.write(`DAMAGED  ${row} is damaged; the backup contains it as it is\n`);
}

main().catch((error: unknown) => leaveWith(error, failureStatus));
