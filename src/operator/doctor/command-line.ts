import { Command } from "commander";
import type { FolderFlags } from "../../config/data-folder.ts";
import type { DeployFlags } from "../deploy/describe-deployment.ts";
import { addDeployFlags } from "../deploy/describe-deployment.ts";
import { programOf } from "../program-name.ts";

export interface DoctorFlags extends FolderFlags, DeployFlags {
  readonly repair?: true;
  readonly connect?: true;
  readonly json?: true;
}

/** One line for each paragraph, because the help wraps lines. */
const description = [
  "Reads all of a data folder: the layout, every record of the journal, every page and row, what rows say of one another, the files of chats. The service must not run meanwhile.",
  "Of a PostgreSQL it reads every row, and what rows say of one another and of files; processes may run on it meanwhile. Whether its pages are whole, PostgreSQL knows: pg_amcheck, and checksums of its own.",
  "It also looks at the folder's modes, file system, room and disk, at descriptors, memory and clock, and whether the names of all targets lead where the service may send. With a config file it reads that as a start does, and looks at the certificate in it. Nothing is changed without --repair.",
  "In place of a flag: PARLEY_CONFIG, PARLEY_DATA, PARLEY_STORE.",
  "Each line begins with ok, note, warning, DAMAGED, repaired or mistake, the last one says what came of it. Ends with 0 when all is whole or was repaired, whatever the warnings; with 1 when something is damaged; with 2 when it could not be read, and for a mistake in the command or in the config file. Why it could not be read is said on standard error, with --json too.",
].join("\n\n");

export function createCommand(): Command {
  const command = new Command(programOf("doctor"))
    .description(description)
    .usage("[flags]")
    .option("--data <folder>", "the data folder, as the service takes it (default: ./data)")
    .option("--store <url>", "a PostgreSQL in place of the folder, as the service takes it")
    .option("--config <file>", "the config file, which may name the data folder or the PostgreSQL")
    .option(
      "--repair",
      "mends what rows say of one another, as far as whole rows tell what was there; says each thing before and after, and reads everything once more",
    )
    .option(
      "--connect",
      "also connects to every target, by TLS where that is spoken: whether it takes connections, and whether its certificate is trusted and how long it is good. Nothing is sent",
    )
    .option("--json", "one JSON object a line, for machines")
    .helpOption("--help", "shows this text")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  return addDeployFlags(command);
}
