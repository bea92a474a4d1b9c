import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

export interface Told {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string>>;

export const runProvider = (argv: readonly string[], variables: Variables = {}): Promise<Told> =>
  runBuilt("dist/provider.js", argv, variables);

export const runDoctor = (...argv: readonly string[]): Promise<Told> => runBuilt("dist/doctor.js", argv, {});

export const runBackup = (...argv: readonly string[]): Promise<Told> => runBuilt("dist/backup.js", argv, {});
export const runRestore = (...argv: readonly string[]): Promise<Told> => runBuilt("dist/restore.js", argv, {});

/** One run of a built command, with these variables and no others of ours. */
function runBuilt(file: string, argv: readonly string[], variables: Variables): Promise<Told> {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...variables };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ["--enable-source-maps", file, ...argv], { cwd: root, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === "number") resolve({ code, stdout, stderr });
      else reject(error);
    });
  });
}
