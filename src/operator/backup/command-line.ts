import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import type { FolderFlags } from "../../config/data-folder.ts";
import { addCommonFlags, readOperands, requestedText } from "../../config/flags.ts";
import type { Mistakes } from "../../config/mistakes.ts";
import { programOf } from "../program-name.ts";

export type CommandLine =
  /** The command line only requests that this text is printed: the help or the version. */
  | { readonly kind: "text"; readonly text: string }
  /** `file` is an absolute path where nothing exists yet. */
  | { readonly kind: "backup"; readonly file: string; readonly flags: FolderFlags };

/** Parses the command line. Returns `null` when something in it is wrong, with one sentence in `mistakes` for each mistake. */
export function readCommandLine(argv: readonly string[], mistakes: Mistakes): CommandLine | null {
  const command = createCommand();
  const text = requestedText(argv, command);
  if (text !== null) return { kind: "text", text };
  const [file, ...rest] = readOperands(command, argv, mistakes);
  for (const operand of rest) mistakes.add("argument", { value: operand }, "one file only");
  if (mistakes.lines.length > 0) return null;
  if (file === undefined || file === "") mistakes.add("file", { problem: "missing" }, "the name of the new file");
  else if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
    mistakes.add("file", { value: file }, "a name that does not exist yet, because a backup overwrites nothing");
  else return { kind: "backup", file: resolve(file), flags: command.opts<FolderFlags>() };
  return null;
}

const createCommand = (): Command =>
  addCommonFlags(
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
  );
