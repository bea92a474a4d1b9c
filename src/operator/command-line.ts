import { Command } from "commander";
import type { TSchema } from "typebox";
import { Check } from "typebox/value";
import { providerFields } from "../codec/settings/people-schema.ts";
import type { FolderFlags } from "../config/data-folder.ts";
import type { Mistakes } from "../config/mistakes.ts";
import type { CommandWords } from "./command.ts";
import { programOf } from "./program-name.ts";

const verbs = {
  add: {
    takes: "<id> --name <name>",
    about: "Adds a provider.",
  },
  list: { takes: "", about: "Lists the providers." },
  rename: { takes: "<id> --name <name>", about: "Renames a provider." },
  remove: { takes: "<id>", about: "Removes a provider without connected bots." },
} as const;

type Verb = keyof typeof verbs;
const verbNames = Object.keys(verbs).join(", ");
const isVerb = (text: string): text is Verb => Object.hasOwn(verbs, text);

export type Order =
  | { readonly verb: "add" | "rename"; readonly id: string; readonly name: string }
  | { readonly verb: "list" }
  | { readonly verb: "remove"; readonly id: string };

interface Flags extends FolderFlags {
  readonly name?: string;
}

const { id: idSchema, name: nameSchema } = providerFields;

export const providerWords: CommandWords<Flags, Order> = {
  // The allowed flags depend on the verb, and the verb may follow the flags.
  create: (argv) => createCommand(argv.find(isVerb) ?? null),
  read([verb, ...operands], { name }, { mistakes }) {
    if (verb !== undefined && isVerb(verb)) return readOrder(verb, operands, name, mistakes);
    const found = verb === undefined ? { problem: "missing" } : { value: verb };
    mistakes.add("command", found, `one of ${verbNames}; --help says more`);
    return null;
  },
};

function readOrder(
  verb: Verb,
  operands: readonly string[],
  name: string | undefined,
  mistakes: Mistakes,
): Order | null {
  const [id, ...rest] = verb === "list" ? [undefined, ...operands] : operands;
  for (const argument of rest) mistakes.add("argument", { value: argument }, `nothing more: ${usageOf(verb)}`);
  if (verb === "list") return { verb };
  const found = id === undefined ? { problem: "missing" } : { value: id };
  if (!Check(idSchema, id)) mistakes.add("id", found, allowedBy(idSchema));
  if (verb === "remove") return id === undefined ? null : { verb, id };
  if (!Check(nameSchema, name)) {
    mistakes.add("--name", name === undefined ? { problem: "missing" } : { value: name }, allowedBy(nameSchema));
  }
  return id === undefined || name === undefined ? null : { verb, id, name };
}

const allowedBy = <Schema extends TSchema>({ title }: Schema & { readonly title?: string }): string =>
  title ?? "another";

const usageOf = (verb: Verb): string => `${verb} ${verbs[verb].takes}`.trim();

function createCommand(verb: Verb | null): Command {
  const command = new Command(programOf("provider"))
    .description(verb === null ? describeAll() : verbs[verb].about)
    .usage(verb === null ? `<${Object.keys(verbs).join("|")}> [flags]` : `${usageOf(verb)} [flags]`);
  if (verb === null || verbs[verb].takes.includes("--name")) {
    command.option("--name <name>", "the provider's name, 1 to 100 characters");
  }
  return command
    .option("--data <folder>", "the data folder of the service (default: ./data)")
    .option("--store <url>", "the PostgreSQL of the service, instead of a data folder")
    .option("--config <file>", "the config file, which can name the data folder or the PostgreSQL");
}

const describeAll = (): string =>
  [
    "Manages the bot providers of an installation, whether its service runs or not.",
    "Variables can replace flags: PARLEY_CONFIG, PARLEY_DATA, PARLEY_STORE. Exit status: 0 for success, 1 for a failure, 2 for a mistake in the command.",
    "",
    ...Object.entries(verbs).map(([verb, { takes, about }]) => `  ${`${verb} ${takes}`.padEnd(28)}${about}`),
  ].join("\n");
