import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import type { OutputConfiguration } from "commander";
import { Command } from "commander";
import { integer } from "../../../bench/load/option-values.ts";
import type { HelpOrMistake } from "../../../bench/load/read-words.ts";
import { readWords } from "../../../bench/load/read-words.ts";

export interface SeedsOptions {
  readonly seeds: number;
  /** The first seed. */
  readonly seed: number;
  readonly workers: number;
  /** Searches instead for the planted bugs whose names contain this text. `null` for a normal simulation. */
  readonly bugs: string | null;
  /** Prints the complete history of the first seed. */
  readonly log: boolean;
}

/** The options as the command line gives them. */
interface Given extends Partial<Omit<SeedsOptions, "bugs">> {
  readonly bugs?: string | true;
}

export type SimulateCommand = { readonly kind: "seeds"; readonly options: SeedsOptions } | HelpOrMistake;

const seedMax = 2 ** 48;
const seedsByDefault = 500;

/** Parses the command line (without program and script). */
export function parseCommandLine(argv: readonly string[]): SimulateCommand {
  return readWords<SimulateCommand>((output) => {
    const given = createProgram(output)
      .parse([...argv], { from: "user" })
      .opts<Given>();
    const seed = given.seed ?? randomInt(seedMax - 1);
    const workers = given.workers ?? Math.min(availableParallelism(), 64);
    const { seeds = seedsByDefault, bugs = null, log = false } = given;
    return { kind: "seeds", options: { seeds, seed, workers, bugs: bugs === true ? "" : bugs, log } };
  });
}

const createProgram = (output: OutputConfiguration): Command =>
  new Command("npm run simulate --")
    .description(
      "Runs the whole service against simulated disks, networks, clocks and people, with faults, and checks that it keeps " +
        "each promise. Exit status: 0 every promise was kept, 1 a promise was broken, 2 the command line has a mistake.",
    )
    .option("--seeds <number>", `number of runs of the service (default: ${seedsByDefault})`, integer(1, 1_000_000_000))
    .option(
      "--seed <number>",
      "seed of the first run; each further run has the next seed (default: random)",
      integer(0, seedMax),
    )
    .option("--workers <number>", "number of threads (default: one per core, at most 64)", integer(1, 64))
    .option(
      "--bugs [name]",
      "look for each planted bug whose name contains this text, within the number of --seeds; without a text, for all of them",
    )
    .option("--log", "show every observed event of the first seed")
    .exitOverride()
    .configureOutput(output)
    .allowExcessArguments(false);
