import { execFileSync } from "node:child_process";
import { closeSync, fdatasyncSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { median } from "../figures/statistics.ts";

const syncsMeasured = 50;
const blockBytes = 4_096;

/** What the figures depend on besides the code. */
export function describeMachine(workFolder: string): object {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryMib: Math.round(totalmem() / 2 ** 20),
    kernel: release(),
    loadAverage: loadavg()[0],
    fdatasyncMs: measureSyncMs(workFolder),
  };
}

export function describeVersions(): object {
  const { dependencies } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return { commit: readCommit(), benchNode: process.versions.node, ...dependencies };
}

/** `null` outside a checkout. */
function readCommit(): string | null {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return null;
  }
}

/** How long this disk takes to promise a block: the floor under every durable answer. */
function measureSyncMs(folder: string): number {
  const path = join(folder, "sync-probe");
  const file = openSync(path, "w");
  const block = Buffer.alloc(blockBytes, 1);
  const timesMs = Array.from({ length: syncsMeasured }, () => {
    const startedAtMs = performance.now();
    writeSync(file, block);
    fdatasyncSync(file);
    return performance.now() - startedAtMs;
  });
  closeSync(file);
  unlinkSync(path);
  return median(timesMs);
}
