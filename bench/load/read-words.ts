import type { OutputConfiguration } from "commander";
import { CommanderError } from "commander";

/** What a command line asks for besides the work of its program. */
export type HelpOrMistake =
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "mistake"; readonly line: string };

/** Reads a command line. The help, and a mistake in one line, are values: `read` gives its program this output, which prints nothing. */
export function readWords<Asked>(read: (output: OutputConfiguration) => Asked): Asked | HelpOrMistake {
  const text: string[] = [];
  try {
    return read({
      writeOut: (out) => void text.push(out),
      writeErr: () => undefined,
      outputError: () => undefined,
    });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "help", text: text.join("").trimEnd() };
    return { kind: "mistake", line: error.message.replace(/^error: /, "").replaceAll("\n", " ") };
  }
}
