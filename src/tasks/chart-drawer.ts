import { LRUCache } from "lru-cache";
import type { ChartTask } from "../../workers/lay-out-chart.ts";
import type { ChartForm, ChartModel } from "../charts/chart.types.ts";
import { hashOfChart } from "../charts/chart-hash.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import type { Result } from "../core/result.ts";
import { fail } from "../core/result.ts";
import type { Durations } from "../core/telemetry/durations.ts";
import type { ChartDrawer } from "../ports/chart-drawer.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { WorkerPool } from "./worker-pool.ts";
import { createWorkerPool } from "./worker-pool.ts";

export interface ChartDrawerLimits {
  /** A drawing that takes longer is given up, and its thread ends. */
  readonly drawingMsMax: number;
  /** How many charts may wait for the one that is being drawn. */
  readonly waitingMax: number;
  /** How many finished charts are cached, and how many characters in all. */
  readonly keptMax: number;
  readonly keptCharactersMax: number;
}

const defaultChartLimits: ChartDrawerLimits = {
  drawingMsMax: 30_000,
  waitingMax: 32,
  keptMax: 128,
  keptCharactersMax: 16 * 1024 * 1024,
};

/** The rough overhead of each cached chart, in characters. */
const entryCharacters = 256;

/**
 * Draws one chart at a time in a separate thread, and caches the last ones. A chart that took too long is not drawn again as long as the
 * cache remembers that.
 */
export function createChartDrawer(parts: {
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  readonly limits?: Partial<ChartDrawerLimits>;
  readonly waits?: Durations;
  /** Absent: one thread. */
  readonly pool?: WorkerPool<ChartTask, string>;
}): ChartDrawer {
  const limits = { ...defaultChartLimits, ...parts.limits };
  const pool =
    parts.pool ??
    createWorkerPool<ChartTask, string>({
      ...{ task: "lay-out-chart", queueMax: 1 },
      ...(parts.waits && { waits: parts.waits }),
    });
  const kept = new LRUCache<string, Result<string>>({
    maxSize: limits.keptCharactersMax,
    sizeCalculation: (drawn) => entryCharacters + (drawn.ok ? drawn.value.length : 0),
    max: limits.keptMax,
  });
  const running = new Map<string, Promise<Result<string>>>();
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const layOut = async (task: ChartTask): Promise<Result<string>> => {
    if (isClosed) return unavailable;
    const giveUp = new AbortController();
    const wake = parts.clock.wakeAt(parts.clock.nowMs() + limits.drawingMsMax, () => giveUp.abort());
    try {
      return await pool.run(task, [], giveUp.signal);
    } catch (error) {
      if (isClosed) return unavailable;
      if (giveUp.signal.aborted) return tooLong(task, limits.drawingMsMax);
      parts.log.error({ err: error, machine: task.machine }, "A chart could not be drawn");
      return fail("internal_error", ERROR_MESSAGE.internal_error);
    } finally {
      wake.cancel();
    }
  };
  const drawNext = (hash: string, task: ChartTask): Promise<Result<string>> => {
    const drawing = last.then(async () => {
      const drawn = await layOut(task);
      running.delete(hash);
      if (drawn.ok || drawn.failure.code === "timeout") kept.set(hash, drawn);
      return drawn;
    });
    running.set(hash, drawing);
    last = drawing;
    return drawing;
  };
  return {
    async draw(model, form: ChartForm = "unfolded") {
      const hash = hashOfChart(model, form);
      const known = kept.get(hash) ?? running.get(hash);
      if (known !== undefined) return known;
      if (isClosed) return unavailable;
      return running.size > limits.waitingMax ? overloaded : drawNext(hash, { ...model, form });
    },
    async close() {
      isClosed = true;
      await pool.close();
    },
  };
}

const unavailable = fail("unavailable", ERROR_MESSAGE.unavailable);
const overloaded = fail("overloaded", ERROR_MESSAGE.overloaded);

const tooLong = ({ machine }: ChartModel, ms: number): Result<string> =>
  fail(
    "timeout",
    `Expected the chart of ${machine} to be laid out within ${ms / 1_000} s, got none: it is too intricate.`,
  );
