import type { Command } from "commander";
import { Check } from "typebox/value";
import { plainSecret } from "../../codec/schema/secret-schema.ts";
import { webhooksFields } from "../../codec/settings/channel-schema.ts";
import type { Environment } from "../../config/env.ts";
import { readOperands, requestedText } from "../../config/flags.ts";
import type { Mistakes } from "../../config/mistakes.ts";
import { createMistakes } from "../../config/mistakes.ts";
import type { Result } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";

/** Where a command writes, a line at a time, and what ends it. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

interface Surroundings {
  readonly environment: Environment;
  readonly mistakes: Mistakes;
}

/** A command that talks to a running service, or sends what a service would send. */
export interface RemoteCommand<Flags extends object> {
  /** The flags and the help. */
  create(): Command;
  /** Returns what is to be done, or `null` with an entry in `mistakes` for each mistake. */
  read(
    operands: readonly string[],
    flags: Flags,
    surroundings: Surroundings,
  ): ((terminal: Terminal) => Promise<Result<void>>) | null;
}

const failedStatus = 1;
const mistakeStatus = 2;

export const statuses =
  "Exit status: 0 for success and after Ctrl-C, 1 for a failure, 2 for a mistake in the command. The key is never printed.";

/** Carries out one command. Returns the exit status. */
export async function runRemote<Flags extends object>(
  { create, read }: RemoteCommand<Flags>,
  argv: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  const command = create();
  const text = requestedText(argv, command);
  if (text !== null) {
    terminal.out(text.replace(/\n$/, ""));
    return 0;
  }
  const mistakes = createMistakes();
  const operands = readOperands(command, argv, mistakes);
  const carryOut = mistakes.lines.length > 0 ? null : read(operands, command.opts<Flags>(), { environment, mistakes });
  if (carryOut === null || mistakes.lines.length > 0) {
    for (const line of mistakes.lines) terminal.err(line);
    return mistakeStatus;
  }
  const done = await carryOut(terminal);
  if (done.ok) return 0;
  terminal.err(plain(done.failure.message));
  return failedStatus;
}

/** Replaces characters that a terminal would obey. */
export const plain = (text: string): string => text.replace(/\p{Cc}/gu, "\uFFFD");

const { signingSecret: secretSchema } = webhooksFields(plainSecret);
export const isSigningSecret = (text: string): boolean => Check(secretSchema, text);
