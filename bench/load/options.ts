import type { OutputConfiguration } from "commander";
import { Command, CommanderError, Option } from "commander";
import type { CompareOptions } from "../compare/options.ts";
import { createCompareCommand } from "../compare/options.ts";
import { senderCount } from "./clients/message-load.ts";
import { integer, nodeOption } from "./option-values.ts";
import type { NodeName } from "./service/measured-node.ts";

export const scenarioNames = [
  "ingest",
  "durable",
  "status",
  "ready",
  "delivery",
  "hot-chats",
  "isolation",
  "big-body",
  "untaken-answers",
  "backup",
  "bot-turns",
  "dead-bot",
  "webhooks",
  "long-log",
  "widget-sockets",
  "widget-load",
  "desk-load",
  "desk-list",
  "inspect-off",
  "inspect-one",
  "cluster",
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** As many as the service keeps in memory, but for its own conversations: one more, and it puts a tenth of them away. */
export const openChatsMax = 99_900;

export interface BenchOptions {
  readonly only: readonly ScenarioName[];
  /** Length of one measured round. */
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  /** Of the load, where it goes over so many chats; a scenario may have fewer. */
  readonly chats: number;
  /** Chats of the scenario `ready`. */
  readonly storedChats: number;
  /** Of the scenario `dead-bot`, at every moment. */
  readonly waitingChats: number;
  /** Of the scenario `cluster`, in the memory of one node. */
  readonly openChats: number;
  /** Runs the service; the Node that runs the bench when absent. */
  readonly node?: NodeName;
  /** For the Node that runs the service, as one text. */
  readonly nodeFlags: string;
  /** Whether the peers that store in Redis are measured. */
  readonly redis: boolean;
  readonly profile: boolean;
  readonly json?: string;
}

export type BenchCommand =
  | { readonly kind: "run"; readonly options: BenchOptions }
  | { readonly kind: "compare"; readonly options: CompareOptions }
  | { readonly kind: "micro"; readonly filters: readonly string[] }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "mistake"; readonly line: string };

/** What the command line (without program and script) asks for. */
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
    .description("Measures the service against bare peers in the same run, and proves that nothing was lost meanwhile.")
    .addOption(new Option("--only <name...>", "these scenarios alone").choices(scenarioNames))
    .option("--seconds <number>", "length of one measured round", integer(1, 600), 5)
    .option("--rounds <number>", "measured rounds of everything", integer(1, 99), 5)
    .option("--connections <number>", "connections of the load", integer(1, 1_000), 64)
    .option("--chats <number>", "chats of the load", integer(100, senderCount), senderCount)
    .option(
      "--stored-chats <number>",
      "chats that are stored when `ready` is measured",
      integer(1_000, 10_000_000),
      1_000_000,
    )
    .option("--waiting-chats <number>", "chats that wait for the bot of `dead-bot`", integer(100, 100_000), 10_000)
    .option(
      "--open-chats <number>",
      "chats that `cluster` keeps in a node's memory",
      integer(100, openChatsMax),
      openChatsMax,
    )
    .addOption(nodeOption("--node", "the service"))
    .option("--node-flags <flags>", "flags of the measured service's Node: --node-flags=--max-semi-space-size=64", "")
    .option("--no-redis", "without the peers that need Redis and packages of their own")
    .option("--profile", "one more round under the CPU profiler, and its hottest functions", false)
    .option("--json <file>", "where the figures go (default: bench/results/<time>.json)")
    .exitOverride()
    .configureOutput(output)
    .allowExcessArguments(false)
    // The options of a command stand behind its name.
    .enablePositionalOptions()
    .action((given: Omit<BenchOptions, "only"> & Partial<BenchOptions>) => {
      ask({ kind: "run", options: { ...given, only: given.only ?? scenarioNames } });
    });
  program
    .command("micro")
    .description("runs bench/micro/**/*.bench.ts whose path contains one of the words, all without any")
    .argument("[words...]")
    .exitOverride()
    .configureOutput(output)
    .action((filters: string[]) => ask({ kind: "micro", filters }));
  program.addCommand(createCompareCommand((options) => ask({ kind: "compare", options }), output));
  return program;
}
