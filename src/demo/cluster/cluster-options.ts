import { Command, CommanderError, InvalidArgumentError } from "commander";

export interface ClusterOptions {
  readonly customers: number;
  /** Use three databases under Patroni instead of one database. */
  readonly patroni: boolean;
}

export type ParsedOptions =
  | { readonly kind: "options"; readonly options: ClusterOptions }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "mistake"; readonly text: string };

/** Parses the flags of `npm run demo:cluster -- …`. */
export function parseClusterOptions(argv: readonly string[]): ParsedOptions {
  const command = new Command("npm run demo:cluster --")
    .usage("[flags]")
    .description(
      "Starts a PostgreSQL and three nodes of Parley on it; customers, two agents and a bot talk to all of them. Kills a node, freezes\n" +
        "another, kills the database, and prints what was lost. Takes about a minute. Exits with 0 when nothing was, else with 1.",
    )
    .option("--customers <number>", "how many customers the agents have, 1 to 50", parseCustomers, 6)
    .option(
      "--patroni",
      "on three databases under Patroni, whose primary is killed (Debian's packages patroni, etcd-server, postgresql)",
      false,
    )
    .helpOption("--help", "show this text")
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  try {
    command.parse(argv, { from: "user" });
    return { kind: "options", options: command.opts<ClusterOptions>() };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return { kind: "help", text: command.helpInformation() };
    return { kind: "mistake", text: error.message };
  }
}

function parseCustomers(text: string): number {
  const customers = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (customers >= 1 && customers <= 50) return customers;
  throw new InvalidArgumentError("Expected a number from 1 to 50.");
}
