import { hash } from "node:crypto";
import type { HrTime, SpanOptions } from "@opentelemetry/api";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import {
  BatchSpanProcessor,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { userAgent } from "../core/version.ts";
import { within } from "../core/within.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { AttemptSpan, RequestSpan, SpanCounts, Spans, TurnName, TurnSpan } from "../ports/spans.ts";

/** The collector for spans. */
interface Collector {
  /** The base address. Traces are posted to `/v1/traces` below it. */
  readonly endpoint: string;
  /** Headers of every request to the collector. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** The share of traces that are exported, from 0 to 1. */
  readonly sampleRatio: number;
}

/** The maximal number of spans that wait for the collector, about 1 KB each. */
const queueSpansMax = 4_096;
/** The minimal time between two log entries about lost spans. */
const tellMs = 60_000;

type Export = SpanExporter["export"];

/** An exporter that counts the outcome of each span, and logs lost spans now and then. */
class CountedExports implements SpanExporter {
  readonly #inner: SpanExporter;
  readonly #clock: Clock;
  readonly #log: Log;
  #taken = 0;
  #handedOn = 0;
  #exported = 0;
  #dropped = 0;
  #failed = 0;
  #lostLogged = 0;
  #loggedAtMs = Number.NEGATIVE_INFINITY;

  constructor(inner: SpanExporter, clock: Clock, log: Log) {
    this.#inner = inner;
    this.#clock = clock;
    this.#log = log;
  }

  get counts(): SpanCounts {
    return { exported: this.#exported, dropped: this.#dropped, failed: this.#failed };
  }

  /** Whether one more span may wait. Counts the span in both cases. */
  hasRoom(): boolean {
    if (this.#taken - this.#handedOn < queueSpansMax) {
      this.#taken += 1;
      return true;
    }
    this.#dropped += 1;
    this.#tell("the queue was full");
    return false;
  }

  export: Export = (spans: ReadableSpan[], done) => {
    this.#handedOn += spans.length;
    this.#inner.export(spans, (result) => {
      if (result.error === undefined) this.#exported += spans.length;
      else {
        this.#failed += spans.length;
        this.#tell(result.error.message);
      }
      // The queue continues with the next batch, regardless of the outcome of this one.
      done({ code: 0 });
    });
  };

  forceFlush(): Promise<void> {
    return this.#inner.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }

  /** Closing the queue failed. */
  readonly noteLost = (error: unknown): void => {
    this.#tell(error instanceof Error ? error.message : String(error));
  };

  #tell(reason: string): void {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#loggedAtMs < tellMs) return;
    const lost = this.#dropped + this.#failed;
    this.#log.warn({ spans: lost - this.#lostLogged, reason }, "spans were not delivered to the collector of traces");
    this.#loggedAtMs = nowMs;
    this.#lostLogged = lost;
  }
}

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
export function createOtlpSpans(collector: Collector, processId: string, clock: Clock, log: Log): Spans {
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

  const isKept = ({ traceId }: SpanPlace): boolean =>
    sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
  /** Most traces are not sampled. Then no span is created. */
  const tell = (place: SpanPlace, make: () => OverSpan): void => {
    if (!isKept(place) || !exports.hasRoom()) return;
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

const openExporter = ({ endpoint, headers }: Collector): OTLPTraceExporter =>
  new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    headers,
    timeoutMillis: exportTimeoutMs,
    concurrencyLimit: exportsAtOnce,
    userAgent,
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

/** Ids in hexadecimal. Source: W3C Trace Context. */
const traceIdDigits = 32;
const spanIdDigits = 16;

/** The form of the edge's request ids: 48 random bits and a counter. The name of an API key may follow. */
const requestId = /^[\w-]{8}-\d+(?= key |$)/;

interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
  /** `null` for the first span of a trace. */
  readonly parentId: string | null;
}

interface Ids {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * Derives ids from stored values. Thus another process, or the same one after a restart, finds the trace of a delivery. The stored
 * values cannot be derived from the ids.
 */
function idsOf(name: string): Ids {
  const digest = hash("sha256", name, "hex");
  return { traceId: digest.slice(0, traceIdDigits), spanId: digest.slice(traceIdDigits, traceIdDigits + spanIdDigits) };
}

const placeOfRequest = (id: string): SpanPlace => ({ ...idsOf(`request ${id}`), parentId: null });

/** A turn of a request belongs to the trace of the request. Any other turn begins a trace, unless an attempt caused the turn. */
export function placeOfTurn({ cause, conversation, atMs }: TurnName): SpanPlace {
  const own = idsOf(`turn ${cause} ${conversation} ${atMs}`);
  const [request] = requestId.exec(cause) ?? [];
  return request === undefined ? { ...own, parentId: null } : below(placeOfRequest(request), own);
}

/**
 * The parent of an attempt is the turn that created the delivery. If that turn is unknown, the attempts of one delivery share a new
 * trace.
 */
function placeOfAttempt({ name, delivery, startedAtMs }: AttemptSpan, origin: TurnName | null): SpanPlace {
  const own = idsOf(`${name} ${startedAtMs}`);
  if (origin !== null) return below(placeOfTurn(origin), own);
  return { traceId: idsOf(delivery).traceId, spanId: own.spanId, parentId: null };
}

/** A turn that the end of an attempt caused. */
const placeBelow = (attempt: SpanPlace, turn: TurnName): SpanPlace => below(attempt, placeOfTurn(turn));

const below = ({ traceId, spanId: parentId }: SpanPlace, { spanId }: Ids): SpanPlace => ({ traceId, spanId, parentId });
