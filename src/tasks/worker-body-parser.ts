import type { ParseInput } from "../../workers/parse-customer-message.ts";
import type { CustomerMessage } from "../codec/a-customer/customer-message.types.ts";
import type { ProviderEvent } from "../codec/b-bot/provider-event.types.ts";
import type { Limits } from "../config/limits.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { fail } from "../core/result.ts";
import type { Durations } from "../core/telemetry/durations.ts";
import type { BodyParser, ParsedBody } from "../ports/body-parser.ts";
import type { Clock } from "../ports/clock.ts";
import { createWorkerPool } from "./worker-pool.ts";

/** Parses big bodies of customers. */
export const createCustomerBodyParser = (
  clock: Clock,
  limits: Limits,
  waits?: Durations,
): BodyParser<CustomerMessage> => createWorkerBodyParser("parse-customer-message", clock, limits, waits);

/** Parses big bodies of bot providers. */
export const createProviderEventParser = (clock: Clock, limits: Limits, waits?: Durations): BodyParser<ProviderEvent> =>
  createWorkerBodyParser("parse-provider-event", clock, limits, waits);

/**
 * Parses bodies in a separate thread. `task` names the file under `workers/` that parses one. A body is given up with `timeout` when its
 * request is over.
 */
function createWorkerBodyParser<Parsed>(
  task: string,
  clock: Clock,
  limits: Limits,
  waits?: Durations,
): BodyParser<Parsed> {
  const pool = createWorkerPool<ParseInput, ParsedBody<Parsed>>({
    task,
    queueMax: limits.workerQueueMax,
    ...(waits && { waits }),
  });
  let isClosed = false;
  return {
    async parse(body, wantsFingerprint) {
      if (isClosed) return unavailable;
      const own = withOwnMemory(body);
      const input = { body: own, jsonDepthMax: limits.jsonDepthMax, wantsFingerprint };
      const giveUp = new AbortController();
      const wake = clock.wakeAt(clock.nowMs() + limits.answerTimeoutMs, () => giveUp.abort());
      try {
        return await pool.run(input, [own.buffer], giveUp.signal);
      } catch (error) {
        if (isClosed) return unavailable;
        if (giveUp.signal.aborted) return timeout;
        throw error;
      } finally {
        wake.cancel();
      }
    },
    async close() {
      isClosed = true;
      await pool.close();
    },
  };
}

const unavailable = fail("unavailable", ERROR_MESSAGE.unavailable);
const timeout = fail("timeout", ERROR_MESSAGE.timeout);

/**
 * The bytes in a separate buffer, which moves to the worker. A view of a larger buffer is copied, because the other
 * bytes of that buffer would be moved or copied with it.
 */
function withOwnMemory(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(body);
}
