import { randomInt } from "node:crypto";
import type { OutputConfiguration } from "commander";
import { Command, InvalidArgumentError } from "commander";
import type { HelpOrMistake } from "../../bench/load/read-words.ts";
import { readWords } from "../../bench/load/read-words.ts";
import type { ProofSize } from "./proof-part.ts";

export interface ProveOptions {
  /** Names of parts, in the order of the table. */
  readonly only: readonly string[];
  readonly size: ProofSize;
  readonly seed: number;
  readonly since: string;
  readonly jsonFile: string | null;
  readonly outFolder: string | null;
}

export type ProveCommand =
  | { readonly kind: "run"; readonly options: ProveOptions }
  | { readonly kind: "list" }
  | HelpOrMistake;

interface Flags {
  readonly only?: readonly string[];
  readonly turn?: boolean;
  readonly since?: string;
  readonly long?: boolean;
  readonly seed?: number;
  readonly list?: boolean;
  readonly json?: string;
  readonly out?: string;
}

const seedMax = 2 ** 31;

function toSeed(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && seed < seedMax) return seed;
  throw new InvalidArgumentError(`Expected an integer from 0 to ${seedMax - 1}.`);
}

const namesOf =
  (names: readonly string[]) =>
  (text: string): readonly string[] => {
    const wanted = text.split(",");
    const strange = wanted.find((name) => !names.includes(name));
    if (strange !== undefined)
      throw new InvalidArgumentError(`There is no part "${strange}". Expected some of ${names.join(", ")}.`);
    return names.filter((name) => wanted.includes(name));
  };

/** The parts that may be named, those that run without names, and those of this commit's turn. */
export interface PartNames {
  readonly all: readonly string[];
  readonly usual: readonly string[];
  turn(): readonly string[];
}

/** With fewer commits in between, CI would run the tests of some commits never beside busy loops. */
const sinceUsually = "HEAD~10";

/** Parses the command line (without program and script). */
export function parseCommandLine(argv: readonly string[], names: PartNames): ProveCommand {
  return readWords<ProveCommand>((output) => {
    const flags = createProgram(output, names.all)
      .parse([...argv], { from: "user" })
      .opts<Flags>();
    if (flags.list === true) return { kind: "list" };
    if (flags.turn === true && (flags.only !== undefined || flags.long === true))
      return {
        kind: "mistake",
        line: "Expected --turn without --only and --long: it chooses parts of the short form.",
      };
    const usual = flags.long === true ? names.all : names.usual;
    const options = {
      only: flags.only ?? (flags.turn === true ? names.turn() : usual),
      size: flags.long === true ? ("long" as const) : ("short" as const),
      seed: flags.seed ?? randomInt(seedMax),
      since: flags.since ?? sinceUsually,
      jsonFile: flags.json ?? null,
      outFolder: flags.out ?? null,
    };
    return { kind: "run", options };
  });
}

const createProgram = (output: OutputConfiguration, names: readonly string[]): Command =>
  new Command("npm run prove --")
    .description(
      "Tries to break the promises of the service, one part after the other. Prints one table with what was tried, how " +
        "often, and what was lost. Exit status: 0 nothing was lost, 1 something was lost or a part could not run, " +
        "2 the command line has a mistake.",
    )
    .option("--only <names>", `run only these parts, separated by commas: ${names.join(", ")}`, namesOf(names))
    .option("--long", "all parts, with the larger numbers of a run by hand")
    .option("--turn", "run only the tenth of the short form whose turn it is at this commit")
    .option("--since <commit>", `with the part crowded: the tests that changed since then (default: ${sinceUsually})`)
    .option("--seed <number>", "repeat the run with this seed (default: random)", toSeed)
    .option("--list", "describe each part")
    .option("--json <file>", "also write the table to this file, as JSON")
    .option("--out <folder>", "folder for curves and samples")
    .exitOverride()
    .configureOutput(output)
    .allowExcessArguments(false);
