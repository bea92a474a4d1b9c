import { pino } from "pino";
import t from "tap";
import { defaultLimits } from "../../../src/config/limits.ts";
import type { ErrorCode } from "../../../src/core/errors.ts";
import { createLineLog, withoutRedaction } from "../../../src/core/telemetry/log.ts";
import type { LoggedRequest } from "../../../src/edge/telemetry/exchange-log.ts";
import { createTraffic, noteAnswer, RefusalLog } from "../../../src/edge/telemetry/exchange-log.ts";
import { createManualClock } from "../manual-clock.ts";

const clock = createManualClock();
const traffic = createTraffic();
const route = traffic.addRoute("/chat-api/:random/:channel");
const answered: LoggedRequest = {
  requestId: "8s1f-1",
  method: "post",
  route,
  startedAtMs: clock.nowMs() - 3,
  subject: "MOBILEAPP1",
  maskedPath: null,
  traceparent: "",
};

interface Case {
  readonly request?: Partial<LoggedRequest>;
  readonly status: number;
  readonly code?: ErrorCode;
  /** The object that pino would receive for the same answer. */
  readonly entry: object;
  readonly level: "info" | "warn" | "error" | "debug";
}

const names = { requestId: "8s1f-1", method: "post", route: route.pattern };
const hostile = '"},"level":60,\\\n\u0000\u2028é';
const cases: readonly Case[] = [
  { status: 200, level: "info", entry: { ...names, status: 200, durationMs: 3, subject: "MOBILEAPP1" } },
  { status: 200, request: { subject: null }, level: "info", entry: { ...names, status: 200, durationMs: 3 } },
  {
    status: 400,
    code: "invalid_request",
    level: "warn",
    entry: { ...names, status: 400, durationMs: 3, code: "invalid_request", subject: "MOBILEAPP1" },
  },
  {
    status: 404,
    code: "not_found",
    request: { subject: null, maskedPath: `/${hostile}/…`, method: hostile },
    level: "warn",
    entry: { ...names, method: hostile, status: 404, durationMs: 3, code: "not_found", path: `/${hostile}/…` },
  },
  {
    status: 500,
    code: "internal_error",
    request: { subject: hostile },
    level: "error",
    entry: { ...names, status: 500, durationMs: 3, code: "internal_error", subject: hostile },
  },
  {
    status: 200,
    request: { method: "get" },
    level: "debug",
    entry: { ...names, method: "get", status: 200, durationMs: 3, subject: "MOBILEAPP1" },
  },
];

t.test("the log entry about any answer is the same as pino's, with and without the names of the process", async (t) => {
  for (const base of [null, { pid: 1, hostname: 'the "host"' }])
    for (const { request, status, code = null, entry, level } of cases) {
      const about = `${status} at ${level}, ${base === null ? "bare" : "with names"}`;
      const lines: string[] = [];
      const write = (line: string): void => void lines.push(line);
      const options = { level: "debug", base, timestamp: () => `,"time":${clock.nowMs()}` };
      const log = withoutRedaction(pino(options, { write }));
      const refusals = new RefusalLog(defaultLimits, clock, log, traffic);
      const host = { clock, log, traffic, refusals, spans: null, answerLines: createLineLog(log, "request answered") };
      noteAnswer(host, { ...answered, ...request }, status, code);
      log[level](entry, "request answered");
      t.equal(lines.length, 2, about);
      t.equal(lines[0], lines[1], about);
      t.match(JSON.parse(lines[0] ?? ""), entry, about);
    }
});

t.test("a path that may contain a secret is not in the log entry, for any request", async (t) => {
  const lines: string[] = [];
  const log = withoutRedaction(pino({ level: "debug" }, { write: (line) => void lines.push(line) }));
  const host = {
    clock,
    log,
    traffic,
    refusals: new RefusalLog(defaultLimits, clock, log, traffic),
    spans: null,
    answerLines: createLineLog(log, "said"),
  };
  const exchange = {
    ...answered,
    path: "/chat-api/s3cret/MOBILEAPP1",
    headers: { authorization: "s3cret" },
    token: "s3cret",
  };
  noteAnswer(host, exchange, 200, null);
  t.notMatch(lines.join(""), /s3cret/);
  t.same(Object.keys(JSON.parse(lines[0] ?? "")).slice(4), [
    "requestId",
    "method",
    "route",
    "status",
    "durationMs",
    "subject",
    "msg",
  ]);
});
