import { readFileSync } from "node:fs";

/** Returns this thread's processor time in nanoseconds. The time of other processes does not count. */
export const threadNs = (): number => Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]);

let longestTurnNs = 0;
let watchedNs = threadNs();
/** Watches every turn of the event loop. */
export function watchLoop(): void {
  const nowNs = threadNs();
  longestTurnNs = Math.max(longestTurnNs, nowNs - watchedNs);
  watchedNs = nowNs;
  setImmediate(watchLoop).unref();
}
/** Returns the longest time that the loop was blocked since the last call, in milliseconds. */
export function takeStoppedMs(): string {
  const stopped = (longestTurnNs / 1e6).toFixed(1);
  longestTurnNs = 0;
  return stopped;
}
