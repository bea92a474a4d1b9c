import { ServiceProcess } from "../../system/harness/service/process.ts";
import { programOf } from "../../system/harness/service/program.ts";

export interface KilledRepair {
  /** The repairs that the command reported as done. */
  readonly done: readonly string[];
  /** Whether the kill came before the end of the command. */
  readonly wasKilled: boolean;
}

/**
 * Runs a real `doctor --repair` and kills it after it has printed `told` lines about repairs. Each repair prints a line before and
 * a line after it.
 */
export async function killRepair(place: readonly string[], told: number): Promise<KilledRepair> {
  const run = new ServiceProcess([...place, "--repair"], { program: programOf("doctor") });
  const isThere = (): true | undefined =>
    run.end !== null || run.stdout.split("\n").filter((line) => /: (to be )?done$/.test(line)).length >= told
      ? true
      : undefined;
  await run.facts.until(`${told} lines of repairs`, isThere, () => run.stdout + run.stderr);
  const { signal } = await run.kill();
  return { done: doneIn(run.stdout), wasKilled: signal === "SIGKILL" };
}

/** The lines of the repairs that a run of the doctor reported as done. */
export const doneIn = (stdout: string): readonly string[] =>
  stdout.split("\n").filter((line) => line.startsWith("repaired"));
