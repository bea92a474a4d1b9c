import { Worker } from "node:worker_threads";
import { builtUrl } from "../../core/built-file.ts";
import { monotonicMs } from "../../core/clock.ts";
import { assert } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { AddressGuard, GuardFacts } from "../address/address-guard.ts";
import type { FarExchange, PoolOptions } from "./endpoint-pools.ts";
import type { Answer } from "./exchange.ts";
import { steadyMs, timedOut, unanswered } from "./exchange.ts";
import type { ErrorFacts } from "./explain-error.ts";
import { OutboundClosedError, restoreError } from "./explain-error.ts";

/** All requests of one turn of the event loop. The other side is `workers/outbound.ts`. */
export interface RequestBatch {
  /** What decides on addresses, if it has changed. */
  readonly guard: GuardFacts | null;
  readonly requests: readonly SentRequest[];
  /** The bodies of the requests, one after the other. */
  readonly bodies: Uint8Array<ArrayBuffer>;
}

/** Tuples, because the names of an object's keys would be written for each request. */
export type SentRequest = readonly [
  id: number,
  pools: number,
  owner: string | null,
  origin: string,
  path: string,
  headers: string[],
  isChunked: boolean,
  bodyLength: number,
  /** On the clock of `monotonicMs`, which both threads share. */
  handedOverAtMs: number,
  /** From then on. */
  timeoutMs: number,
];

/** The outcome of a request. */
export type SentAnswer = readonly [id: number, answer: Answer<ErrorFacts | null>];

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly lateAfterMs: number;
}

/**
 * A thread with the connections of requests: addresses are resolved and judged there, and requests are written, read and timed. If it breaks,
 * the process ends, so that no attempt waits for it.
 */
export class OutboundThread {
  readonly #guard: AddressGuard;
  readonly #clock: Clock;
  readonly #pools: PoolOptions[] = [];
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #isClosed = false;
  #lastId = 0;
  #requests: SentRequest[] = [];
  #bodies: Uint8Array[] = [];
  #bodyBytes = 0;
  #knownChanges = -1;

  /** `clock` gives the deadlines of requests. */
  constructor(guard: AddressGuard, clock: Clock) {
    this.#guard = guard;
    this.#clock = clock;
  }

  /** Opens pools in the thread, before its start. The caller limits the requests at once. */
  open(options: PoolOptions): FarExchange {
    const pools = this.#pools.push(options) - 1;
    return (origin, owner, { path, headers, body, isChunked = false }, untilMs) =>
      new Promise((resolve) => {
        if (this.#isClosed) return resolve({ ...unanswered, error: new OutboundClosedError() });
        const timeoutMs = untilMs - this.#clock.nowMs();
        this.#lastId += 1;
        this.#waiting.set(this.#lastId, { resolve, lateAfterMs: steadyMs(this.#clock) + timeoutMs });
        if (this.#requests.length === 0) setImmediate(() => this.#send());
        const target = [this.#lastId, pools, owner, origin, path, headers] as const;
        this.#requests.push([...target, isChunked, body.length, monotonicMs(), timeoutMs]);
        this.#bodies.push(body);
        this.#bodyBytes += body.length;
      });
  }

  /** Ends the thread. Requests that run fail with `reason`. */
  async close(reason: Error): Promise<void> {
    this.#isClosed = true;
    for (const { resolve } of this.#waiting.values()) resolve({ ...unanswered, error: reason });
    this.#waiting.clear();
    await this.#worker?.terminate();
  }

  #send(): void {
    if (this.#isClosed) return;
    assert(this.#worker !== null, "requests were handed to the thread for outbound requests before its start");
    const changes = this.#guard.changes();
    const guard = changes === this.#knownChanges ? null : this.#guard.facts();
    this.#knownChanges = changes;
    const bodies = joined(this.#bodies, this.#bodyBytes);
    const batch: RequestBatch = { guard, requests: this.#requests, bodies };
    this.#requests = [];
    this.#bodies = [];
    this.#bodyBytes = 0;
    this.#worker.postMessage(batch, [bodies.buffer]);
  }

  /** The thread does not keep the process alive. */
  start(): void {
    const worker = new Worker(new URL(builtUrl("workers/outbound.js")), { name: "outbound", workerData: this.#pools });
    worker.on("message", (answers: readonly SentAnswer[]) => this.#receive(answers));
    worker.on("exit", (status) => {
      if (!this.#isClosed) throw new Error(`The thread for outbound requests ended with status ${status}`);
    });
    worker.unref();
    this.#worker = worker;
  }

  #receive(answers: readonly SentAnswer[]): void {
    for (const [id, { error, ...answer }] of answers) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error !== null) waiting?.resolve({ ...answer, error: restoreError(error) });
      // This thread may have stood still meanwhile. Others may have repeated the request then.
      else waiting?.resolve({ ...answer, error: steadyMs(this.#clock) > waiting.lateAfterMs ? timedOut : null });
    }
  }
}

/** Its buffer is moved to the other thread, so it is not one of the pool of Node.js. */
function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
