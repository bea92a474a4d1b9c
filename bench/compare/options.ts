import type { OutputConfiguration } from "commander";
import { Command, Option } from "commander";
import { senderCount } from "../load/clients/message-load.ts";
import { integer, nodeOption } from "../load/option-values.ts";
import type { NodeName } from "../load/service/measured-node.ts";

export const kindNames = ["ingest", "turns", "delivery", "webhooks"] as const;
export type KindName = (typeof kindNames)[number];

export interface CompareOptions {
  /** The commit on the old side. */
  readonly ref: string;
  readonly only: readonly KindName[];
  readonly pairs: number;
  readonly launches: number;
  /** Length of one slice. */
  readonly seconds: number;
  readonly connections: number;
  /** Of `ingest`. */
  readonly chats: number;
  /** Of the new side; the one that runs the bench when absent. */
  readonly node?: NodeName;
  readonly nodeOld?: NodeName;
  readonly json?: string;
}

const secondsDefault = 1;
const pairsDefault = 20;
const launchesDefault = 3;

export function createCompareCommand(ask: (options: CompareOptions) => void, output: OutputConfiguration): Command {
  return new Command("compare")
    .description("measures this checkout against a commit, by turns of a second, and tells what differs from noise")
    .argument("<ref>", "the commit on the old side, by any name that git knows")
    .addOption(new Option("--only <kind...>", "these kinds of load alone").choices(kindNames))
    .option("--pairs <number>", "slices of each side", integer(2, 200), pairsDefault)
    .option(
      "--launches <number>",
      "how many times both sides are started anew for them",
      integer(1, 20),
      launchesDefault,
    )
    .option("--seconds <number>", "length of one slice", integer(1, 60), secondsDefault)
    .option("--connections <number>", "connections of the load", integer(1, 1_000), 64)
    .option("--chats <number>", "chats of `ingest`", integer(100, senderCount), senderCount)
    .addOption(nodeOption("--node", "the new side"))
    .addOption(nodeOption("--node-old", "the old side"))
    .option("--json <file>", "where the figures go (default: bench/results/<time>.json)")
    .exitOverride()
    .configureOutput(output)
    .allowExcessArguments(false)
    .action((ref: string, given: Omit<CompareOptions, "ref" | "only"> & Partial<CompareOptions>, command: Command) => {
      const { pairs, launches } = given;
      if (launches > pairs)
        command.error(`error: --launches ${launches} is more than --pairs ${pairs}: each launch needs a pair`);
      ask({ ...given, ref, only: given.only ?? kindNames });
    });
}
