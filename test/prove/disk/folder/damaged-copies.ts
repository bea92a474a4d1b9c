import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { runnable } from "../../../project/compiled-scripts.ts";
import type { ImageLine, ImageResult } from "./image-results.ts";

const { flags, file } = runnable("test/prove/disk/folder/read-images.ts");
const toldEvery = 100;

export interface CopiesOptions {
  readonly count: number;
  readonly seed: number;
  readonly progress: (line: string) => void;
}

/**
 * Damages copies of the folder of a killed store. Each copy is read as a start reads it, and by the doctor. If a copy ends the process that
 * reads it, this is a result, too.
 */
export async function readDamagedCopies(
  t: Ending,
  { count, seed, progress }: CopiesOptions,
): Promise<readonly ImageResult[]> {
  // In a memory file system if there is one, because hundreds of stores are opened.
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "parley-copies-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const results: ImageResult[] = [];
  while (results.length < count) {
    const words = [...flags, file, folder, String(seed), String(results.length + 1), String(count)];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
    t.teardown(() => child.kill("SIGKILL"));
    const errors: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
    let begun: Pick<ImageResult, "number" | "how" | "path"> | null = null;
    createInterface({ input: child.stdout }).on("line", (text) => {
      const line: ImageLine = JSON.parse(text);
      if ("begins" in line) begun = line.begins;
      else {
        results.push(line.result);
        begun = null;
        if (results.length % toldEvery === 0) progress(`${results.length} of ${count} damaged copies`);
      }
    });
    const [code, signal] = await once(child, "close");
    if (code === 0) continue;
    const detail = `${signal ?? `status ${code}`}: ${errors.join("").trim().split("\n").at(-1) ?? ""}`;
    if (begun === null) throw new Error(`The process that reads damaged copies ended before it began: ${detail}`);
    results.push({ ...(begun as ImageResult), kind: "ended", detail, isChanged: true, doctorFound: 0 });
  }
  return results;
}
