import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import { temporaryFolder } from "../harness/temporary-folder.ts";

/** Fails unless the document satisfies the strict rules of `.redocly.yaml` and the schema of its format. */
export async function assertKeepsFormat(t: Test, name: string, document: unknown): Promise<void> {
  const folder = temporaryFolder(t);
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(document));
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  const words = ["node_modules/@redocly/cli/bin/cli.js", "lint", "--config", ".redocly.yaml", "--format=stylish", file];
  const { code, output } = await new Promise<{ code: number | string; output: string }>((resolve) => {
    execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
  t.equal(code, 0, output);
  t.match(output, /Your API description is valid/);
}
