import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import { encodeAgentMessage, encodeTypingNotice } from "../codec/agent-message.ts";
import { createPacer } from "../core/pacer.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Outbound, OutboundOutcome } from "../ports/outbound.ts";
import type { AddressGuard, OutboundPolicy } from "./address-guard.ts";
import { createAddressGuard } from "./address-guard.ts";
import { noTrace, startOfAnswer } from "./attempt-trace.ts";
import type { EndpointPools } from "./endpoint-pools.ts";
import { createEndpointPools } from "./endpoint-pools.ts";
import type { Endpoint } from "./endpoint-url.ts";
import type { ExchangeResult } from "./exchange.ts";
import { RequestDroppedError, runExchange } from "./exchange.ts";
import { explainError, OutboundClosedError } from "./explain-error.ts";
import { judgeAnswer } from "./judge-answer.ts";
import type { Target } from "./targets.ts";
import { createTargetFinder } from "./targets.ts";

type OutboundLog = Pick<Log, "info" | "error">;

export interface OutboundOptions {
  readonly policy: OutboundPolicy;
  readonly limits: {
    readonly endpointConnectionsMax: number;
    readonly noticeConnectionsMax: number;
    readonly answerBytesMax: number;
  };
  readonly clock: Clock;
  readonly log: OutboundLog;
  /** Checks targets; made from `policy` when absent. */
  readonly guard?: AddressGuard;
  /** PEM of authorities to trust instead of the system's. */
  readonly certificateAuthorities?: string;
}

/** A message or a notice on its way to a customer system. */
interface Errand {
  readonly settings: ChannelSettings;
  readonly timeoutMs: number;
  readonly pools: EndpointPools;
  readonly encode: () => string;
  readonly isWanted?: () => boolean;
  /** For the log. */
  readonly about: { readonly messageId: string } | { readonly typing: string };
}

const decoder = new TextDecoder();
const unanswered = { httpStatus: null, answer: Buffer.alloc(0) };

/**
 * Sends agents' messages and typing notices to customer systems over HTTP/1.1. Waits for a connection, connects, sends
 * and reads within the time given; never follows a redirect, never repeats. Source: DEL-03, DEL-07, DEL-16, DEL-20,
 * DEL-26 to DEL-28, AUTH-03 to AUTH-06, VER-01.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const { clock, limits, log } = options;
  const guard = options.guard ?? createAddressGuard(options.policy);
  const createPools = (connectionsMax: number): EndpointPools =>
    createEndpointPools(guard, { connectionsMax, certificateAuthorities: options.certificateAuthorities });
  const firstPools = createPools(limits.endpointConnectionsMax);
  // Chats that hang try again on connections of their own: they leave the others' to the others. Source: DEL-19.
  const retryPools = createPools(limits.endpointConnectionsMax);
  // Beside the messages' own, so that a notice waits behind none. Source: DEL-20.
  const noticePools = createPools(limits.noticeConnectionsMax);
  const findTarget = createTargetFinder(guard);
  const pace = createPacer();
  let isClosed = false;

  const ask = async (errand: Errand, target: Target, startedAtMs: number): Promise<ExchangeResult> => {
    if (isClosed) return { ...unanswered, error: new OutboundClosedError() };
    if (target.endpoint === null || target.refusal !== null) return { ...unanswered, error: target.refusal };
    const taken = errand.pools.take(target.endpoint.origin);
    try {
      const request = toRequest(errand, target.endpoint, target.headers);
      const untilMs = startedAtMs + errand.timeoutMs;
      const { answerBytesMax } = limits;
      return await runExchange(taken.pool, request, {
        clock,
        pace,
        untilMs,
        answerBytesMax,
        isWanted: errand.isWanted,
      });
    } catch (error) {
      return { ...unanswered, error };
    } finally {
      errand.pools.giveBack(taken);
    }
  };
  const send = async (errand: Errand): Promise<OutboundOutcome | null> => {
    const startedAtMs = clock.nowMs();
    const target = findTarget(errand.settings);
    const result = await ask(errand, target, startedAtMs);
    if (result.error instanceof RequestDroppedError) return null;
    const durationMs = clock.nowMs() - startedAtMs;
    const outcome = { startedAtMs, durationMs, ...toVerdict(errand, target.endpoint, result, log) };
    logOutcome(log, errand, outcome);
    return outcome;
  };
  return {
    async attempt(attempt) {
      const { settings, timeoutMs, messageId } = attempt;
      const encode = (): string => encodeAgentMessage(attempt);
      const pools = attempt.attempt === 1 ? firstPools : retryPools;
      const outcome = await send({ settings, timeoutMs, encode, pools, about: { messageId } });
      if (outcome === null) throw new Error("A message is always wanted");
      return outcome;
    },
    notify(notice) {
      const { settings, timeoutMs, isWanted, state } = notice;
      const encode = (): string => encodeTypingNotice(notice);
      return send({ settings, timeoutMs, encode, isWanted, pools: noticePools, about: { typing: state } });
    },
    async close() {
      isClosed = true;
      const reason = new OutboundClosedError();
      await Promise.all([firstPools, retryPools, noticePools].map((pools) => pools.destroy(reason)));
    },
  };
}

function toRequest({ encode, settings }: Errand, { path }: Endpoint, headers: string[]): Dispatcher.DispatchOptions {
  const body = Buffer.from(encode());
  // Of a stream undici does not know the length: it sends it with chunked transfer encoding.
  return { method: "POST", path, headers, body: settings.chunked ? Readable.from([body]) : body };
}

function toVerdict(
  errand: Errand,
  endpoint: Endpoint | null,
  { httpStatus, answer, error }: ExchangeResult,
  log: OutboundLog,
): Pick<OutboundOutcome, "httpStatus" | "failure" | "trace"> {
  const address = endpoint?.address ?? null;
  if (httpStatus === null) {
    return { httpStatus, failure: failureOf(error, errand, log), trace: { ...noTrace, address } };
  }
  const body = decoder.decode(answer);
  const { failure, note } =
    error === null
      ? judgeAnswer({ httpStatus, body }, errand.settings)
      : { failure: failureOf(error, errand, log), note: null };
  return { httpStatus, failure, trace: { address, answer: startOfAnswer(body), note } };
}

function failureOf(error: unknown, { settings, about, timeoutMs }: Errand, log: OutboundLog) {
  const failure = explainError(error, timeoutMs);
  if (failure !== null) return failure;
  log.error({ channelId: settings.id, ...about, err: error }, "An attempt failed by a defect");
  const message = "The message could not be sent because of an error in the service.";
  return { kind: "connection", code: "connection", message } as const;
}

/** Never the URL: its random parts are secrets (AUTH-14). */
function logOutcome(log: OutboundLog, { settings, about }: Errand, outcome: OutboundOutcome): void {
  const { httpStatus, durationMs, failure, trace } = outcome;
  if (failure === null && trace.note === null) return;
  const what = "typing" in about ? "a typing notice" : "an agent message";
  log.info(
    { channelId: settings.id, ...about, httpStatus, durationMs, failure, note: trace.note },
    failure === null ? `Delivered ${what}` : `Attempt to deliver ${what} failed`,
  );
}
