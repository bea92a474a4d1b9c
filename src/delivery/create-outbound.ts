import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { AttemptFailure } from "../../machines/delivery/delivery.types.ts";
import { encodeAgentMessage } from "../codec/agent-message.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Outbound, OutboundAttempt, OutboundOutcome } from "../ports/outbound.ts";
import type { AddressGuard, OutboundPolicy } from "./address-guard.ts";
import { createAddressGuard, RefusedTargetError } from "./address-guard.ts";
import type { EndpointPools } from "./endpoint-pools.ts";
import { createEndpointPools } from "./endpoint-pools.ts";
import type { Endpoint } from "./endpoint-url.ts";
import { toEndpoint } from "./endpoint-url.ts";
import { explainError, OutboundClosedError } from "./explain-error.ts";
import { judgeAnswer } from "./judge-answer.ts";

type OutboundLog = Pick<Log, "info" | "error">;

export interface OutboundOptions {
  readonly policy: OutboundPolicy;
  readonly limits: { readonly endpointConnectionsMax: number; readonly answerBytesMax: number };
  readonly clock: Pick<Clock, "nowMs">;
  readonly log: OutboundLog;
  /** Checks targets; made from `policy` when absent. */
  readonly guard?: AddressGuard;
  /** PEM of authorities to trust instead of the system's. */
  readonly certificateAuthorities?: string;
}

interface Exchange {
  readonly httpStatus: number | null;
  readonly failure: AttemptFailure | null;
  readonly note: string | null;
}

/**
 * Sends agents' messages to customer systems over HTTP/1.1. Waits for a connection, connects, sends and reads within
 * the attempt's time; never follows a redirect, never repeats. Source: DEL-03, DEL-07, DEL-16, DEL-26, AUTH-03 to
 * AUTH-06, VER-01, DEL-27.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const { clock, limits, log } = options;
  const guard = options.guard ?? createAddressGuard(options.policy);
  const pools = createEndpointPools(guard, {
    connectionsMax: limits.endpointConnectionsMax,
    certificateAuthorities: options.certificateAuthorities,
  });
  let isClosed = false;
  return {
    async attempt(attempt) {
      const startedAtMs = clock.nowMs();
      const exchange = isClosed
        ? failedExchange(new OutboundClosedError(), attempt, null, log)
        : await runExchange(attempt, guard, pools, { answerBytesMax: limits.answerBytesMax, log });
      const outcome = {
        startedAtMs,
        durationMs: clock.nowMs() - startedAtMs,
        httpStatus: exchange.httpStatus,
        failure: exchange.failure,
        trace: { address: null, answer: null, note: exchange.note },
      };
      logOutcome(log, attempt, outcome, exchange.note);
      return outcome;
    },
    async notify() {
      const startedAtMs = clock.nowMs();
      return {
        startedAtMs,
        durationMs: 0,
        httpStatus: null,
        failure: null,
        trace: { address: null, answer: null, note: null },
      };
    },
    async close() {
      isClosed = true;
      await pools.destroy(new OutboundClosedError());
    },
  };
}

async function runExchange(
  attempt: OutboundAttempt,
  guard: AddressGuard,
  pools: EndpointPools,
  options: { readonly answerBytesMax: number; readonly log: OutboundLog },
): Promise<Exchange> {
  let httpStatus: number | null = null;
  try {
    const signal = AbortSignal.timeout(attempt.timeoutMs);
    const endpoint = checkedEndpoint(attempt, guard);
    const request = toRequest(attempt, endpoint, signal);
    return await pools.use(endpoint.origin, async (pool) => {
      const response = await orAborted(pool.request(request), signal);
      httpStatus = response.statusCode;
      const body = await readStart(response.body, options.answerBytesMax);
      return { httpStatus, ...judgeAnswer({ httpStatus, body }, attempt.settings.strictAnswers) };
    });
  } catch (error) {
    return failedExchange(error, attempt, httpStatus, options.log);
  }
}

/**
 * undici looks at the signal only once it has a connection. A request given up before that is never sent: undici
 * drops it when its turn comes.
 */
function orAborted<Value>(running: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((done, refuse) => {
    const giveUp = (): void => refuse(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    running.then(done, refuse).finally(() => signal.removeEventListener("abort", giveUp));
  });
}

function failedExchange(
  error: unknown,
  attempt: OutboundAttempt,
  httpStatus: number | null,
  log: OutboundLog,
): Exchange {
  const failure = explainError(error, attempt.timeoutMs);
  if (failure !== null) return { httpStatus, failure, note: null };
  log.error(
    { channelId: attempt.settings.id, messageId: attempt.messageId, err: error },
    "An attempt failed by a defect",
  );
  const message = "The message could not be sent because of an error in the service.";
  return { httpStatus, failure: { kind: "connection", code: "connection", message }, note: null };
}

/** The policy may have changed since the channel was saved. */
function checkedEndpoint(attempt: OutboundAttempt, guard: AddressGuard): Endpoint {
  const endpoint = toEndpoint(attempt.settings);
  if (endpoint === null) throw new RefusedTargetError("The webhook URL of the channel is no absolute https URL.");
  const refused = guard.checkTarget(endpoint.origin);
  if (refused !== null) throw new RefusedTargetError(refused.message);
  return endpoint;
}

function toRequest(attempt: OutboundAttempt, endpoint: Endpoint, signal: AbortSignal): Dispatcher.RequestOptions {
  const body = Buffer.from(encodeAgentMessage(attempt));
  const headers = {
    "User-Agent": "Parley",
    "Content-Type": "application/json",
    ...(endpoint.authorization === null ? {} : { Authorization: endpoint.authorization }),
  };
  const { path } = endpoint;
  // Of a stream undici does not know the length: it sends it with chunked transfer encoding.
  return { method: "POST", path, headers, signal, body: attempt.settings.chunked ? Readable.from([body]) : body };
}

/** The first bytes of an answer as text; a longer one is cut off together with its connection. Source: DEL-16. */
async function readStart(body: Readable, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytesMax) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bytesMax));
}

/** Never the URL: its random parts are secrets (AUTH-14). */
function logOutcome(log: OutboundLog, attempt: OutboundAttempt, outcome: OutboundOutcome, note: string | null): void {
  if (outcome.failure === null && note === null) return;
  log.info(
    {
      channelId: attempt.settings.id,
      messageId: attempt.messageId,
      httpStatus: outcome.httpStatus,
      durationMs: outcome.durationMs,
      failure: outcome.failure,
      note,
    },
    outcome.failure === null ? "Agent message delivered" : "Attempt to deliver an agent message failed",
  );
}
