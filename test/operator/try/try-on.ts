import { runTry } from "../../../src/operator/try/try.ts";
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
  /** Gets each text for the person who runs the command. */
  readonly onErr?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Runs `parley try` in this process. */
export async function tryOn(argv: readonly string[], options: TryOptions): Promise<Tried> {
  const { clock, onErr = () => undefined, signal = new AbortController().signal } = options;
  let [out, err] = ["", ""];
  const streams = {
    out: (text: string): void => {
      out += text;
    },
    err: (text: string): void => {
      err += text;
      onErr(text);
    },
  };
  const status = await runTry({ argv, streams, signal, clock });
  const broken = / failed \((.*?)\)/.exec(out)?.[1]?.split(", ") ?? [];
  return { status, out, err, broken };
}

/** On a free port. */
export const listens = ["--listen", "127.0.0.1:0"] as const;
