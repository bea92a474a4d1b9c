import type { OutputConfiguration } from "commander";
import { Command, Option } from "commander";
import type { CompareOptions } from "../compare/options.ts";
import { createCompareCommand } from "../compare/options.ts";
import { senderCount } from "./clients/message-load.ts";
import type { ArrivalKind } from "./open-loop/pace.ts";
import { arrivalKinds } from "./open-loop/pace.ts";
import { integer } from "./option-values.ts";
import type { HelpOrMistake } from "./read-words.ts";
import { readWords } from "./read-words.ts";

export const scenarioNames = [
  "ingest",
  "durable",
  "status",
  "ready",
  "delivery",
  "connections",
  "stored-cost",
  "hot-chats",
  "bystander",
  "backup",
  "bot-turns",
  "dead-bot",
  "webhooks",
  "widget-sockets",
  "desk-fan-out",
  "widget-load",
  "desk-load",
  "desk-list",
  "inspect",
  "cluster",
  "latency",
  "overload",
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/**
 * The maximum number of chats that the service keeps in memory, besides its own conversations. With one more chat it evicts a
 * tenth of them.
 */
const openChatsMax = 99_900;

interface NumberOption {
  readonly text: string;
  readonly min: number;
  readonly max: number;
  readonly preset: number;
}

/** Their names on the command line have hyphens. */
const numberOptions = {
  seconds: { text: "length of one measured round, in seconds", min: 1, max: 600, preset: 5 },
  rounds: { text: "measured rounds of each scenario", min: 1, max: 99, preset: 5 },
  connections: { text: "connections of the load", min: 1, max: 1_000, preset: 64 },
  chats: { text: "chats of the load; a scenario may have fewer", min: 100, max: senderCount, preset: senderCount },
  storedChats: {
    text: "stored chats of `ready`, and the largest number in `stored-cost`",
    ...{ min: 1_000, max: 10_000_000, preset: 1_000_000 },
  },
  waitingChats: { text: "chats that wait for the bot of `dead-bot`", min: 100, max: 100_000, preset: 10_000 },
  openChats: { text: "chats that `hot-chats` keeps in memory", min: 100, max: openChatsMax, preset: openChatsMax },
  overloadSeconds: {
    text: "length of the overload in `overload`, twice the maximum, in seconds",
    ...{ min: 1, max: 600, preset: 60 },
  },
  desks: { text: "desks of `desk-fan-out`", min: 1, max: 10_000, preset: 1_000 },
  deskPaceMax: { text: "highest pace of `desk-fan-out`, in messages a second", min: 25, max: 400, preset: 400 },
  pages: { text: "idle pages of `widget-sockets`", min: 10, max: 100_000, preset: 20_000 },
} as const satisfies Readonly<Record<string, NumberOption>>;

export interface BenchOptions extends Readonly<Record<keyof typeof numberOptions, number>> {
  readonly only: readonly ScenarioName[];
  /** Of the scenarios `latency` and `overload`. */
  readonly arrivals: ArrivalKind;
  /** Whether to measure peers whose packages are installed only for the bench. */
  readonly peers: boolean;
  /** Flags for the Node that runs the service, as one text. */
  readonly nodeFlags: string;
  readonly profile: boolean;
  /** Whether to write the report of this run. */
  readonly report: boolean;
  readonly json?: string;
}

export type BenchCommand =
  | { readonly kind: "run"; readonly options: BenchOptions }
  | { readonly kind: "compare"; readonly options: CompareOptions }
  | { readonly kind: "micro"; readonly filters: readonly string[] }
  | HelpOrMistake;

/** Parses the command line (without program and script). */
export function parseCommandLine(argv: readonly string[]): BenchCommand {
  let asked: BenchCommand = { kind: "mistake", line: "" };
  return readWords<BenchCommand>((output) => {
    const program = createProgram((command) => {
      asked = command;
    }, output);
    program.parse([...argv], { from: "user" });
    return asked;
  });
}

function createProgram(ask: (command: BenchCommand) => void, output: OutputConfiguration): Command {
  const program = new Command("npm run bench --")
    .description("Measures the service against bare peers in the same run, and proves that nothing was lost.")
    .addOption(new Option("--only <name...>", "run only these scenarios").choices(scenarioNames))
    .addOption(
      new Option("--arrivals <kind>", "how the messages of `latency` and `overload` are spaced")
        .choices(arrivalKinds)
        .default("even"),
    )
    .option(
      "--node-flags <flags>",
      "Node flags of the measured service, such as --node-flags=--max-semi-space-size=64",
      "",
    )
    .option("--no-peers", "leave out peers that need Redis or their own packages (`durable` keeps its peers)")
    .option(
      "--profile",
      "run one more round under the CPU profiler: hottest functions, budget by part, a .cpuprofile for DevTools",
      false,
    )
    .option("--report", "write bench/results/report.md; needs a commit without changes", false)
    .option("--json <file>", "file for the figures (default: bench/results/<time>.json)")
    .exitOverride()
    .configureOutput(output)
    .allowExcessArguments(false)
    // The options of a command follow its name.
    .enablePositionalOptions()
    .action((given: Omit<BenchOptions, "only"> & Partial<BenchOptions>) => {
      ask({ kind: "run", options: { ...given, only: given.only ?? scenarioNames } });
    });
  for (const [name, { text, min, max, preset }] of Object.entries<NumberOption>(numberOptions)) {
    const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    program.option(`--${flag} <number>`, text, integer(min, max), preset);
  }
  program
    .command("micro")
    .description(
      "run the bench/micro/**/*.bench.ts files whose path contains one of the words; without words, all files",
    )
    .argument("[words...]")
    .exitOverride()
    .configureOutput(output)
    .action((filters: string[]) => ask({ kind: "micro", filters }));
  program.addCommand(createCompareCommand((options) => ask({ kind: "compare", options }), output));
  return program;
}
