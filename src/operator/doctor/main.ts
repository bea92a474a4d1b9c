import { readEnvironment } from "../../config/env.ts";
import { runDoctor } from "../doctor.ts";
import { mistakeStatus } from "./report.ts";

/** `npm run doctor`. Findings go to standard output, progress and failures to standard error. */
const status = await runDoctor({
  argv: process.argv.slice(2),
  environment: readEnvironment(),
  streams: { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) },
});
// After a failure a connection may still be open.
if (status === mistakeStatus) process.exit(status);
process.exitCode = status;
