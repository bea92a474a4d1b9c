import type { ErrorCode } from "../../core/errors.ts";
import { quoted } from "../../core/telemetry/log.ts";
import type { RequestSpan, Spans } from "../../ports/spans.ts";
import { StoreAwayError } from "../../ports/store-errors.ts";
import type { ExchangeHost } from "../http/exchange-host.ts";
import type { RouteTraffic } from "./traffic.ts";
import { countAnswer } from "./traffic.ts";

type Level = "error" | "warn" | "info" | "debug";

/** The request as the log shows it. The path is left out, because it can contain secrets. Source: AUTH-14. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly route: RouteTraffic;
  readonly startedAtMs: number;
  /** The subject of the request, such as `channel/MOBILEAPP1`. */
  readonly subject: string | null;
  /** For a request without a route: its path, masked. */
  readonly maskedPath: string | null;
  /** As the client sent it; `""` for none, and when traces are off. */
  readonly traceparent: string;
}

interface LoggedAnswer {
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly durationMs: number;
}

/** The log level of an answer. It is checked first, so that a disabled level costs nothing. */
function levelOf(method: string, status: number): Level {
  if (status >= 500) return status === 500 ? "error" : "warn";
  if (status >= 400) return "warn";
  return (method === "get" || method === "head") && status < 300 ? "debug" : "info";
}

/** Counts the answer and logs it. ERR-18: the log finds the request again by its id. */
export function noteAnswer(
  host: Pick<ExchangeHost, "answerLines" | "refusals" | "clock" | "spans">,
  request: LoggedRequest,
  status: number,
  code: ErrorCode | null,
): void {
  countAnswer(request.route, status);
  const endedAtMs = host.clock.nowMs();
  const durationMs = endedAtMs - request.startedAtMs;
  request.route.durations.note(durationMs);
  if (host.spans !== null) tellSpans(host.spans, request, { status, code, endedAtMs });
  const level = levelOf(request.method, status);
  if (!host.answerLines.isLevelEnabled(level) || !host.refusals.takeLine(status)) return;
  host.answerLines.write(level, fieldsOf(request, { status, code, durationMs }));
}

/** ERR-10: logs an exception of a handler in full. For an unreachable database only the reason: all its requests fail for the same reason. */
export const noteDefect = (host: ExchangeHost, request: LoggedRequest, error: unknown): void =>
  noteFailure(host, namesOf(request), error, "request handler failed");

/** The handler of a socket failed. */
export const noteSocketDefect = (host: ExchangeHost, route: string, error: unknown): void =>
  noteFailure(host, { route }, error, "socket handler failed");

/** A database that is away fails every request and frame alike. */
function noteFailure({ log, refusals }: ExchangeHost, names: object, error: unknown, message: string): void {
  if (!(error instanceof StoreAwayError)) log.error({ ...names, err: error }, message);
  else if (refusals.takeAwayLine()) log.warn({ ...names, reason: error.message }, "the database cannot be reached");
}

/** Logs a second answer, which was not sent. */
export const noteSecondAnswer = ({ log }: ExchangeHost, request: LoggedRequest, status: number): void =>
  log.error({ ...namesOf(request), status }, "request answered twice: second answer dropped");

/** LIM-04: the request was not complete in time. */
export function noteCutOff({ traffic, refusals, log }: ExchangeHost, request: LoggedRequest): void {
  traffic.cutOffRequests += 1;
  if (refusals.takeCutOffLine()) log.warn(namesOf(request), "request cut off: not complete in time");
}

/** The connection was closed: its address had received too many answers without a body. */
export function noteUnbounded({ traffic, refusals, log }: ExchangeHost, request: LoggedRequest): void {
  traffic.unboundedAnswers += 1;
  const message = "request closed without an answer: its address received too many answers without a body";
  if (refusals.takeUnboundedLine()) log.warn(namesOf(request), message);
}

const namesOf = ({ requestId, method, route }: LoggedRequest) => ({ requestId, method, route: route.pattern });

function fieldsOf({ requestId, method, route, subject, maskedPath }: LoggedRequest, answer: LoggedAnswer): string {
  const { status, code, durationMs } = answer;
  const names = `,"requestId":${quoted(requestId)},"method":${quoted(method)},"route":${quoted(route.pattern)}`;
  let fields = `${names},"status":${status},"durationMs":${durationMs}`;
  if (code !== null) fields += `,"code":${quoted(code)}`;
  if (subject !== null) fields += `,"subject":${quoted(subject)}`;
  if (maskedPath !== null) fields += `,"path":${quoted(maskedPath)}`;
  return fields;
}

/** These are requested every few seconds and would be most of a collector's data. */
const unseenRoutes: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

function tellSpans(
  spans: Spans,
  request: LoggedRequest,
  end: Pick<RequestSpan, "status" | "code" | "endedAtMs">,
): void {
  const { requestId, method, route, startedAtMs, traceparent } = request;
  if (unseenRoutes.has(route.pattern)) return;
  spans.noteRequest({ ...end, requestId, method, route: route.pattern, startedAtMs, traceparent });
}

const shownSegmentMax = 20;

/** The first part of a path, unless it could be a secret: `/chat-api/…`. */
export function maskPath(path: string): string {
  const end = path.indexOf("/", 1);
  const first = end === -1 ? path : path.slice(0, end);
  const shown = first.length <= shownSegmentMax ? first : "/…";
  return end === -1 ? shown : `${shown}/…`;
}
