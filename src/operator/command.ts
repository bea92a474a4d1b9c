import type { Command } from "commander";
import { ImageError } from "../backup/image/image.types.ts";
import type { Environment } from "../config/env.ts";
import { readEnvironment } from "../config/env.ts";
import { addCommonFlags, readOperands, requestedText } from "../config/flags.ts";
import type { Mistakes } from "../config/mistakes.ts";
import { createMistakes } from "../config/mistakes.ts";
import { systemClock } from "../core/clock.ts";
import type { Result } from "../core/result.ts";
import { defectText } from "../core/telemetry/mapped-stack.ts";
import type { Clock } from "../ports/clock.ts";
import { FileStoreError } from "../ports/file-store.ts";
import { StoreError } from "../ports/store-errors.ts";

/** Where a command writes, a line at a time, and what ends it. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Aborted by Ctrl-C, for a command that is stopped so. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

interface Surroundings {
  readonly environment: Environment;
  readonly mistakes: Mistakes;
}

/** The words of a command line, which ask for an `Order`. */
export interface CommandWords<Flags extends object, Order> {
  /** The flags and the help. They can depend on a word of the command line, which may follow the flags. */
  create(argv: readonly string[]): Command;
  /** Returns what is asked for, or `null` with an entry in `mistakes` for each mistake. */
  read(operands: readonly string[], flags: Flags, surroundings: Surroundings): Order | null;
}

/** A command of the operator or of an integrator. It resolves with its exit status, or with its only failure. */
export type OperatorCommand<Flags extends object> = CommandWords<
  Flags,
  (terminal: Terminal) => Promise<Result<void> | number>
>;

const failedStatus = 1;
export const mistakeStatus = 2;

/** Returns what a command line asks for; a text when only this text is asked for, the help or the version; or `null` as `read` does. */
export function readWords<Flags extends object, Order>(
  { create, read }: CommandWords<Flags, Order>,
  argv: readonly string[],
  surroundings: Surroundings,
): Order | string | null {
  const command = addCommonFlags(create(argv));
  const text = requestedText(argv, command);
  if (text !== null) return text;
  const { mistakes } = surroundings;
  const operands = readOperands(command, argv, mistakes);
  // Words after a wrong flag can stand anywhere, so they would be named as mistakes, too.
  const order = mistakes.lines.length > 0 ? null : read(operands, command.opts<Flags>(), surroundings);
  return mistakes.lines.length > 0 ? null : order;
}

/** Carries out one command. Returns the exit status. */
export async function runCommand<Flags extends object>(
  command: OperatorCommand<Flags>,
  argv: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  const mistakes = createMistakes();
  const carryOut = readWords(command, argv, { environment, mistakes });
  if (carryOut === null) {
    for (const line of mistakes.lines) terminal.err(line);
    return mistakeStatus;
  }
  if (typeof carryOut === "string") {
    terminal.out(withoutEnd(carryOut));
    return 0;
  }
  const done = await carryOut(terminal);
  if (typeof done === "number") return done;
  if (done.ok) return 0;
  terminal.err(plain(done.failure.message));
  return failedStatus;
}

/** A text without the end of its last line, which `out` and `err` of a terminal add. */
export const withoutEnd = (text: string): string => text.replace(/\n$/, "");

/** Replaces characters that a terminal would obey. */
export const plain = (text: string): string => text.replace(/\p{Cc}/gu, "\uFFFD");

const othersBits = 0o077;

/** For a command that writes what the service stores: other users cannot read new files of this process. */
export const keepFilesPrivate = (): void => void process.umask(othersBits);

/** Runs a command as the process. Results go to standard output, everything else to standard error. */
export function runAsProcess<Flags extends object>(
  name: string,
  command: OperatorCommand<Flags>,
  signal: AbortSignal = new AbortController().signal,
): void {
  const argv = process.argv.slice(2);
  // Other users of the machine can read command lines, and this one can have a key or the password of a database.
  process.title = `parley ${name}`;
  const terminal = { out: lineTo(process.stdout), err: lineTo(process.stderr), signal, clock: systemClock };
  runCommand(command, argv, readEnvironment(), terminal)
    .then((status) => {
      // After a failure to read, a connection can still be open.
      if (status === mistakeStatus) process.exit(status);
      process.exitCode = status;
    })
    .catch((error: unknown) => leaveWith(error, failedStatus));
}

const lineTo =
  (stream: NodeJS.WriteStream) =>
  (line: string): void =>
    void stream.write(`${line}\n`);

/** For a command that ends its work at Ctrl-C. A second Ctrl-C ends the process at once. */
export function stoppedByHand(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** Ends a command with its failure: a sentence when the operator can fix it, the stack for a defect. */
function leaveWith(error: unknown, status: number): void {
  const isKnown =
    error instanceof StoreError ||
    error instanceof FileStoreError ||
    error instanceof ImageError ||
    Object(error).code !== undefined;
  const text = isKnown ? String(Object(error).message ?? error) : defectText(error);
  process.stderr.write(`${text}\n`);
  process.exit(status);
}
