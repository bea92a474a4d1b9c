import type { OutputConfiguration } from "commander";
import { Command } from "commander";

export interface ReportOptions {
  readonly files: readonly string[];
}

export function createReportCommand(ask: (options: ReportOptions) => void, output: OutputConfiguration): Command {
  return new Command("report")
    .description(
      "write bench/results/report.md and its plots from the figures of earlier runs; if a scenario ran more than once, its last run counts",
    )
    .argument("<file...>", "figures of runs, such as bench/results/<time>.json")
    .exitOverride()
    .configureOutput(output)
    .action((files: string[]) => ask({ files }));
}
