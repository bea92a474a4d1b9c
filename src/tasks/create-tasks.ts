import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { ChartTask } from "../../workers/lay-out-chart.ts";
import type { Thumbnail, ThumbnailTask } from "../../workers/make-thumbnail.ts";
import type { ChartForm, ChartModel } from "../charts/chart.types.ts";
import { hashOfChart } from "../charts/chart-hash.ts";
import type { CustomerMessage } from "../codec/a-customer/customer-message.types.ts";
import type { ProviderEvent } from "../codec/b-bot/provider-event.types.ts";
import { encodeLogEntries } from "../codec/c-webhook/chat-log.ts";
import type { Limits } from "../config/limits.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { createOneAtATime } from "../core/one-at-a-time.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import type { DurationSeries } from "../core/telemetry/duration-metrics.ts";
import { Durations } from "../core/telemetry/durations.ts";
import type { BodyParser } from "../ports/body-parser.ts";
import type { ChartDrawer } from "../ports/chart-drawer.ts";
import type { ChatLogEncoder, ChatLogEntry } from "../ports/chat-log-encoder.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { PictureReader, Thumbnailer } from "../ports/thumbnailer.ts";
import { createCustomerBodyParser, createProviderEventParser } from "./worker-body-parser.ts";
import type { WorkerPool } from "./worker-pool.ts";
import { createWorkerPool } from "./worker-pool.ts";

/**
 * Makes one thumbnail at a time in a separate thread. Its time limit includes the wait in the queue, because an upload waits for
 * the thumbnail. So a picture does not wait for the full time of many pictures before it.
 */
export function createThumbnailer({
  clock,
  log,
  limits,
  waits,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
  readonly waits?: Durations;
}): Thumbnailer {
  const pool = createWorkerPool<ThumbnailTask, Thumbnail>({
    task: "make-thumbnail",
    queueMax: 1,
    ...(waits && { waits }),
  });
  const inTurn = createOneAtATime();
  let waiting = 0;
  let isClosed = false;

  type Kind = ThumbnailTask["kind"];
  /** `null` for a picture that was given up, or was deleted. */
  const makeNow = async (kind: Kind, read: PictureReader, giveUp: AbortSignal): Promise<Thumbnail | null> => {
    const isGivenUp = (): boolean => isClosed || giveUp.aborted;
    const picture = isGivenUp() ? null : await read();
    if (picture === null || isGivenUp()) return null;
    const made = await pool.run({ picture, pixelsMax: limits.thumbnailPixelsMax, kind }, [picture.buffer], giveUp);
    return made.ok ? made.value : null;
  };
  const makeInTurn = async (kind: Kind, read: PictureReader, giveUp: AbortSignal): Promise<Thumbnail | null> => {
    waiting += 1;
    try {
      return await inTurn(() => makeNow(kind, read, giveUp));
    } catch (error) {
      if (!isClosed) log.error({ err: error }, "A thumbnail could not be made");
      return null;
    } finally {
      waiting -= 1;
    }
  };
  const make = (kind: Kind, read: PictureReader): Promise<Thumbnail | null> => {
    if (waiting >= limits.thumbnailsWaitingMax) return Promise.resolve(null);
    return new Promise((resolve) => {
      const giveUp = new AbortController();
      const wake = clock.wakeAt(clock.nowMs() + limits.thumbnailTimeoutMs, () => {
        giveUp.abort();
        resolve(null);
      });
      void makeInTurn(kind, read, giveUp.signal).then((made) => {
        wake.cancel();
        resolve(made);
      });
    });
  };
  return {
    async make(read) {
      const made = await make("preview", read);
      return typeof made === "string" ? null : made;
    },
    async makePhoto(picture) {
      const made = await make("photo", async () => picture);
      if (made === null) return fail("overloaded", ERROR_MESSAGE.overloaded);
      return typeof made === "string" ? noPhoto(made, limits.thumbnailPixelsMax) : ok(made);
    },
    async close() {
      isClosed = true;
      await pool.close();
    },
  };
}

const noPhoto = (why: Exclude<Thumbnail, Uint8Array>, pixelsMax: number): Result<never> =>
  fail(
    "invalid_request",
    why === "pixels"
      ? `The body must be a picture of at most ${pixelsMax} pixels; this picture has more.`
      : "The body must be a complete PNG, JPEG, GIF or WebP picture; this body is another file or is damaged.",
  );

