import type { HrTime, SpanOptions } from "@opentelemetry/api";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { within } from "../core/within.ts";
import type { AttemptSpan, RequestSpan, Spans, TurnSpan } from "../ports/spans.ts";
import { CountedExports, queueSpansMax } from "./counted-exports.ts";
import type { SpansParts } from "./open-spans.ts";
import type { SpanPlace } from "./trace-ids.ts";
import { placeBelow, placeOfAttempt, placeOfRequest, placeOfTurn } from "./trace-ids.ts";

const batchSpansMax = 512;
const gatherMs = 2_000;
const exportTimeoutMs = 10_000;
/** Enough for the complete queue, because all waiting spans are exported at once at the end. */
const exportsAtOnce = 2 * (queueSpansMax / batchSpansMax);
/** Longer than the exporter's retries, because the exporter reports the spans that it gives up. */
const giveUpMs = exportTimeoutMs + 2_000;

/** A finished span. */
interface OverSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: NonNullable<SpanOptions["attributes"]>;
  readonly links?: NonNullable<SpanOptions["links"]>;
  readonly isError: boolean;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** Exports the spans of one service over OTLP with JSON. Source: OTLP 1, W3C Trace Context. */
export function createOtlpSpans({ collector, processId, clock, log }: SpansParts): Spans {
  const exports = new CountedExports(openExporter(collector), clock, log);
  const sampler = new TraceIdRatioBasedSampler(collector.sampleRatio);
  const ids = { traceId: "", spanId: "" };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "parley", "service.instance.id": processId }),
    sampler,
    // The library calls this while it creates a span.
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: exports,
        maxQueueSize: queueSpansMax,
        maxExportBatchSize: batchSpansMax,
        scheduledDelayMillis: gatherMs,
        exportTimeoutMillis: giveUpMs,
      }),
    ],
  });
  const tracer = provider.getTracer("parley");
  const running = new Map<string, SpanPlace>();

  const isTold = ({ traceId }: SpanPlace): boolean =>
    sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
  /** Most traces are not sampled. Then no span is created. */
  const tell = (place: SpanPlace, make: () => OverSpan): void => {
    if (!isTold(place) || !exports.hasRoom()) return;
    const { name, isError, startedAtMs, endedAtMs, ...options } = make();
    ids.traceId = place.traceId;
    ids.spanId = place.spanId;
    const span = tracer.startSpan(name, { ...options, startTime: hrTimeOf(startedAtMs) }, contextOf(place));
    if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(hrTimeOf(Math.max(startedAtMs, endedAtMs)));
  };
  return {
    noteRequest: (span) => tell(placeOfRequest(span.requestId), () => toRequest(span)),
    noteTurn(span) {
      const cause = running.get(span.cause);
      tell(cause === undefined ? placeOfTurn(span) : placeBelow(cause, span), () => toTurn(span));
    },
    noteAttempt(span, origin) {
      const place = placeOfAttempt(span, origin);
      running.set(span.name, place);
      tell(place, () => toAttempt(span));
    },
    forgetAttempt: (name) => void running.delete(name),
    get counts() {
      return exports.counts;
    },
    async close(untilMs) {
      await within(clock, Math.max(0, untilMs - clock.nowMs()), provider.shutdown().catch(exports.noteLost));
    },
  };
}

const openExporter = ({ endpoint, headers }: SpansParts["collector"]): OTLPTraceExporter =>
  new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    headers,
    timeoutMillis: exportTimeoutMs,
    concurrencyLimit: exportsAtOnce,
    userAgent: "Parley",
  });

const contextOf = ({ traceId, parentId }: SpanPlace) =>
  parentId === null
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parentId, traceFlags: TraceFlags.SAMPLED, isRemote: true });

const nanosPerMs = 1_000_000;
const hrTimeOf = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * nanosPerMs)];

function toRequest({ requestId, method, route, status, code, traceparent, ...times }: RequestSpan): OverSpan {
  const verb = method.toUpperCase();
  return {
    ...times,
    name: `${verb} ${route}`,
    kind: SpanKind.SERVER,
    attributes: {
      "http.request.method": verb,
      "http.route": route,
      "http.response.status_code": status,
      "parley.request_id": requestId,
      ...(code !== null && { "error.type": code }),
    },
    links: linksOf(traceparent),
    isError: status >= 500,
  };
}

const traceparentForm = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A caller's trace is linked and not continued, because a caller must not decide which spans are exported. */
function linksOf(traceparent: string): NonNullable<SpanOptions["links"]> {
  const [, traceId, spanId] = traceparentForm.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return [];
  return [{ context: { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true } }];
}

function toTurn({ event, actor, failure, atMs, endedAtMs }: TurnSpan): OverSpan {
  return {
    name: `turn ${event}`,
    kind: SpanKind.INTERNAL,
    attributes: {
      "parley.event": event,
      ...(actor !== null && { "parley.actor": actor }),
      ...(failure !== null && { "error.type": failure }),
    },
    isError: failure !== null,
    startedAtMs: atMs,
    endedAtMs,
  };
}

function toAttempt(span: AttemptSpan): OverSpan {
  const { delivery, receiver, attempt, outcome, httpStatus, startedAtMs, endedAtMs } = span;
  return {
    name: `attempt ${receiver}`,
    kind: SpanKind.CLIENT,
    attributes: {
      "parley.actor": delivery,
      "parley.receiver": receiver,
      "parley.attempt": attempt,
      "parley.outcome": outcome,
      ...(httpStatus !== null && { "http.response.status_code": httpStatus }),
    },
    isError: outcome !== "delivered",
    startedAtMs,
    endedAtMs,
  };
}
