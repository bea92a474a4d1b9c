import { readEnvironment } from "../../src/config/env.ts";
import { runDoctor as run } from "../../src/operator/doctor.ts";
import type { Told } from "../system/harness/service/operator-commands.ts";

/** Runs the doctor in this process, without variables. */
export async function runDoctor(...argv: readonly string[]): Promise<Told> {
  let [stdout, stderr] = ["", ""];
  const streams = {
    out: (text: string): void => {
      stdout += text;
    },
    err: (text: string): void => {
      stderr += text;
    },
  };
  const code = await run({ argv, environment: readEnvironment({}), streams });
  return { code, stdout, stderr };
}
