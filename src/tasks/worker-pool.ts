import { Piscina } from "piscina";
import { builtUrl } from "../core/built-file.ts";
import { momentMs } from "../core/clock.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { createOneAtATime } from "../core/one-at-a-time.ts";
import type { Result } from "../core/result.ts";
import { assert, fail, ok } from "../core/result.ts";
import type { Durations } from "../core/telemetry/durations.ts";

export interface WorkerPoolOptions {
  /** Name of a file under `workers/`, without its extension; it exports `run`. */
  readonly task: string;
  /** The number of tasks that may wait for the thread; more are refused. */
  readonly queueMax: number;
  /** How long the idle thread stays, with the data that it keeps in memory; absent: half a minute. */
  readonly idleTimeoutMs?: number;
  /** Receives how long work waited for the thread. */
  readonly waits?: Durations;
}

/** A thread that carries out one task. It starts with the first work and ends when idle for a while. */
export interface WorkerPool<Input, Output> {
  /**
   * Runs the task on plain data; `transfer` names buffers of the input that move instead of being copied. Fails with `overloaded`
   * when too much work waits. Rejects when the task has a defect, and when `giveUp` is aborted: a running task ends with its thread, and
   * another thread does the work that waits.
   */
  run(input: Input, transfer?: readonly ArrayBuffer[], giveUp?: AbortSignal): Promise<Result<Output>>;
  /** Ends the thread; all work is given up. */
  close(): Promise<void>;
}

const defaultIdleTimeoutMs = 30_000;

export function createWorkerPool<Input, Output>(options: WorkerPoolOptions): WorkerPool<Input, Output> {
  let pool: Piscina<Input, Output> | null = null;
  let isClosed = false;
  // The library starts no thread for work in its own queue after it has ended one.
  const inTurn = createOneAtATime();
  let unfinished = 0;
  /** When the work came whose turn it is. */
  let cameAtMs = 0;
  const reasons = new WeakMap<object, unknown>();
  const open = (): Piscina<Input, Output> => {
    if (pool !== null) return pool;
    const opened = new Piscina<Input, Output>({
      filename: builtUrl(`workers/${options.task}.js`),
      name: "run",
      minThreads: 0,
      maxThreads: 1,
      maxQueue: 1,
      idleTimeout: options.idleTimeoutMs ?? defaultIdleTimeoutMs,
      recordTiming: false,
      // The only hook that runs when a task begins. It chooses like the library's default.
      loadBalancer: (_, workers) => {
        const idle = workers.find(({ currentUsage }) => currentUsage === 0) ?? null;
        if (idle !== null) options.waits?.note(momentMs() - cameAtMs);
        return idle;
      },
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
  const runNow = async (
    input: Input,
    transfer: readonly ArrayBuffer[],
    signal: AbortSignal | null,
  ): Promise<Output> => {
    if (isClosed) throw new Error(`The thread for ${options.task} was ended before this work began`);
    const threads = open();
    try {
      return await threads.run(input, { transferList: [...transfer], signal });
    } catch (error) {
      throw reasons.get(threads) ?? error;
    }
  };
  return {
    async run(input, transfer = [], giveUp) {
      assert(!isClosed, `work for ${options.task} came after the end of its thread`);
      if (unfinished > options.queueMax) return fail("overloaded", ERROR_MESSAGE.overloaded);
      unfinished += 1;
      const ownCameAtMs = momentMs();
      try {
        const output = inTurn(() => {
          cameAtMs = ownCameAtMs;
          return runNow(input, transfer, giveUp ?? null);
        });
        return ok(await output);
      } finally {
        unfinished -= 1;
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
