import { resolve } from "node:path";
import { Command } from "commander";
import type { CommandWords } from "../command.ts";
import { programOf } from "../program-name.ts";

export interface RestoreOrder {
  /** The path of a backup file or a backup folder, absolute. */
  readonly from: string;
  /** The path of the new data folder, absolute. */
  readonly dataDir: string;
  /** Restores the state of this moment from a folder, in Unix milliseconds. `null` restores the last state. */
  readonly untilMs: number | null;
  /** The absolute path of a backup folder that knows which clients were erased since. `null` means `from`, if that is a folder. */
  readonly erasedIn: string | null;
}

interface Flags {
  readonly data?: string;
  readonly at?: string;
  readonly erased?: string;
}

const momentForm = "a time with its zone, such as 2026-03-01T02:30:00Z or 2026-03-01T02:30:00+01:00";
/** A time without a zone would mean another moment on another machine. */
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const isMoment = (text: string): boolean => momentPattern.test(text) && !Number.isNaN(Date.parse(text));

export const restoreWords: CommandWords<Flags, RestoreOrder> = {
  read([from, ...rest], { data, at, erased }, { mistakes }) {
    for (const operand of rest) mistakes.add("argument", { value: operand }, "one file or folder only");
    if (mistakes.lines.length > 0) return null;
    if (from === undefined || from === "")
      mistakes.add("from", { problem: "missing" }, "a backup file or a backup folder");
    if (data === undefined || data === "")
      mistakes.add("--data", { problem: "missing" }, "a folder that is missing or empty");
    if (at !== undefined && !isMoment(at)) mistakes.add("--at", { value: at }, momentForm);
    if (mistakes.lines.length > 0 || from === undefined || data === undefined) return null;
    const untilMs = at === undefined ? null : Date.parse(at);
    const erasedIn = erased === undefined ? null : resolve(erased);
    return { from: resolve(from), dataDir: resolve(data), untilMs, erasedIn };
  },
  create: () =>
    new Command(programOf("restore"))
      .description(
        [
          "Creates a data folder from a backup: a file of npm run backup, or the folder that the config file names under backup. The command checks the whole backup first and overwrites nothing: the data folder must be missing or empty.",
          "After an interruption, run the same command again. No service starts on the folder before the restore is complete. From a backup folder, --at restores the state of any second since its first base.",
          "Exit status: 0 for success, 1 for a failure, 2 for a mistake in the command.",
        ].join("\n\n"),
      )
      .usage("<file or folder> --data <folder> [--at <moment>] [--erased <folder>]")
      .option("--data <folder>", "the new data folder")
      .option("--at <moment>", `with a backup folder: ${momentForm}`)
      .option(
        "--erased <folder>",
        "a backup folder: the restore erases again all clients that were erased after the backup",
      ),
};
