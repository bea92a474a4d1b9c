import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ProgramName } from "./program.ts";
import { programOf } from "./program.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

export interface Told {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string>>;

export const runProvider = (argv: readonly string[], variables: Variables = {}): Promise<Told> =>
  runBuilt("provider", argv, variables);

export const runDoctor = (...argv: readonly string[]): Promise<Told> => runBuilt("doctor", argv, {});
export const runDoctorWith = (variables: Variables, ...argv: readonly string[]): Promise<Told> =>
  runBuilt("doctor", argv, variables);

export const runBackup = (...argv: readonly string[]): Promise<Told> => runBuilt("backup", argv, {});
export const runRestore = (...argv: readonly string[]): Promise<Told> => runBuilt("restore", argv, {});

/** Runs a built command with these variables and no others of the test. */
function runBuilt(command: ProgramName, argv: readonly string[], variables: Variables): Promise<Told> {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...variables };
  const [program, ...words] = programOf(command);
  return new Promise((resolve, reject) => {
    execFile(program, [...words, ...argv], { cwd: root, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === "number") resolve({ code, stdout, stderr });
      else reject(error);
    });
  });
}
