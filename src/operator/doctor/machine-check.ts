import { readFile } from "node:fs/promises";
import { getHeapStatistics } from "node:v8";
import type { Limits } from "../../config/limits.ts";
import { systemClock } from "../../core/clock.ts";
import type { Tell } from "./report.ts";

/** Descriptors for the journal, the rows, the index, the workers and the log. */
const ownDescriptors = 256;
const skewMs = 1_000;
const aheadMs = 60_000;
const [yearMin, yearMax] = [2024, 2100];
const mebibyte = 1024 ** 2;

/** The limits of this process. A service that the same user starts in the same way has the same limits. */
export async function checkLimits(limits: Limits, endpoints: number, tell: Tell): Promise<void> {
  const text = await textOf("/proc/self/limits");
  const found = /^Max open files\s+(\d+|unlimited)/m.exec(text ?? "")?.[1];
  const { fileTransfersMax, addressSocketsMax, endpointConnectionsMax } = limits;
  if (found === undefined) tell("note", "The limit of file descriptors cannot be read on this system");
  else {
    const allowed = found === "unlimited" ? Number.POSITIVE_INFINITY : Number(found);
    const wanted = 2 * fileTransfersMax + addressSocketsMax + endpoints * endpointConnectionsMax + ownDescriptors;
    const line = `${found} file descriptors are allowed (RLIMIT_NOFILE); files, one address's sockets and ${endpoints} endpoints may need ${wanted}`;
    if (allowed < wanted) tell("warning", `${line}: raise the limit (ulimit -n, LimitNOFILE)`);
    else tell("ok", line);
  }
  const memory = (await textOf("/sys/fs/cgroup/memory.max"))?.trim();
  if (memory === undefined || !/^\d+$/.test(memory)) return;
  const heap = getHeapStatistics().heap_size_limit;
  const line = `The container may use ${Math.round(Number(memory) / mebibyte)} MiB, and the heap alone can need up to ${Math.round(heap / mebibyte)} MiB`;
  if (Number(memory) < heap)
    tell("warning", `${line}: set NODE_OPTIONS=--max-old-space-size below the memory of the container`);
  else tell("ok", line);
}

/** `newestMs` is the time of the newest stored event, 0 when it is not known. */
export function checkClock(newestMs: number, databaseAheadMs: number | null, tell: Tell): void {
  const nowMs = systemClock.nowMs();
  const now = new Date(nowMs);
  const shown = now.toISOString();
  const year = now.getUTCFullYear();
  if (year < yearMin || year > yearMax) tell("warning", `The clock says ${shown}, which cannot be right`);
  else if (newestMs > nowMs + aheadMs) {
    const newest = new Date(newestMs).toISOString();
    tell("warning", `The clock says ${shown}, but the newest stored entry is of ${newest}: the clock is slow`);
  } else tell("ok", `The clock says ${shown}, and no stored entry is newer`);
  tell("note", "This command cannot check whether NTP sets the clock: use timedatectl or chronyc tracking");
  if (databaseAheadMs === null) return;
  const text = `The database's clock is ${Math.abs(databaseAheadMs)} ms ${databaseAheadMs < 0 ? "behind" : "ahead of"} this machine's`;
  tell(Math.abs(databaseAheadMs) > skewMs ? "warning" : "ok", text);
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return undefined;
  }
}
