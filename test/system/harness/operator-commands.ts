import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

export interface Told {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string>>;

export const runProvider = (argv: readonly string[], variables: Variables = {}): Promise<Told> =>
  runBuilt("dist/provider.js", argv, variables);

export const runDoctor = (...argv: readonly string[]): Promise<Told> => runBuilt("dist/doctor.js", argv, {});

/** One run of a built command, with these variables and no others of ours. */
function runBuilt(file: string, argv: readonly string[], variables: Variables): Promise<Told> {
  const all = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...variables };
  const assignments = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  // As for the service: the test runner slips its own loader into every Node that is started; not behind this.
  const words = ["-i", ...assignments, process.execPath, "--enable-source-maps", file, ...argv];
  return new Promise((resolve, reject) => {
    execFile("env", words, { cwd: root }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === "number") resolve({ code, stdout, stderr });
      else reject(error);
    });
  });
}
