import { helpText } from "../../../config/flags.ts";
import { createMistakes } from "../../../config/mistakes.ts";
import { commands, serviceBundle } from "../commands.ts";

/** The action that the command line requests. */
export type Choice =
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" }
  | { readonly kind: "mistakes"; readonly lines: readonly string[] }
  /** `words` is the rest of the command line, which the bundle reads. */
  | { readonly kind: "run"; readonly bundle: string; readonly words: readonly string[] };

/** Without a command the binary serves, and takes the flags of `npm start`. */
export function readChoice(argv: readonly string[]): Choice {
  const [first = "", ...rest] = argv;
  const command = commands.find(({ name }) => name === first);
  if (command !== undefined) return { kind: "run", bundle: command.bundle, words: rest };
  if (first !== "" && !first.startsWith("-")) {
    const mistakes = createMistakes();
    const names = commands.map(({ name }) => name).join(", ");
    mistakes.add("command", { value: first }, `one of ${names}, or none to serve; --help says more`);
    return { kind: "mistakes", lines: mistakes.lines };
  }
  if (argv.includes("--help")) return { kind: "help", text: helpOfAll() };
  if (argv.includes("--version")) return { kind: "version" };
  return { kind: "run", bundle: serviceBundle, words: argv };
}

function helpOfAll(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return [
    helpText(),
    "Without a command, it starts the service. Each command accepts --help. Commands:",
    ...lines,
    "",
    "Without a command, --version also prints the build and its Node. The files inside are unpacked once, into PARLEY_CACHE,",
    "$XDG_CACHE_HOME/parley, ~/.cache/parley, or the folder for temporary files. Files of other builds are removed there",
    "after 7 days without use.",
    "",
  ].join("\n");
}
