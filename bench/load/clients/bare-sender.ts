import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runnable } from "../../../test/project/compiled-scripts.ts";
import type { Figures } from "../../scenarios/scenario.types.ts";
import type { ServerProcess } from "../service/server-process.ts";

/** Posts the bodies of a file, a JSON array of texts, to a peer over one undici Pool in a separate process, as fast as possible. */
export async function sendBare(to: Promise<ServerProcess>, seconds: number, bodiesFile: string): Promise<Figures> {
  const peer = await to;
  const { flags, file } = runnable("bench/load/clients/undici-sender.ts");
  const args = [...flags, file, `${peer.url}/hook`, String(seconds), bodiesFile];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  await peer.end("SIGKILL");
  return JSON.parse(stdout) as Figures;
}
