import { Command, InvalidArgumentError } from "commander";
import { conversationsCount } from "./play.ts";

/** Where the service runs. */
export interface ServicePlace {
  /** The port of the service; 0 picks a free one. */
  readonly port: number;
  /** The folder that keeps the service's data from demo to demo. If absent, a temporary folder is used and removed at the end. */
  readonly data?: string;
  /** The binary that `npm run build:binary` made. If present, it is used instead of the bundle. */
  readonly binary?: string;
}

export interface DemoOptions extends ServicePlace {
  readonly once: boolean;
  readonly json: boolean;
}

const mistakeStatus = 2;

/** Parses the flags of `npm run demo -- …`. Ends the process after `--help` and after a mistake. */
export const readDemoOptions = (argv: readonly string[]): DemoOptions =>
  new Command("npm run demo --")
    .usage("[flags]")
    .description(
      "Starts Parley, a sample customer system, sample bots, a sample CRM, a sample call gateway and a scripted agent. " +
        `It plays ${conversationsCount} conversations between them over real HTTP and sockets, prints what went over the wire, and stays up to be explored.\n` +
        "Ctrl-C ends everything.",
    )
    .option("--port <number>", "the port of the service; 0 picks a free one", parsePort, 0)
    .option("--data <folder>", "keeps the service's data there from demo to demo (default: a temporary folder)")
    .option("--binary <file>", "the service is this file, which npm run build:binary made")
    .option("--once", "plays, prints a verdict and exits: 0 when all went right, 1 otherwise", false)
    .option("--json", "writes events as JSON lines to standard output, and the transcript to standard error", false)
    .helpOption("--help", "show this text")
    .allowExcessArguments(false)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : mistakeStatus))
    .parse(argv, { from: "user" })
    .opts<DemoOptions>();

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError("Expected a number from 0 to 65535.");
}
