import { spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { temporaryFolder } from "../../../harness/temporary-folder.ts";
import { pathOf } from "../../../project/debian-programs.ts";
import { findPort } from "../../../system/harness/service/installation.ts";
import { nowMs } from "../../../system/harness/time.ts";
import type { ProxyPlace } from "./shipped.ts";
import { preparePlace } from "./shipped.ts";

/** Only a failing test waits this long. */
const patienceMs = 20_000;
const betweenLooksMs = 50;

/** A folder and a port for a proxy in front of the service. The user of the proxy's workers has access to the folder. */
export async function openPlace(t: Ending, servicePort: number): Promise<ProxyPlace> {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o755);
  await preparePlace(folder);
  return { folder, port: await findPort(), servicePort };
}

/** Runs the command until the test ends. Resolves when `isServing` is true. Rejects with the complete output if the command ends before. */
export async function startProxy(
  t: Ending,
  folder: string,
  [program = "", ...words]: readonly string[],
  isServing: () => Promise<boolean>,
): Promise<void> {
  const env = { PATH: process.env["PATH"], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(pathOf(program) ?? program, words, { stdio: ["ignore", "pipe", "pipe"], env });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const ended = new Promise<void>((resolve, reject) => child.once("close", () => resolve()).once("error", reject));
  t.teardown(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  for (const untilMs = nowMs() + patienceMs; !(await isServing().catch(() => false)); await pause(betweenLooksMs))
    if (child.exitCode !== null || nowMs() > untilMs) throw new Error(`Expected ${program} to serve, got: ${said}`);
}
