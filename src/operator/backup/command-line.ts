import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import type { FolderFlags } from "../../config/data-folder.ts";
import { readOperands } from "../../config/flags.ts";
import type { Mistakes } from "../../config/mistakes.ts";
import { programOf } from "../program-name.ts";

export type CommandLine =
  | { readonly kind: "help"; readonly text: string }
  /** `file` is an absolute path where nothing exists yet. */
  | { readonly kind: "backup"; readonly file: string; readonly flags: FolderFlags };

/** Parses the command line. Returns `null` when something in it is wrong, with one sentence in `mistakes` for each mistake. */
export function readCommandLine(argv: readonly string[], mistakes: Mistakes): CommandLine | null {
  const command = createCommand();
  if (argv.includes("--help")) return { kind: "help", text: command.helpInformation() };
  const [file, ...rest] = readOperands(command, argv, mistakes);
  for (const operand of rest) mistakes.add("argument", { value: operand }, "one file alone");
  if (mistakes.lines.length > 0) return null;
  if (file === undefined || file === "") mistakes.add("file", { problem: "missing" }, "the file that is to be made");
  else if (existsSync(file))
    mistakes.add("file", { value: file }, "a name that nothing has: a backup overwrites nothing");
  else return { kind: "backup", file: resolve(file), flags: command.opts<FolderFlags>() };
  return null;
}

const createCommand = (): Command =>
  new Command(programOf("backup"))
    .description(
      [
        "Writes everything that lasts into one file: rows, journal and files, as they are when it ends. The service may run meanwhile; then it",
        "makes the backup, and goes on. The file is a gzipped tar archive that ends with the SHA-256 of all that is in it, and is compared",
        "with it before it gets its name. Whoever has it has every conversation and every secret: keep it as you keep the data folder.",
        "In place of a flag: PARLEY_CONFIG, PARLEY_DATA. Ends with 0 when it is done, 1 when it cannot be, 2 for a mistake in the command.",
      ].join("\n"),
    )
    .usage("<file> [flags]")
    .option("--data <folder>", "the data folder, as the service takes it (default: ./data)")
    .option("--config <file>", "the config file, which may name the data folder")
    .helpOption("--help", "shows this text")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
