import { readEnvironment } from "../../src/config/env.ts";
import { systemClock } from "../../src/core/clock.ts";
import { runCommand } from "../../src/operator/command.ts";
import { doctor } from "../../src/operator/doctor.ts";
import type { Told } from "../system/harness/service/operator-commands.ts";

/** Runs the doctor in this process, without variables. */
export async function runDoctor(...argv: readonly string[]): Promise<Told> {
  let [stdout, stderr] = ["", ""];
  const terminal = {
    out: (line: string): void => {
      stdout += `${line}\n`;
    },
    err: (line: string): void => {
      stderr += `${line}\n`;
    },
    ...{ signal: new AbortController().signal, clock: systemClock },
  };
  const code = await runCommand(doctor, argv, readEnvironment({}), terminal);
  return { code, stdout, stderr };
}
