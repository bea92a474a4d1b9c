import { readFileSync } from "node:fs";

/** Nanoseconds this thread has computed: what other processes take of the machine does not count. */
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
/** For how long the loop was stopped at most since the last call, in milliseconds. */
export function takeStoppedMs(): string {
  const stopped = (longestTurnNs / 1e6).toFixed(1);
  longestTurnNs = 0;
  return stopped;
}
