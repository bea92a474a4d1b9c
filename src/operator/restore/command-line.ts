import { resolve } from "node:path";
import { Command } from "commander";
import { readOperands } from "../../config/flags.ts";
import type { Mistakes } from "../../config/mistakes.ts";
import { programOf } from "../program-name.ts";

export type CommandLine =
  | { readonly kind: "help"; readonly text: string }
  | {
      readonly kind: "restore";
      /** The path of a backup file or a backup folder, absolute. */
      readonly from: string;
      /** The path of the new data folder, absolute. */
      readonly dataDir: string;
      /** Restores the state of this moment from a folder, in Unix milliseconds. `null` restores the last state. */
      readonly untilMs: number | null;
      /** The absolute path of a backup folder that knows which clients were erased since. `null` means `from`, if that is a folder. */
      readonly erasedIn: string | null;
    };

interface Flags {
  readonly data?: string;
  readonly at?: string;
  readonly erased?: string;
}

/** Parses the command line. Returns `null` when something in it is wrong, with one sentence in `mistakes` for each mistake. */
export function readCommandLine(argv: readonly string[], mistakes: Mistakes): CommandLine | null {
  const command = createCommand();
  if (argv.includes("--help")) return { kind: "help", text: command.helpInformation() };
  const [from, ...rest] = readOperands(command, argv, mistakes);
  for (const operand of rest) mistakes.add("argument", { value: operand }, "one file or folder alone");
  if (mistakes.lines.length > 0) return null;
  const { data, at, erased } = command.opts<Flags>();
  if (from === undefined || from === "")
    mistakes.add("from", { problem: "missing" }, "a backup's file, or a backup folder");
  if (data === undefined || data === "")
    mistakes.add("--data", { problem: "missing" }, "a folder that is not there yet, or empty");
  const untilMs = at === undefined ? null : Date.parse(at);
  if (at !== undefined && !isMoment(at)) mistakes.add("--at", { value: at }, momentForm);
  if (mistakes.lines.length > 0 || from === undefined || data === undefined) return null;
  return {
    kind: "restore",
    from: resolve(from),
    dataDir: resolve(data),
    untilMs,
    erasedIn: erased === undefined ? null : resolve(erased),
  };
}

const momentForm = "a moment with its zone, such as 2026-03-01T02:30:00Z or 2026-03-01T02:30:00+01:00";
/** A time without a zone would mean another moment on another machine. */
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const isMoment = (text: string): boolean => momentPattern.test(text) && !Number.isNaN(Date.parse(text));

const createCommand = (): Command =>
  new Command(programOf("restore"))
    .description(
      [
        "Makes a data folder out of a backup: a file of npm run backup, or the folder that the config file names under backup. All of it is read",
        "and compared before anything is made, and nothing is overwritten: the data folder must not be there yet, or be empty. After a kill the",
        "same command begins anew; until it has come to its end, no service starts on the folder. From a backup folder, --at brings back the state",
        "of any second since its first base. Ends with 0 when it is done, 1 when it cannot be, 2 for a mistake in the command.",
      ].join("\n"),
    )
    .usage("<file or folder> --data <folder> [--at <moment>] [--erased <folder>]")
    .option("--data <folder>", "the data folder that is to be made")
    .option("--at <moment>", `of a backup folder: ${momentForm}`)
    .option("--erased <folder>", "a backup folder: clients that were erased after the backup are erased again")
    .helpOption("--help", "shows this text")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
