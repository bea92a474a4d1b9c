import { Piscina } from "piscina";
import { assert } from "../core/assert.ts";
import { builtUrl } from "../core/built-file.ts";
import { momentMs } from "../core/clock.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import type { Durations } from "../core/telemetry/durations.ts";

export interface WorkerPoolOptions {
  /** Name of a file under `workers/`, without its extension; it exports `run`. */
  readonly task: string;
  readonly threadsMax: number;
  /** The number of tasks that may wait for a thread; more are refused. */
  readonly queueMax: number;
  /** How long an idle thread stays, with the data that it keeps in memory; absent: half a minute. */
  readonly idleTimeoutMs?: number;
  /** Receives how long work waited for a thread. */
  readonly waits?: Durations;
}

/** Threads that carry out one task. They start with the first work and end when idle for a while. */
export interface WorkerPool<Input, Output> {
  /**
   * Runs the task on plain data; `transfer` names buffers of the input that move instead of being copied. Fails with `overloaded`
   * when too much work waits. Rejects when the task has a defect, and when `giveUp` is aborted, which ends its thread.
   */
  run(input: Input, transfer?: readonly ArrayBuffer[], giveUp?: AbortSignal): Promise<Result<Output>>;
  /** Ends the threads; running work is given up. */
  close(): Promise<void>;
}

const defaultIdleTimeoutMs = 30_000;

type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** The library's default for threads with one task at a time, and the only hook that runs when a task begins. */
const balanceWith =
  (waits: Durations): NonNullable<PiscinaOptions["loadBalancer"]> =>
  (task, workers) => {
    const idle = workers.find(({ currentUsage }) => currentUsage === 0) ?? null;
    if (idle !== null) waits.note(momentMs() - task.created);
    return idle;
  };

export function createWorkerPool<Input, Output>(options: WorkerPoolOptions): WorkerPool<Input, Output> {
  let pool: Piscina<Input, Output> | null = null;
  let isClosed = false;
  const reasons = new WeakMap<object, unknown>();
  const open = (): Piscina<Input, Output> => {
    if (pool !== null) return pool;
    const opened = new Piscina<Input, Output>({
      filename: builtUrl(`workers/${options.task}.js`),
      name: "run",
      minThreads: 0,
      maxThreads: options.threadsMax,
      maxQueue: options.queueMax,
      idleTimeout: options.idleTimeoutMs ?? defaultIdleTimeoutMs,
      recordTiming: false,
      ...(options.waits && { loadBalancer: balanceWith(options.waits) }),
    });
    pool = opened;
    // A thread broke outside a task. If a thread does not even start, its waiting work would wait forever; without a
    // listener the process would end.
    opened.on("error", (error) => {
      if (pool !== opened) return;
      pool = null;
      reasons.set(opened, error);
      void opened.destroy();
    });
    return opened;
  };
  return {
    async run(input, transfer = [], giveUp) {
      assert(!isClosed, `work for ${options.task} came after the end of its threads`);
      const threads = open();
      if (threads.queueSize >= options.queueMax) return fail("overloaded", ERROR_MESSAGE.overloaded);
      try {
        return ok(await threads.run(input, { transferList: [...transfer], signal: giveUp ?? null }));
      } catch (error) {
        throw reasons.get(threads) ?? error;
      }
    },
    async close() {
      isClosed = true;
      const closing = pool;
      pool = null;
      await closing?.destroy();
    },
  };
}
