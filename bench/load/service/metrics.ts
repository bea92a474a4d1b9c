/** Reads the service's `/metrics`, without metrics that have labels. */
export async function readMetrics(url: string): Promise<(name: string) => number> {
  const response = await fetch(`${url}/metrics`);
  const text = await response.text();
  const values = new Map<string, number>();
  for (const [, name = "", value] of text.matchAll(/^(\w+) (\S+)$/gm)) values.set(name, Number(value));
  return (name) => values.get(name) ?? Number.NaN;
}

/** The service checks its event loop at this interval, and reports this value for a loop that never blocks. */
const loopResolutionMs = 10;

export interface LoopStops {
  readonly longestMs: number;
  readonly p99Ms: number;
}

/** Returns how long the service's event loop was blocked since the last call. */
export async function readLoopStops(url: string): Promise<LoopStops> {
  const metric = await readMetrics(url);
  const stopMs = (name: string): number => Math.max(0, metric(name) * 1000 - loopResolutionMs);
  return {
    longestMs: stopMs("nodejs_eventloop_lag_max_seconds"),
    p99Ms: stopMs("nodejs_eventloop_lag_p99_seconds"),
  };
}
