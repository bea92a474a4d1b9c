import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { runnable } from "../../../../test/project/compiled-scripts.ts";
import type {
  Closed,
  CrowdAnswer,
  CrowdCommand,
  CrowdKind,
  DeskHeard,
  ExpectedMode,
  ExpectedRun,
  OpenCommand,
  PagesHeard,
} from "./crowd.types.ts";

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

function startCrowd<Expected, Heard>(kind: CrowdKind): Crowd<Expected, Heard> {
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
