import { readdirSync, readFileSync } from "node:fs";

/** The kinds of work of threads. */
export const threadGroups = ["main", "v8", "pool", "others"] as const;
export type ThreadGroup = (typeof threadGroups)[number];

/** Their names in tables. */
export const threadGroupNames: Readonly<Record<ThreadGroup, string>> = {
  main: "main thread",
  v8: "V8's helpers",
  pool: "libuv's pool",
  others: "other threads",
};

/** One thread of a process at one moment. */
export interface ThreadSample {
  readonly tid: number;
  readonly name: string;
  /** Ticks since the start of the machine. */
  readonly startTicks: number;
  /** User and system time up to now. */
  readonly cpuUs: number;
}

/** Processor time of each group, in microseconds. */
export type GroupTimes = Readonly<Record<ThreadGroup, number>>;

/** Two threads that each process has: the timer of V8's tasks, and the thread that waits for SIGUSR1. */
const bootThreads = 2;
const poolName = "libuv-worker";
/** Number of V8's helpers without a flag. */
const v8PoolSizeDefault = 4;

/** Returns `--v8-pool-size` of the flags that Node is started with. The last one counts. */
export function v8PoolSizeOf(flags: readonly string[]): number {
  const given = flags.findLast((flag) => flag.startsWith("--v8-pool-size="));
  return given === undefined ? v8PoolSizeDefault : Number(given.split("=")[1]);
}

/** `stat` and `schedstat` are the texts of these files of a thread. Source: proc(5). */
export function parseThread(tid: number, stat: string, schedstat: string): ThreadSample {
  // The name is in parentheses and may contain spaces and parentheses; the start is the 22nd field.
  const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const startTicks = Number(fields[19]);
  // `stat` counts the same time in hundredths of a second, which is too coarse for a thread that works little.
  const cpuUs = Number(/^\d+/.exec(schedstat)?.[0] ?? Number.NaN) / 1000;
  if (Number.isNaN(startTicks) || Number.isNaN(cpuUs))
    throw new Error(`Expected times of thread ${tid}, got "${stat}" and "${schedstat}"`);
  return { tid, name, startTicks, cpuUs };
}

/**
 * Assigns threads to groups. Node names the threads of libuv's pool, and few others, so the order of their start decides about the
 * rest. The main thread is first, then the timer of V8's tasks, V8's helpers, and the thread that waits for SIGUSR1. Later threads
 * are workers of piscina or threads of a package.
 */
export function groupThreads(samples: readonly ThreadSample[], v8PoolSize: number): ReadonlyMap<number, ThreadGroup> {
  const inOrder = samples.toSorted((left, right) => left.startTicks - right.startTicks || left.tid - right.tid);
  const othersFrom = 1 + bootThreads + v8PoolSize;
  const groupOf = ({ name }: ThreadSample, place: number): ThreadGroup => {
    if (place === 0) return "main";
    if (name === poolName) return "pool";
    return place < othersFrom ? "v8" : "others";
  };
  return new Map(inOrder.map((sample, place) => [sample.tid, groupOf(sample, place)]));
}

/** Returns the time of each group between two moments. The last part of the time of an ended thread is lost. */
export function timesBetween(
  before: readonly ThreadSample[],
  after: readonly ThreadSample[],
  v8PoolSize: number,
): GroupTimes {
  const groups = groupThreads(after, v8PoolSize);
  const earlier = new Map(before.map(({ tid, cpuUs }) => [tid, cpuUs]));
  const times: Record<ThreadGroup, number> = { main: 0, v8: 0, pool: 0, others: 0 };
  for (const { tid, cpuUs } of after) times[groups.get(tid) ?? "others"] += cpuUs - (earlier.get(tid) ?? 0);
  return times;
}

export function readThreads(pid: number): readonly ThreadSample[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((tid) => {
    try {
      const read = (file: string): string => readFileSync(`/proc/${pid}/task/${tid}/${file}`, "utf8");
      return [parseThread(Number(tid), read("stat"), read("schedstat"))];
    } catch (error) {
      // The thread ended after it was listed.
      if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH")) return [];
      throw error;
    }
  });
}
