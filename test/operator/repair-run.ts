import { ServiceProcess } from "../system/harness/service/process.ts";
import { programOf } from "../system/harness/service/program.ts";

export interface KilledRepair {
  /** What it said that it had done. */
  readonly done: readonly string[];
  /** Whether the kill came before its end. */
  readonly wasKilled: boolean;
}

/** A real `doctor --repair` that is killed once it has told so much of its repairs: of each what is to be done, and then that it is done. */
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

/** What a run of the doctor says that it has done, each repair by its line. */
export const doneIn = (stdout: string): readonly string[] =>
  stdout.split("\n").filter((line) => line.startsWith("repaired"));
