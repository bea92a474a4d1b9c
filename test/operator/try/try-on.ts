import { runTry } from "../../../src/operator/try/try.ts";

export interface Tried {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** The rules that failed, each once. */
  readonly broken: readonly string[];
}

/** Runs `parley try` in this process. `onErr` gets each text for the person who runs it. */
export async function tryOn(
  argv: readonly string[],
  {
    onErr = () => undefined,
    signal = new AbortController().signal,
  }: {
    readonly onErr?: (text: string) => void;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Tried> {
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
  const status = await runTry({ argv, streams, signal });
  const broken = / failed \((.*?)\)/.exec(out)?.[1]?.split(", ") ?? [];
  return { status, out, err, broken };
}

/** A bot posts within some milliseconds on this machine. */
export const fast = ["--listen", "127.0.0.1:0", "--wait", "0.5"] as const;
