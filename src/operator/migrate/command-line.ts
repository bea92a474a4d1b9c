import { resolve } from "node:path";
import { Command } from "commander";
import type { Mistakes } from "../../config/mistakes.ts";
import { readStoreUrl, storeUrlForm } from "../../config/store-url.ts";
import type { CommandWords } from "../command.ts";
import { programOf } from "../program-name.ts";

/** The address of a PostgreSQL is a secret, because it can hold a password. */
export type Place =
  | { readonly kind: "folder"; readonly dir: string }
  | { readonly kind: "postgres"; readonly url: string };

export interface MigrateOrder {
  readonly from: Place;
  readonly to: Place;
  readonly isDryRun: boolean;
}

interface Flags {
  readonly from?: string;
  readonly to?: string;
  readonly dryRun?: true;
}

const allowed = `a folder, or ${storeUrlForm}`;

function readPlace(flag: string, text: string | undefined, mistakes: Mistakes): Place | null {
  if (text === undefined || text === "") {
    mistakes.add(flag, { problem: "missing" }, allowed);
    return null;
  }
  if (!isAddress(text)) return { kind: "folder", dir: resolve(text) };
  const url = readStoreUrl(text, null, flag, mistakes);
  return url === null ? null : { kind: "postgres", url };
}

/** The name of a folder can hold a colon. The part after `://` can be secret. */
const isAddress = (text: string): boolean => text.includes("://");
const shown = (text: string) => (isAddress(text) ? { problem: "an address is not allowed here" } : { value: text });

export const migrateWords: CommandWords<Flags, MigrateOrder> = {
  read(operands, flags, { mistakes }) {
    for (const operand of operands)
      mistakes.add("argument", shown(operand), "flags only: --from, --to, --dry-run, --version, --help");
    if (mistakes.lines.length > 0) return null;
    const from = readPlace("--from", flags.from, mistakes);
    const to = readPlace("--to", flags.to, mistakes);
    if (from === null || to === null) return null;
    if (from.kind !== to.kind) return { from, to, isDryRun: flags.dryRun === true };
    const both = from.kind === "folder" ? "both are folders" : "both are PostgreSQLs";
    mistakes.add("--to", { problem: both }, "a folder on one side and a PostgreSQL on the other");
    return null;
  },
  create: () =>
    new Command(programOf("migrate"))
      .description(
        [
          "Copies all rows and files from a data folder to a PostgreSQL, or back. No service may run on either side.",
          "The target must be empty. After an interruption, the same command continues where it stopped. No service starts on the target before the migration is complete. At the end the command reads both sides and compares them.",
          "The rows of the source stay as they are, but a source of an earlier version is upgraded to this version.",
          "An address needs no password when PGPASSWORD or a .pgpass file has it. Exit status: 0 for success, 1 for a failure, 2 for a mistake in the command.",
        ].join("\n\n"),
      )
      .usage("--from <folder or url> --to <url or folder>")
      .option("--from <place>", `the source: ${allowed}`)
      .option("--to <place>", "the target: the other kind of the two")
      .option("--dry-run", "count what would be copied, and copy nothing"),
};
