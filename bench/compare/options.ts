import type { OutputConfiguration } from "commander";
import { Command, Option } from "commander";
import { senderCount } from "../load/clients/message-load.ts";
import { integer } from "../load/option-values.ts";

export const kindNames = ["ingest", "paced", "turns", "delivery", "webhooks"] as const;
export type KindName = (typeof kindNames)[number];

export interface CompareOptions {
  /** The commit on the old side. */
  readonly ref: string;
  readonly only: readonly KindName[];
  readonly pairs: number;
  readonly launches: number;
  /** Length of one slice, in seconds. */
  readonly seconds: number;
  readonly connections: number;
  /** Used only by `ingest` and `paced`. */
  readonly chats: number;
  readonly json?: string;
}

const secondsDefault = 1;
const pairsDefault = 20;
const launchesDefault = 3;

export function createCompareCommand(ask: (options: CompareOptions) => void, output: OutputConfiguration): Command {
  return new Command("compare")
    .description(
      "measure this checkout against a commit in alternating turns of a second, and show which differences are more than noise",
    )
    .argument("<ref>", "the commit on the old side, in any form that git accepts")
    .addOption(new Option("--only <kind...>", "run only these kinds of load").choices(kindNames))
    .option("--pairs <number>", "slices of each side", integer(2, 200), pairsDefault)
    .option("--launches <number>", "how often both sides are restarted during the run", integer(1, 20), launchesDefault)
    .option("--seconds <number>", "length of one slice, in seconds", integer(1, 60), secondsDefault)
    .option("--connections <number>", "connections of the load", integer(1, 1_000), 64)
    .option("--chats <number>", "chats of `ingest` and `paced`", integer(100, senderCount), senderCount)
    .option("--json <file>", "file for the figures (default: bench/results/<time>.json)")
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
