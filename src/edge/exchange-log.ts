import type { Logger } from "pino";
import type { ErrorCode } from "../core/errors.ts";

type Level = "error" | "warn" | "info" | "debug";

/** What the log knows of a request. Its path is missing: it can hold secrets. Source: AUTH-14. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Which thing the request was about, such as `channel/MOBILEAPP1`. */
  readonly subject: string | null;
  /** For a request without a route: its path, masked. */
  readonly maskedPath: string | null;
}

export interface LoggedAnswer {
  readonly route: string;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly durationMs: number;
}

/** At which level an answer is logged; asked first, so that a level that is off costs nothing. */
export function levelOf(method: string, status: number): Level {
  if (status >= 500) return status === 500 ? "error" : "warn";
  if (status >= 400) return "warn";
  return (method === "get" || method === "head") && status < 300 ? "debug" : "info";
}

/** ERR-18: the log finds the request again by its id. */
export function logAnswer(log: Logger, level: Level, request: LoggedRequest, answer: LoggedAnswer): void {
  const { requestId, method } = request;
  const { route, status, durationMs } = answer;
  const entry: Record<string, unknown> = { requestId, method, route, status, durationMs };
  if (answer.code !== null) entry["code"] = answer.code;
  if (request.subject !== null) entry["subject"] = request.subject;
  if (request.maskedPath !== null) entry["path"] = request.maskedPath;
  log[level](entry, "request answered");
}

const shownSegmentMax = 20;

/** The first part of a path, unless it could be a secret: `/chat-api/…`. */
export function maskPath(path: string): string {
  const end = path.indexOf("/", 1);
  const first = end === -1 ? path : path.slice(0, end);
  const shown = first.length <= shownSegmentMax ? first : "/…";
  return end === -1 ? shown : `${shown}/…`;
}
