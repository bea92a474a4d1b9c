import { readEnvironment } from "../../../src/config/env.ts";
import { runCommand } from "../../../src/operator/command.ts";
import { tryOut } from "../../../src/operator/try/try.ts";
import type { Clock } from "../../../src/ports/clock.ts";

export interface Tried {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** The rules that failed, each once. */
  readonly broken: readonly string[];
}

interface TryOptions {
  readonly clock: Clock;
  /** Gets each line for the person who runs the command. */
  readonly onErr?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Runs `parley try` in this process. */
export async function tryOn(argv: readonly string[], options: TryOptions): Promise<Tried> {
  const { clock, onErr = () => undefined, signal = new AbortController().signal } = options;
  let [out, err] = ["", ""];
  const terminal = {
    ...{ signal, clock },
    out: (line: string): void => {
      out += `${line}\n`;
    },
    err: (line: string): void => {
      err += `${line}\n`;
      onErr(line);
    },
  };
  const status = await runCommand(tryOut, argv, readEnvironment({}), terminal);
  const broken = / failed \((.*?)\)/.exec(out)?.[1]?.split(", ") ?? [];
  return { status, out, err, broken };
}

/** On a free port. */
export const listens = ["--listen", "127.0.0.1:0"] as const;