/** Fewer characters are encoded faster than they are passed to a thread. Source: bench/micro/tasks/chat-log.bench.ts. */
const inlineCharactersMax = 32 * 1024;
/** The characters that are encoded in one turn of the event loop if no thread does it: a millisecond or less. */
const turnCharactersMax = 128 * 1024;

/** Encodes pages of long chat logs in a separate thread. */
export function createChatLogEncoder(parts: {
  readonly limits: Limits;
  readonly log: Log;
  readonly waits?: Durations;
}): ChatLogEncoder {
  const pool = createWorkerPool<readonly ChatLogEntry[], Uint8Array>({
    task: "encode-chat-log",
    queueMax: parts.limits.workerQueueMax,
    ...(parts.waits && { waits: parts.waits }),
  });
  let isClosed = false;
  const handOver = async (entries: readonly ChatLogEntry[]): Promise<Uint8Array | null> => {
    if (isClosed) return null;
    try {
      const encoded = await pool.run(entries);
      return encoded.ok ? encoded.value : null;
    } catch (error) {
      if (!isClosed)
        parts.log.error({ err: error }, "A worker thread could not encode a chat log; the main thread encodes it");
      return null;
    }
  };
  return {
    async encode(entries) {
      if (isWithin(inlineCharactersMax, entries)) return encodeLogEntries(entries);
      return (await handOver(entries)) ?? encodeHere(entries);
    },
    close() {
      isClosed = true;
      return pool.close();
    },
  };
}

function isWithin(charactersMax: number, entries: readonly ChatLogEntry[]): boolean {
  let characters = 0;
  for (const { message } of entries) {
    characters += message.length;
    if (characters > charactersMax) return false;
  }
  return true;
}

/** Encodes a part in each turn of the event loop. */
async function encodeHere(entries: readonly ChatLogEntry[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < entries.length; ) {
    const part = firstOf(entries, from);
    if (from > 0) {
      parts.push(comma);
      await nextTurn();
    }
    parts.push(encodeLogEntries(part));
    from += part.length;
  }
  return Buffer.concat(parts);
}

const comma = Buffer.from(",");

/** The entries of one turn: as many as fit, and at least one. */
function firstOf(entries: readonly ChatLogEntry[], from: number): readonly ChatLogEntry[] {
  let to = from + 1;
  let characters = entries[from]?.message.length ?? 0;
  for (; to < entries.length; to += 1) {
    characters += entries[to]?.message.length ?? 0;
    if (characters > turnCharactersMax) break;
  }
  return entries.slice(from, to);
}

/** All work for threads. Each task has its own pool, which the owner of the task closes. */
export interface Tasks {
  readonly chatLog: ChatLogEncoder;
  readonly charts: ChartDrawer;
  readonly thumbnailer: Thumbnailer;
  readonly bodyParser: BodyParser<CustomerMessage>;
  readonly eventParser: BodyParser<ProviderEvent>;
  /** How long work waited for a thread, by the task. */
  readonly workerWaits: readonly DurationSeries[];
}

export function createTasks(limits: Limits, clock: Clock, log: Log): Tasks {
  const waits = {
    customerBody: new Durations(),
    botEvent: new Durations(),
    chatLog: new Durations(),
    chart: new Durations(),
    thumbnail: new Durations(),
  };
  return {
    chatLog: createChatLogEncoder({ limits, log, waits: waits.chatLog }),
    charts: createChartDrawer({ clock, log, waits: waits.chart }),
    thumbnailer: createThumbnailer({ clock, log, limits, waits: waits.thumbnail }),
    bodyParser: createCustomerBodyParser(clock, limits, waits.customerBody),
    eventParser: createProviderEventParser(clock, limits, waits.botEvent),
    workerWaits: Object.entries(waits).map(([task, durations]) => ({ labels: { task }, durations })),
  };
}

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
  readonly log: Log;
  readonly limits?: Partial<ChartDrawerLimits>;
  readonly waits?: Durations;
  /** Absent: one thread. */
  readonly pool?: WorkerPool<ChartTask, string>;
}): ChartDrawer {
  const limits = { ...defaultChartLimits, ...parts.limits };
  const pool =
    parts.pool ??
    createWorkerPool<ChartTask, string>({
      task: "lay-out-chart",
      queueMax: 1,
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
