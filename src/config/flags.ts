import { Command, CommanderError } from "commander";
import { version } from "../core/version.ts";
import type { Mistakes } from "./mistakes.ts";

export interface Flags {
  readonly config?: string;
  readonly data?: string;
  readonly store?: string;
  readonly host?: string;
  readonly port?: string;
}

const createCommand = (): Command =>
  addCommonFlags(
    new Command("parley")
      .usage("[flags]")
      .description(
        "A chat integration service. Variables can replace flags: PARLEY_CONFIG, PARLEY_DATA, PARLEY_STORE, PARLEY_HOST, PARLEY_PORT.",
      )
      .option("--config <file>", "the config file")
      .option("--data <folder>", "the data folder (default: ./data)")
      .option("--store <url>", "a PostgreSQL instead of the data folder, such as postgres://user@host:5432/database")
      .option("--host <host>", "the host name or address to listen on (default: 127.0.0.1)")
      .option("--port <number>", "the port to listen on, 0 for a free one (default: 8080)"),
  );

/** Adds `--version` and `--help`, which every command of Parley has. The command then prints no mistake itself. */
export const addCommonFlags = (command: Command): Command =>
  command
    .option("--version", `print the version, which is ${versionLine}`)
    .helpOption("--help", "show this text")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });

/** What `--version` prints, without the end of the line. */
export const versionLine = `parley ${version}`;

export const helpText = (): string => createCommand().helpInformation();

/** Returns the text that `--help` or `--version` prints. `null` if the command line (without the program) has neither. */
export function requestedText(argv: readonly string[], command: Command): string | null {
  if (argv.includes("--help")) return command.helpInformation();
  return argv.includes("--version") ? `${versionLine}\n` : null;
}

/**
 * Parses the flags of a command line (without the program). Returns a text if the command line only requests that this text is
 * printed. Each unknown flag is one mistake.
 */
export function parseFlags(argv: readonly string[], mistakes: Mistakes): Flags | string {
  const command = createCommand();
  const text = requestedText(argv, command);
  if (text !== null) return text;
  for (const operand of readOperands(command, argv, mistakes)) {
    mistakes.add("argument", { value: operand }, `flags only: ${allowedFlags(command)}`);
  }
  return command.opts<Flags>();
}

/**
 * Returns the arguments that are not flags. Afterwards `command.opts()` has the flags. Each unknown flag, and each flag without its value,
 * is one mistake.
 */
export function readOperands(command: Command, argv: readonly string[], mistakes: Mistakes): readonly string[] {
  try {
    const { operands, unknown } = command.parseOptions([...argv]);
    for (const flag of unknown.filter((argument) => argument.startsWith("-"))) {
      mistakes.add(flag.replace(/=.*/s, ""), { problem: "unknown flag" }, `one of ${allowedFlags(command)}`);
    }
    return operands;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const [flag = "flag"] = /--\w+/.exec(error.message) ?? [];
    mistakes.add(flag, { problem: "no value was given" }, `${flag} and its value`);
    return [];
  }
}

const allowedFlags = ({ options }: Command): string => [...options.map(({ long }) => long), "--help"].join(", ");
