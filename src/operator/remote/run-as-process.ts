import { readEnvironment } from "../../config/env.ts";
import { systemClock } from "../../core/clock.ts";
import { leaveWith } from "../leave-with.ts";
import type { RemoteCommand } from "./remote-command.ts";
import { runRemote } from "./remote-command.ts";

/** Runs a command as the process. Results go to standard output, everything else to standard error. */
export function runAsProcess<Flags extends object>(name: string, command: RemoteCommand<Flags>): void {
  // Other users of the machine can read command lines, and this one can have a key.
  process.title = `parley ${name}`;
  const stop = new AbortController();
  // A second Ctrl-C ends the process at once.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  runRemote(command, process.argv.slice(2), readEnvironment(), {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    signal: stop.signal,
    clock: systemClock,
  })
    .then((status) => {
      process.exitCode = status;
    })
    .catch((error: unknown) => leaveWith(error, 1));
}
