/** The cost of the turns of the event loop while they were watched. */
export interface WatchedTurns {
  readonly turns: number;
  /** Processor time, so the time of other processes does not count. */
  readonly longestMs: number;
}

/** Watches from the next turn on, until the returned function is called. */
export function watchTurns(): () => WatchedTurns {
  let isOver = false;
  let turns = 0;
  let longestMs = 0;
  const watch = (before: NodeJS.CpuUsage): void => {
    const { user, system } = process.cpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    turns += 1;
    if (!isOver) setImmediate(watch, process.cpuUsage());
  };
  setImmediate(watch, process.cpuUsage());
  return () => {
    isOver = true;
    return { turns, longestMs };
  };
}
