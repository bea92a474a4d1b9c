import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command, CommanderError } from "commander";
import { FreshMachine } from "./fresh-machine.ts";
import { playOperator } from "./play-operator.ts";
import { Transcript } from "./transcript.ts";

interface OperatorOptions {
  /** The absolute path of the only file that the machine gets. */
  readonly program: string;
}

type ParsedOptions =
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

function parseOperatorOptions(argv: readonly string[]): ParsedOptions {
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

const mistakeStatus = 2;
const wrongStatus = 1;

async function main(): Promise<void> {
  const parsed = parseOperatorOptions(process.argv.slice(2));
  if (parsed.kind === "help") process.stdout.write(parsed.text);
  else if (parsed.kind === "mistake") leave(parsed.text);
  else if (!existsSync(parsed.options.program))
    leave(`--program: there is no file ${parsed.options.program}: npm run build:binary makes it`);
  else process.exitCode = await run(parsed.options.program);
}

function leave(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = mistakeStatus;
}

/** Plays the demo. Resolves with the exit status. */
async function run(program: string): Promise<number> {
  const machine = new FreshMachine(program);
  process.once("SIGINT", () => process.exit(wrongStatus));
  process.once("SIGTERM", () => process.exit(wrongStatus));
  const told = new Transcript((text) => void process.stdout.write(text));
  try {
    await playOperator(machine, told);
  } finally {
    machine.remove();
  }
  const { wrong } = told;
  process.stdout.write(wrong.length === 0 ? "\nEverything was as expected.\n" : `\nWrong: ${wrong.join("; ")}.\n`);
  return wrong.length === 0 ? 0 : wrongStatus;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(wrongStatus);
});
