import type { Ran } from "./fresh-machine.ts";

/** Prints the commands and the output that an operator sees, and collects the failed checks. */
export class Transcript {
  readonly #write: (text: string) => void;
  readonly #wrong: string[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  get wrong(): readonly string[] {
    return this.#wrong;
  }

  title(text: string): void {
    this.#write(`\n# ${text}\n`);
  }

  command(line: string): void {
    this.#write(`$ ${line}\n`);
  }

  output(text: string): void {
    const trimmed = text.trimEnd();
    if (trimmed !== "") this.#write(`${trimmed}\n`);
  }

  /** Prints a command and its output. Checks that the command ended with the expected status. */
  ran(line: string, { code, output }: Ran, expected = 0): void {
    this.command(line);
    this.output(output);
    if (code !== expected) this.check(`${line} ends with ${expected}`, false, `it ended with ${code}`);
  }

  /** Prints a check and its result. */
  check(fact: string, isSo: boolean, seen: string): void {
    this.#write(isSo ? `   ok: ${fact}\n` : `   WRONG: ${fact}; ${seen}\n`);
    if (!isSo) this.#wrong.push(fact);
  }
}
