import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import type { OutputConfiguration } from "commander";
import { Command, CommanderError, InvalidArgumentError } from "commander";

export interface SimulateOptions {
  readonly walks: number;
  /** Of the first walk; each further one has the next. */
  readonly seed: number;
  readonly workers: number;
}

export type SimulateCommand =
  | { readonly kind: "run"; readonly options: SimulateOptions }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "mistake"; readonly line: string };

const seedMax = 2 ** 48;

const integer = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Expected an integer from ${min} to ${max}.`);
};

/** What the command line (without program and script) asks for. */
export function parseCommandLine(argv: readonly string[]): SimulateCommand {
  const text: string[] = [];
  const output: OutputConfiguration = {
    writeOut: (out) => void text.push(out),
    writeErr: () => undefined,
    outputError: () => undefined,
  };
  const program = createProgram(output);
  try {
    const { walks, seed, workers } = program.parse([...argv], { from: "user" }).opts<Partial<SimulateOptions>>();
    const options = {
      walks: walks ?? 100_000,
      seed: seed ?? randomInt(seedMax - 1),
      workers: workers ?? Math.min(availableParallelism(), 64),
    };
    return { kind: "run", options };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "help", text: text.join("").trimEnd() };
    return { kind: "mistake", line: error.message.replace(/^error: /, "").replaceAll("\n", " ") };
  }
}

const createProgram = (output: OutputConfiguration): Command =>
  new Command("npm run simulate --")
    .description(
      "Plays random conversations with faults on the machines of chats, bots and deliveries, and looks at every step\n" +
        "whether each promise is kept. Exit status: 0 all kept, 1 one was broken, 2 a mistake on this line.",
    )
    .option("--walks <number>", "how many conversations (default: 100000)", integer(1, 1_000_000_000))
    .option(
      "--seed <number>",
      "of the first one, each further has the next (default: a random one)",
      integer(0, seedMax),
    )
    .option("--workers <number>", "threads (default: one for each core)", integer(1, 64))
    .exitOverride()
    .configureOutput(output)
    .allowExcessArguments(false);
