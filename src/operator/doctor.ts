import { Command } from "commander";
import type { FolderFlags } from "../config/data-folder.ts";
import { findInstallation } from "../config/data-folder.ts";
import { readEnvironment } from "../config/env.ts";
import { readOperands } from "../config/flags.ts";
import { createMistakes } from "../config/mistakes.ts";
import { systemClock } from "../core/clock.ts";
import { bytesOfFiles } from "../files/stored-files.ts";
import { StoreError } from "../ports/store.ts";
import { examineFolder } from "../store/lmdb/check/examine-folder.ts";
import { hasStore } from "../store/lmdb/folder/data-folder.ts";
import { defaultSegmentBytes } from "../store/lmdb/open-lmdb-store.ts";

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
  const flags = command.opts<FolderFlags>();
  const installation = mistakes.lines.length > 0 ? null : findInstallation(flags, readEnvironment(), mistakes);
  if (installation === null) return leave(mistakes.lines);
  const { dataDir } = installation;
  if (!(await hasStore(dataDir)))
    return leave([`There is no data folder of Parley at ${dataDir}: name it with --data.`]);
  process.exitCode = await examine(dataDir);
}

/** Answers the exit status. */
async function examine(folder: string): Promise<number> {
  let damages = 0;
  let nextLineMs = systemClock.nowMs() + progressMs;
  const findings = await examineFolder({
    folder,
    formerBytesMin: defaultSegmentBytes,
    filesIn: bytesOfFiles,
    onDamage(text) {
      damages += 1;
      if (damages <= damageToldMax) process.stdout.write(`DAMAGED  ${text}\n`);
    },
    onNote: (text) => process.stdout.write(`note     ${text}\n`),
    onProgress(text) {
      if (systemClock.nowMs() < nextLineMs) return;
      nextLineMs = systemClock.nowMs() + progressMs;
      process.stderr.write(`${text}\n`);
    },
  });
  const { rows, records, files } = findings;
  const read = `${rows} rows, ${records} journal records, ${files} files were read`;
  if (damages > damageToldMax) process.stdout.write(`${damages - damageToldMax} more are not shown.\n`);
  process.stdout.write(
    damages === 0
      ? `${folder} is whole: ${read}.\n`
      : `${folder} is damaged in ${damages} places: ${read}. Restore it from a backup.\n`,
  );
  return damages === 0 ? 0 : damageStatus;
}

function createCommand(): Command {
  return new Command("npm run doctor --")
    .description(
      [
        "Reads all of a data folder and changes nothing: the layout, every record of the journal, every page and row,",
        "the files of chats. The service must not run meanwhile.",
        "In place of a flag: PARLEY_CONFIG, PARLEY_DATA. Ends with 0 when the folder is whole, 1 when something is damaged,",
        "2 when it could not be read or for a mistake in the command.",
      ].join("\n"),
    )
    .usage("[flags]")
    .option("--data <folder>", "the data folder, as npm start takes it (default: ./data)")
    .option("--config <file>", "the config file, which may name the data folder")
    .helpOption("--help", "shows this text")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
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
