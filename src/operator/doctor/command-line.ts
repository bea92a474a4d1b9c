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
  "Checks a data folder: the layout, every record of the journal, every page and row, the references between rows, and the files of chats. The service must not run at the same time.",
  "In a PostgreSQL it checks every row, and the references between rows and to files. Services can run on it at the same time. PostgreSQL checks its own pages, with pg_amcheck and data checksums.",
  "It also checks the folder's modes, file system, free space and disk speed, the descriptors, memory and clock of the machine, and whether the names of all targets resolve to allowed addresses. With a config file it also checks the file and its certificate. It changes nothing without --repair.",
  "Variables can replace flags: PARLEY_CONFIG, PARLEY_DATA, PARLEY_STORE.",
  "Each line begins with ok, note, warning, DAMAGED, repaired or mistake. The last line is the result. Exit status: 0 when everything is intact or was repaired, even with warnings; 1 when something is damaged; 2 when the data could not be read, or for a mistake in the command or the config file. Failures to read go to standard error, also with --json.",
].join("\n\n");

export function createCommand(): Command {
  const command = new Command(programOf("doctor"))
    .description(description)
    .usage("[flags]")
    .option("--data <folder>", "the data folder of the service (default: ./data)")
    .option("--store <url>", "the PostgreSQL of the service, instead of a data folder")
    .option("--config <file>", "the config file, which can name the data folder or the PostgreSQL")
    .option(
      "--repair",
      "repair references between rows, as far as intact rows allow; report each repair before and after, and check everything again",
    )
    .option(
      "--connect",
      "connect to every target, with TLS if the target uses it, and check its certificate; nothing is sent",
    )
    .option("--json", "print one JSON object a line, for programs");
  return addDeployFlags(command);
}
