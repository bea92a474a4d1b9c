import type { OutputConfiguration } from "commander";
import { Command, CommanderError, Option } from "commander";
import type { CompareOptions } from "../compare/options.ts";
import { createCompareCommand } from "../compare/options.ts";
import { senderCount } from "./clients/message-load.ts";
import type { ArrivalKind } from "./open-loop/arrivals.ts";
import { arrivalKinds } from "./open-loop/arrivals.ts";
import { integer } from "./option-values.ts";

export const scenarioNames = [
  "ingest",
  "durable",
  "status",
  "ready",
  "delivery",
  "connections",
  "stored-cost",
  "hot-chats",
  "isolation",
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

export interface BenchOptions {
  readonly only: readonly ScenarioName[];
  /** Length of one measured round. */
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  /** The number of chats of the load; a scenario may have fewer. */
  readonly chats: number;
  /** Chats of the scenario `ready`, and the largest number of `stored-cost`. */
  readonly storedChats: number;
  /** Of the scenario `dead-bot`: chats that wait at every moment. */
  readonly waitingChats: number;
  /** Of the scenario `hot-chats`: chats in the memory of one process. */
  readonly openChats: number;
  /** Of the scenarios `latency` and `overload`. */
  readonly arrivals: ArrivalKind;
  /** Whether to measure peers whose packages are installed only for the bench. */
  readonly peers: boolean;
  /** How long `overload` sends twice the maximum of the service. */
  readonly overloadSeconds: number;
  /** Of the scenario `desk-fan-out`. */
  readonly desks: number;
  /** The highest pace of `desk-fan-out`, in messages per second. */
  readonly deskPaceMax: number;
  /** Of the scenario `widget-sockets`. */
  readonly pages: number;
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
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "mistake"; readonly line: string };

/** Parses the command line (without program and script). */
export function parseCommandLine(argv: readonly string[]): BenchCommand {
  const text: string[] = [];
  let asked: BenchCommand = { kind: "mistake", line: "" };
  const output: OutputConfiguration = {
    writeOut: (out) => void text.push(out),
    writeErr: () => undefined,
    outputError: () => undefined,
  };
  const program = createProgram((command) => {
    asked = command;
  }, output);
  try {
    program.parse([...argv], { from: "user" });
    return asked;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "help", text: text.join("").trimEnd() };
    return { kind: "mistake", line: error.message.replace(/^error: /, "").replaceAll("\n", " ") };
  }
}

function createProgram(ask: (command: BenchCommand) => void, output: OutputConfiguration): Command {
  const program = new Command("npm run bench --")
    .description("Measures the service against bare peers in the same run, and proves that nothing was lost.")
    .addOption(new Option("--only <name...>", "run only these scenarios").choices(scenarioNames))
    .option("--seconds <number>", "length of one measured round, in seconds", integer(1, 600), 5)
    .option("--rounds <number>", "measured rounds of each scenario", integer(1, 99), 5)
    .option("--connections <number>", "connections of the load", integer(1, 1_000), 64)
    .option("--chats <number>", "chats of the load", integer(100, senderCount), senderCount)
    .option(
      "--stored-chats <number>",
      "stored chats of `ready`, and the largest number in `stored-cost`",
      integer(1_000, 10_000_000),
      1_000_000,
    )
    .option("--waiting-chats <number>", "chats that wait for the bot of `dead-bot`", integer(100, 100_000), 10_000)
    .option("--open-chats <number>", "chats that `hot-chats` keeps in memory", integer(100, openChatsMax), openChatsMax)
    .addOption(
      new Option("--arrivals <kind>", "how the messages of `latency` and `overload` are spaced")
        .choices(arrivalKinds)
        .default("even"),
    )
    .option("--overload-seconds <number>", "length of the overload in `overload`, in seconds", integer(1, 600), 60)
    .option("--desks <number>", "desks of `desk-fan-out`", integer(1, 10_000), 1_000)
    .option("--desk-pace-max <number>", "highest pace of `desk-fan-out`, in messages a second", integer(25, 400), 400)
    .option("--pages <number>", "idle pages of `widget-sockets`", integer(10, 100_000), 20_000)
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
