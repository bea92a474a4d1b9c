import { systemClock } from "../../core/clock.ts";
import { leaveWith } from "../leave-with.ts";
import { runTry } from "./try.ts";

// Other users of the machine can read command lines, and this one can have a secret.
process.title = "parley try";

const stop = new AbortController();
// A second Ctrl-C ends the process at once.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

/** `npm run try`. Findings go to standard output, everything else to standard error. */
runTry({
  argv: process.argv.slice(2),
  streams: { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) },
  signal: stop.signal,
  clock: systemClock,
})
  .then((status) => {
    process.exitCode = status;
  })
  .catch((error: unknown) => leaveWith(error, 1));
