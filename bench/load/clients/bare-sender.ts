import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runnable } from "../../../test/project/compiled-scripts.ts";
import type { Figures } from "../../scenarios/scenario.types.ts";

/** Posts the bodies of a file, a JSON array of texts, over one undici Pool in a separate process, as fast as possible. */
export async function sendBare(url: string, seconds: number, bodiesFile: string): Promise<Figures> {
  const { flags, file } = runnable("bench/load/clients/undici-sender.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, file, url, String(seconds), bodiesFile]);
  return JSON.parse(stdout) as Figures;
}
