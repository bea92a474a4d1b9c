import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import type { FolderFlags } from "../../config/data-folder.ts";
import type { CommandWords } from "../command.ts";
import { programOf } from "../program-name.ts";

/** Asks for the absolute path of the new file, where nothing exists yet. */
export const backupWords: CommandWords<FolderFlags, { readonly file: string }> = {
  read([file, ...rest], _flags, { mistakes }) {
    for (const operand of rest) mistakes.add("argument", { value: operand }, "one file only");
    if (file === undefined || file === "") mistakes.add("file", { problem: "missing" }, "the name of the new file");
    else if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
      mistakes.add("file", { value: file }, "a name that does not exist yet, because a backup overwrites nothing");
    else return { file: resolve(file) };
    return null;
  },
  create: () =>
    new Command(programOf("backup"))
      .description(
        [
          "Writes rows, journal and files into one file, in their state at the end of the command. A running service makes the backup itself and continues to serve.",
          "The file is a gzipped tar archive with SHA-256 checksums at its end. The command compares the file with them before the file gets its name. Protect the file like the data folder: it has every conversation and every secret.",
          "Variables can replace flags: PARLEY_CONFIG, PARLEY_DATA. Exit status: 0 for success, 1 for a failure, 2 for a mistake in the command.",
        ].join("\n\n"),
      )
      .usage("<file> [flags]")
      .option("--data <folder>", "the data folder of the service (default: ./data)")
      .option("--config <file>", "the config file, which can name the data folder"),
};
