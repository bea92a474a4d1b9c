import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";

/** The service in a process of its own. */
export interface WatchedService {
  isRunning(): boolean;
  /** Starts the process. One that runs ends gracefully first: both need the same port and data. */
  restart(): Promise<void>;
  /** Tells the service, if it runs, that its pages were built again. */
  renewPages(): void;
  /** Ends the process gracefully. Afterwards nothing starts it again. */
  stop(): Promise<void>;
}

/** `ended` gets the exit status, or the signal, of a process that ended by itself. */
export function watchService(
  file: string,
  words: readonly string[],
  ended: (status: number | NodeJS.Signals | null) => void,
): WatchedService {
  let running: ChildProcess | null = null;
  let ending: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  process.once("exit", () => running?.kill());
  const end = async (): Promise<void> => {
    if (running !== null) {
      ending = once(running, "exit");
      running.kill();
      running = null;
    }
    await ending;
  };
  return {
    isRunning: () => running !== null,
    async restart() {
      await end();
      if (isStopped) return;
      // Node.js gets the same flags as for this process.
      const started = fork(file, words);
      running = started;
      started.once("exit", (status, signal) => {
        if (running !== started) return;
        running = null;
        ended(status ?? signal);
      });
    },
    // A process that ends meanwhile needs no pages.
    renewPages: () => void running?.send("pages", () => undefined),
    async stop() {
      isStopped = true;
      await end();
    },
  };
}
