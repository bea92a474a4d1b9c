import type { ParseInput } from "../../workers/parse-customer-message.ts";
import type { Limits } from "../config/limits.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { fail } from "../core/result.ts";
import type { Durations } from "../core/telemetry/durations.ts";
import type { BodyParser, ParsedBody } from "../ports/body-parser.ts";
import { createWorkerPool } from "./worker-pool.ts";

/** Big bodies are rare, and the second core is busy with the store's writes. */
const threadsMax = 1;

export type WorkerBodyLimits = Pick<Limits, "jsonDepthMax" | "workerQueueMax">;

/** Parses bodies in a separate thread. `task` names the file under `workers/` that parses one. */
export function createWorkerBodyParser<Parsed>(
  task: string,
  limits: WorkerBodyLimits,
  waits?: Durations,
): BodyParser<Parsed> {
  const pool = createWorkerPool<ParseInput, ParsedBody<Parsed>>({
    task,
    threadsMax,
    queueMax: limits.workerQueueMax,
    ...(waits && { waits }),
  });
  let isClosed = false;
  return {
    async parse(body, wantsFingerprint) {
      if (isClosed) return unavailable;
      const own = withOwnMemory(body);
      const input = { body: own, jsonDepthMax: limits.jsonDepthMax, wantsFingerprint };
      try {
        return await pool.run(input, [own.buffer]);
      } catch (error) {
        if (isClosed) return unavailable;
        throw error;
      }
    },
    async close() {
      isClosed = true;
      await pool.close();
    },
  };
}

const unavailable = fail("unavailable", ERROR_MESSAGE.unavailable);

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
