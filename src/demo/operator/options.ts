import { resolve } from "node:path";
import { Command, CommanderError } from "commander";

export interface OperatorOptions {
  /** The absolute path of the only file that the machine gets. */
  readonly program: string;
}

export type ParsedOptions =
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "mistake"; readonly text: string }
  | { readonly kind: "options"; readonly options: OperatorOptions };

const command = (): Command =>
  new Command("npm run demo:operator --")
    .description(
      [
        "Plays a machine that has only the program: the program is copied there and started, accepts a message, is backed up, killed and",
        "restored into another folder. Every command is shown with what it prints. Ends with 0 when everything was as expected, 1 when something was",
        "not, 2 for a mistake in the command.",
      ].join("\n"),
    )
    .option("--program <file>", "the program (default: dist/parley, which is built before)", "dist/parley")
    .helpOption("--help", "show this text")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined });

export function parseOperatorOptions(argv: readonly string[]): ParsedOptions {
  const parser = command();
  try {
    parser.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return { kind: "help", text: parser.helpInformation() };
    return { kind: "mistake", text: error.message };
  }
  const [operand] = parser.args;
  if (operand !== undefined)
    return { kind: "mistake", text: `argument: "${operand}" is not allowed; expected flags only` };
  const { program } = parser.opts<{ readonly program: string }>();
  return { kind: "options", options: { program: resolve(program) } };
}
