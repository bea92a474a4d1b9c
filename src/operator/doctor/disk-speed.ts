import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createFile } from "../../core/files/whole-file.ts";
import type { Tell } from "./report.ts";

const appends = 200;
const appendBytes = 512;
/** Above this time, people notice the disk while they write. */
const slowMs = 25;

/** All runs use one name, so that the next run removes the file of a killed one. */
const probeName = ".doctor-probe";

/** Measures how long a small append takes until it is on the disk. It uses a temporary file. */
export async function checkDiskSpeed(folder: string, tell: Tell): Promise<void> {
  const times = await timesOf(join(folder, probeName)).catch((error: unknown) => {
    const code = String(Object(error).code ?? error);
    const next = "check its free space, its owner and its mount options";
    tell("warning", `${folder} cannot be written, so its speed was not measured: ${next} (${code})`);
    return null;
  });
  if (times !== null) tellTimes(folder, times, tell);
}

/** Times in milliseconds, the shortest first. */
async function timesOf(path: string): Promise<readonly number[]> {
  const times: number[] = [];
  const file = await createFile(path);
  try {
    const bytes = Buffer.alloc(appendBytes, "x");
    for (let count = 0; count < appends; count += 1) {
      const begin = process.hrtime.bigint();
      await file.write(bytes);
      await file.datasync();
      times.push(Number(process.hrtime.bigint() - begin) / 1e6);
    }
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
  return times.sort((left, right) => left - right);
}

function tellTimes(folder: string, times: readonly number[], tell: Tell): void {
  const [p50, p99] = [at(times, 0.5), at(times, 0.99)];
  const perSecond = Math.round(1_000 / p50);
  const text = `a synced write in ${folder} takes ${p50.toFixed(2)} ms, the slowest in a hundred ${p99.toFixed(2)} ms`;
  const expected = `expect about ${perSecond} messages a second one after the other, and more in parallel, because messages that wait together share a write`;
  tell(p99 > slowMs ? "warning" : "ok", `${text}: ${expected}`);
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
