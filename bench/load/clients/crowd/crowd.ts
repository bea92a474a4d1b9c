import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { runnable } from "../../../../test/project/compiled-scripts.ts";

export interface OpenCommand {
  readonly url: string;
  readonly path: string;
  readonly count: number;
  /** Socket n sends hello n; after the last hello the list starts again. */
  readonly hellos: readonly string[];
  /** Loopback addresses of the clients. Socket n uses address n; after the last address the list starts again. */
  readonly addresses: readonly string[];
}

/** The messages that desks receive from now on. */
export interface ExpectedRun {
  readonly run: number;
  /** A time of the monotonic clock. */
  readonly startUs: number;
  readonly perSecond: number;
  readonly senders: number;
}

/** The mode that pages receive from now on. */
export interface ExpectedMode {
  readonly mode: "online" | "offline";
  readonly startUs: number;
}

export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** What desks received since the run was expected. */
export interface DeskHeard extends Times {
  readonly frames: number;
  /** The fewest and the most messages that an open desk received; `Infinity` and 0 when none is open. */
  readonly toldMin: number;
  readonly toldMax: number;
  readonly resyncs: number;
  /** A time of the monotonic clock. */
  readonly lastAtUs: number;
  /** Gaps, duplicates, wrong order: the first sentences, and how many there were. */
  readonly mistakes: readonly string[];
  readonly mistaken: number;
}

/** What pages received since the mode was expected. */
export interface PagesHeard extends Times {
  readonly told: number;
}

/** Sockets that the server closed, and the reason of the first one. */
export interface Closed {
  readonly closed: number;
  readonly closedWhy: string;
}

export type CrowdCommand =
  | { readonly name: "open"; readonly open: OpenCommand }
  | { readonly name: "expect"; readonly expected: unknown }
  | { readonly name: "report" };

/** Commands are answered one at a time, in order. */
export type CrowdAnswer = { readonly report: unknown } | { readonly problem: string };

/** Many sockets in a separate process. */
export interface Crowd<Expected, Heard> {
  /** Must be called only once. Resolves when each socket has sent its hello and received `ready`. */
  open(command: OpenCommand): Promise<void>;
  /** Discards everything that was received before. */
  expect(expected: Expected): Promise<void>;
  report(): Promise<Heard & Closed>;
  /** Disconnects every socket. Resolves when the process has ended. */
  end(): Promise<void>;
}

export const startDesks = (): Crowd<ExpectedRun, DeskHeard> => startCrowd("desks");
export const startPages = (): Crowd<ExpectedMode, PagesHeard> => startCrowd("pages");

/** The kind of clients that the sockets imitate. */
function startCrowd<Expected, Heard>(kind: "desks" | "pages"): Crowd<Expected, Heard> {
  const { flags, file } = runnable("bench/load/clients/crowd/crowd-process.ts");
  const child = fork(file, [kind], {
    execArgv: [...flags],
    env: { ...process.env, NODE_OPTIONS: "", NODE_V8_COVERAGE: "" },
    // JSON would turn NaN into null.
    serialization: "advanced",
  });
  const stop = (): void => void child.kill("SIGKILL");
  process.once("exit", stop);
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  void gone.then(() => process.off("exit", stop));
  const call = (command: CrowdCommand): Promise<unknown> => ask(child, command);
  return {
    async open(open) {
      await call({ name: "open", open });
    },
    async expect(expected) {
      await call({ name: "expect", expected });
    },
    report: async () => (await call({ name: "report" })) as Heard & Closed,
    end() {
      stop();
      return gone;
    },
  };
}

/** Sends one command at a time. */
function ask(child: ChildProcess, command: CrowdCommand): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`The crowd of sockets ended with ${code}`));
    child.once("close", ended);
    child.once("message", (answer: CrowdAnswer) => {
      child.off("close", ended);
      if ("problem" in answer) reject(new Error(answer.problem));
      else resolve(answer.report);
    });
    child.send(command);
  });
}
