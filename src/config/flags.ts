import { Command, CommanderError } from "commander";
import type { Mistakes } from "./mistakes.ts";

export interface Flags {
  readonly config?: string;
  readonly data?: string;
  readonly store?: string;
  readonly host?: string;
  readonly port?: string;
}

function createCommand(): Command {
  return new Command("parley")
    .usage("[flags]")
    .description(
      "A chat integration service. Variables can replace flags: PARLEY_CONFIG, PARLEY_DATA, PARLEY_STORE, PARLEY_HOST, PARLEY_PORT.",
    )
    .option("--config <file>", "the config file")
    .option("--data <folder>", "the data folder (default: ./data)")
    .option("--store <url>", "a PostgreSQL instead of the data folder, such as postgres://user@host:5432/database")
    .option("--host <host>", "the host name or address to listen on (default: 127.0.0.1)")
    .option("--port <number>", "the port to listen on, 0 for a free one (default: 8080)")
    .helpOption("--help", "show this text")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
}

export const helpText = (): string => createCommand().helpInformation();

/** Parses the flags of a command line (without the program), or returns `"help"`. Each unknown flag is one mistake. */
export function parseFlags(argv: readonly string[], mistakes: Mistakes): Flags | "help" {
  if (argv.includes("--help")) return "help";
  const command = createCommand();
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
