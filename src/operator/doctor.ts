import { Command } from "commander";
import type { ClientBase } from "pg";
import type { FolderFlags } from "../config/data-folder.ts";
import { findInstallation } from "../config/data-folder.ts";
import { readEnvironment } from "../config/env.ts";
import { readOperands } from "../config/flags.ts";
import { createMistakes } from "../config/mistakes.ts";
import { systemClock } from "../core/clock.ts";
import { bytesOfObjects } from "../files/postgres/bytes-of-objects.ts";
import { bytesOfFiles } from "../files/stored-files.ts";
import { StoreError } from "../ports/store-errors.ts";
import { examineFolder } from "../store/lmdb/check/examine-folder.ts";
import { hasStore } from "../store/lmdb/folder/data-folder.ts";
import { defaultSegmentBytes } from "../store/lmdb/open-lmdb-store.ts";
import { labelOf } from "../store/postgres/database.ts";
import { examineDatabase } from "../store/postgres/raw/examine-database.ts";
import type { DeployFlags } from "./deploy/describe-deployment.ts";
import { addDeployFlags, describeDeployment } from "./deploy/describe-deployment.ts";
import { programOf } from "./program-name.ts";

/** Exit status: damage was found, against what could not be looked at. */
const damageStatus = 1;
const mistakeStatus = 2;
const progressMs = 2_000;
/** A folder with more is lost as a whole; the rest is counted. */
const damageToldMax = 200;

/** `npm run doctor`: what it found goes to standard output, how far it is and why it cannot to standard error. */
async function main(): Promise<void> {
  const mistakes = createMistakes();
  const argv = process.argv.slice(2);
  const command = createCommand();
  if (argv.includes("--help")) {
    process.stdout.write(command.helpInformation());
    return;
  }
  for (const operand of readOperands(command, argv, mistakes))
    mistakes.add("argument", { value: operand }, "flags only");
  const flags = command.opts<FolderFlags & DeployFlags>();
  const toDeploy = mistakes.lines.length > 0 ? null : describeDeployment(flags, mistakes);
  if (toDeploy !== null) {
    process.stdout.write(toDeploy);
    return;
  }
  const installation = mistakes.lines.length > 0 ? null : findInstallation(flags, readEnvironment(), mistakes);
  if (installation === null) return leave(mistakes.lines);
  const { dataDir, store, hasFilesElsewhere } = installation;
  if (store.kind === "postgres") {
    // Other users of the machine may read command lines, and an address in one may hold a password.
    process.title = "parley doctor";
    process.exitCode = await examineShared(store.url, hasFilesElsewhere);
    return;
  }
  if (!(await hasStore(dataDir)))
    return leave([`There is no data folder of Parley at ${dataDir}: name it with --data.`]);
  process.exitCode = await examine(dataDir, hasFilesElsewhere);
}

/** Answers the exit status. */
async function examine(folder: string, hasFilesElsewhere: boolean): Promise<number> {
  const report = createReport();
  const findings = await examineFolder({
    folder,
    formerBytesMin: defaultSegmentBytes,
    filesIn: hasFilesElsewhere ? null : bytesOfFiles,
    ...report,
  });
  const { rows, records, files } = findings;
  return report.end(folder, `${rows} rows, ${records} journal records, ${files} files were read`);
}

/** Answers the exit status. The database looks after its own pages; what is in them is read here. */
async function examineShared(url: string, hasFilesElsewhere: boolean): Promise<number> {
  const report = createReport();
  const filesIn = hasFilesElsewhere ? null : (client: ClientBase) => bytesOfObjects(client, "files");
  const { rows, files } = await examineDatabase({ url, filesIn, ...report });
  return report.end(`The database ${labelOf(url)}`, `${rows} rows were read, ${files} files were looked for`);
}

function createReport() {
  let damages = 0;
  let nextLineMs = systemClock.nowMs() + progressMs;
  return {
    onDamage(text: string): void {
      damages += 1;
      if (damages <= damageToldMax) process.stdout.write(`DAMAGED  ${text}\n`);
    },
    onNote: (text: string): void => void process.stdout.write(`note     ${text}\n`),
    onProgress(text: string): void {
      if (systemClock.nowMs() < nextLineMs) return;
      nextLineMs = systemClock.nowMs() + progressMs;
      process.stderr.write(`${text}\n`);
    },
    /** Answers the exit status. */
    end(place: string, read: string): number {
      if (damages > damageToldMax) process.stdout.write(`${damages - damageToldMax} more are not shown.\n`);
      process.stdout.write(
        damages === 0
          ? `${place} is whole: ${read}.\n`
          : `${place} is damaged in ${damages} places: ${read}. Restore it from a backup.\n`,
      );
      return damages === 0 ? 0 : damageStatus;
    },
  };
}

function createCommand(): Command {
  const command = new Command(programOf("doctor"))
    .description(
      [
        "Reads all of a data folder and changes nothing: the layout, every record of the journal, every page and row,",
        "the files of chats. The service must not run meanwhile. Of a PostgreSQL it reads every row, and what rows say of one another and of",
        "files; processes may run on it meanwhile. Whether its pages are whole, PostgreSQL knows: pg_amcheck, and checksums of its own.",
        "In place of a flag: PARLEY_CONFIG, PARLEY_DATA, PARLEY_STORE. Ends with 0 when all is whole, 1 when something is damaged,",
        "2 when it could not be read or for a mistake in the command.",
      ].join("\n"),
    )
    .usage("[flags]")
    .option("--data <folder>", "the data folder, as npm start takes it (default: ./data)")
    .option("--store <url>", "a PostgreSQL in place of the folder, as npm start takes it")
    .option("--config <file>", "the config file, which may name the data folder or the PostgreSQL")
    .helpOption("--help", "shows this text")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  return addDeployFlags(command);
}

function leave(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = mistakeStatus;
}

main().catch((error: unknown) => {
  const isKnown = error instanceof StoreError || (error instanceof Error && "code" in error);
  const text = isKnown || !(error instanceof Error) ? String(Object(error).message ?? error) : error.stack;
  process.stderr.write(`${text}\n`);
  process.exit(mistakeStatus);
});
