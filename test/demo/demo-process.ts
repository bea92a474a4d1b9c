import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Test } from "tap";
import type { DemoEvent } from "../../src/demo/demo-event.ts";
import { runnable } from "../project/compiled-scripts.ts";

export interface DemoProcess {
  readonly events: readonly DemoEvent[];
  /** The transcript for people. */
  transcript(): string;
  /** Resolves with the exit status. */
  readonly ended: Promise<number | null>;
  /**
   * Resolves with the first event of this kind that fits, received already or in the future. Rejects if the demo ends without such
   * an event.
   */
  until<Kind extends DemoEvent["event"]>(
    kind: Kind,
    fits?: (event: DemoEvent & { event: Kind }) => boolean,
  ): Promise<DemoEvent & { event: Kind }>;
  stop(): void;
}

/** Runs `npm run demo -- --json …`, but without npm. */
export function startDemo(t: Test, ...flags: readonly string[]): DemoProcess {
  const { flags: ofNode, file } = runnable("src/demo/run.ts");
  const child = spawn(process.execPath, [...ofNode, file, "--json", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const events: DemoEvent[] = [];
  let transcript = "";
  const waiters = new Set<() => void>();
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (status) => {
      hasEnded = true;
      for (const wake of waiters) wake();
      resolve(status);
    });
  });
  t.teardown(async () => {
    if (hasEnded) return;
    child.kill("SIGTERM");
    await ended;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    transcript += text;
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    events.push(JSON.parse(line));
    for (const wake of waiters) wake();
  });

  const until: DemoProcess["until"] = (kind, fits = () => true) =>
    new Promise((resolve, reject) => {
      const isWanted = (event: DemoEvent): event is DemoEvent & { event: typeof kind } =>
        event.event === kind && fits(event as DemoEvent & { event: typeof kind });
      const look = (): void => {
        const found = events.find(isWanted);
        if (found !== undefined) resolve(found);
        else if (hasEnded) reject(new Error(`The demo ended without ${kind}: ${transcript}`));
        else return;
        waiters.delete(look);
      };
      waiters.add(look);
      look();
    });
  return { events, transcript: () => transcript, ended, until, stop: () => void child.kill("SIGINT") };
}
