import type { Logger } from "pino";
import type { Limits } from "../../config/limits.ts";
import type { ErrorCode } from "../../core/errors.ts";
import { Durations } from "../../core/telemetry/durations.ts";
import type { LineLog } from "../../core/telemetry/log.ts";
import { quoted } from "../../core/telemetry/log.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { RequestSpan, Spans } from "../../ports/spans.ts";
import { StoreAwayError } from "../../ports/store-errors.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { createRateLimiter } from "../limits/rate-limiter.ts";

/** Counters of one route, read on each scrape. */
export interface RouteTraffic {
  /** The registered pattern, without values. */
  readonly pattern: string;
  /** Answers by HTTP status. */
  readonly answers: Map<number, number>;
  /** From the request to its answer. */
  readonly durations: Durations;
}

export interface Traffic {
  readonly routes: readonly RouteTraffic[];
  addRoute(pattern: string): RouteTraffic;
  /** Requests that the client aborted. */
  abortedRequests: number;
  /** LIM-04: requests that were not complete in time. */
  cutOffRequests: number;
  /** ERR-13: requests that were not answered in time. */
  timedOutRequests: number;
  /** Answers that waited for their clients, or had to wait, when the connection was closed. */
  untakenAnswers: number;
  /** Answers without a body that were replaced by closing the connection: their address had received too many. */
  unboundedAnswers: number;
  /** Connections closed because their client sent too many requests in one turn of the event loop. */
  floods: number;
  /** Log entries about refused requests that were not written. */
  linesLeftOut: number;
}

export function createTraffic(): Traffic {
  const routes: RouteTraffic[] = [];
  return {
    routes,
    addRoute(pattern) {
      const known = routes.find((route) => route.pattern === pattern);
      if (known) return known;
      const route: RouteTraffic = { pattern, answers: new Map(), durations: new Durations() };
      routes.push(route);
      return route;
    },
    abortedRequests: 0,
    cutOffRequests: 0,
    timedOutRequests: 0,
    untakenAnswers: 0,
    unboundedAnswers: 0,
    floods: 0,
    linesLeftOut: 0,
  };
}

export function countAnswer(route: RouteTraffic, status: number): void {
  route.answers.set(status, (route.answers.get(status) ?? 0) + 1);
}

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

/** What notes the requests of one server. */
export interface ExchangeNotes {
  readonly clock: Clock;
  readonly log: Logger;
  /** Writes the log entry of each answer, with fixed fields and no secret. */
  readonly answerLines: LineLog;
  readonly refusals: RefusalLog;
  readonly traffic: Traffic;
  /** Receives every answer; `null`: no listener. */
  readonly spans: Spans | null;
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
export function noteAnswer(host: ExchangeNotes, request: LoggedRequest, status: number, code: ErrorCode | null): void {
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
export const noteDefect = (host: ExchangeNotes, request: LoggedRequest, error: unknown): void =>
  noteFailure(host, namesOf(request), error, "request handler failed");

/** The handler of a socket failed. */
export const noteSocketDefect = (host: ExchangeNotes, route: string, error: unknown): void =>
  noteFailure(host, { route }, error, "socket handler failed");

/** A database that is away fails every request and frame alike. */
function noteFailure({ log, refusals }: ExchangeNotes, names: object, error: unknown, message: string): void {
  if (!(error instanceof StoreAwayError)) log.error({ ...names, err: error }, message);
  else if (refusals.takeAwayLine()) log.warn({ ...names, reason: error.message }, "the database cannot be reached");
}

/** Logs a second answer, which was not sent. */
export const noteSecondAnswer = ({ log }: ExchangeNotes, request: LoggedRequest, status: number): void =>
  log.error({ ...namesOf(request), status }, "request answered twice: second answer dropped");

/** LIM-04: the request was not complete in time. */
export function noteCutOff({ traffic, refusals, log }: ExchangeNotes, request: LoggedRequest): void {
  traffic.cutOffRequests += 1;
  if (refusals.takeCutOffLine()) log.warn(namesOf(request), "request cut off: not complete in time");
}

/** The message asked a test channel for it. Source: CH-62. */
export const noteAskedClose = ({ log }: ExchangeNotes, request: LoggedRequest): void =>
  log.info(namesOf(request), "request closed without an answer: its message asked this test channel for that");

/** The connection was closed: its address had received too many answers without a body. */
export function noteUnbounded({ traffic, refusals, log }: ExchangeNotes, request: LoggedRequest): void {
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

export type RefusalLogLimits = Pick<Limits, "refusalLinesPerSecond" | "refusalLinesBurst">;

/** The interval of log entries about the number of omitted entries. */
const tellMs = 10_000;
/** More than the number of statuses. */
const statusesMax = 100;

/** Outcomes without the status of an answer, and the log message about their omitted entries. */
const others = {
  away: "entries about an unreachable database left out of the log",
  cutOff: "requests cut off left out of the log",
  unbounded: "requests closed without an answer left out of the log",
} as const;
type Other = keyof typeof others;

/** Bounds the log entries about refused requests by status and by other outcome, so that a flood of one kind does not hide another. */
export class RefusalLog {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #traffic: Traffic;
  readonly #rate: RateLimiter;
  /** Omitted entries since the last report, by status. */
  readonly #leftOut = new Map<number | Other, number>();
  #wake: Wake | null = null;

  constructor(limits: RefusalLogLimits, clock: Clock, log: Logger, traffic: Traffic) {
    this.#clock = clock;
    this.#log = log;
    this.#traffic = traffic;
    const { refusalLinesPerSecond: perSecond, refusalLinesBurst: burst } = limits;
    this.#rate = createRateLimiter({ perSecond, burst, bucketsMax: statusesMax, clock });
  }

  /** Whether an answer of this status gets a log entry; counts the answer if not. A defect always gets an entry. */
  takeLine(status: number): boolean {
    return status < 400 || status === 500 || this.#take(status);
  }

  /** Whether a request that was not complete in time gets a log entry; counts the request if not. */
  takeCutOffLine(): boolean {
    return this.#take("cutOff");
  }

  /** As `takeCutOffLine`, for a request whose address had received too many answers without a body. */
  takeUnboundedLine(): boolean {
    return this.#take("unbounded");
  }

  /** Whether a failure of the database gets a log entry: the first one does, and later ones are counted until it is back. */
  takeAwayLine(): boolean {
    if (this.#leftOut.has("away")) return this.#leaveOut("away");
    this.#leftOut.set("away", 0);
    this.#arm();
    return true;
  }

  #take(kind: number | Other): boolean {
    return this.#rate.take(String(kind)) === 0 || this.#leaveOut(kind);
  }

  #leaveOut(kind: number | Other): false {
    this.#traffic.linesLeftOut += 1;
    this.#leftOut.set(kind, (this.#leftOut.get(kind) ?? 0) + 1);
    this.#arm();
    return false;
  }

  #arm(): void {
    this.#wake ??= this.#clock.wakeAt(this.#clock.nowMs() + tellMs, () => this.tell());
  }

  /** Writes one entry for each status with omitted entries. */
  tell(): void {
    this.#wake?.cancel();
    this.#wake = null;
    const away = this.#leftOut.get("away") ?? 0;
    for (const [kind, lines] of this.#leftOut) {
      if (lines === 0) continue;
      if (typeof kind === "number") this.#log.warn({ status: kind, lines }, "refused requests left out of the log");
      else this.#log.warn({ lines }, others[kind]);
    }
    this.#leftOut.clear();
    if (away === 0) return;
    this.#leftOut.set("away", 0);
    this.#arm();
  }
}
