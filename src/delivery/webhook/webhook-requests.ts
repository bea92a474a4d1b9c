import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Outbound, OutboundWebhook, WebhookOutcome } from "../../ports/outbound.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import type { Asker, ExchangeResult } from "../request/ask.ts";
import { noTrace, startOfAnswer } from "../request/attempt-trace.ts";
import type { EndpointPools } from "../request/endpoint-pools.ts";
import { explainError, isSuccess, NotBegunError } from "../request/explain-error.ts";
import { hideSecrets } from "../request/hide-secrets.ts";
import type { WebhookVerdict } from "./judge-webhook-answer.ts";
import { judgeWebhookAnswer } from "./judge-webhook-answer.ts";
import { signWebhook } from "./sign-webhook.ts";
import type { WebhookTarget } from "./webhook-targets.ts";
import { createWebhookTargetFinder } from "./webhook-targets.ts";

export interface WebhookRequestParts {
  readonly asker: Asker;
  readonly guard: AddressGuard;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "error">;
  /** For log entries whose fields are all chosen by name. Secrets in responses are masked before. */
  readonly plainLog: Pick<Log, "info">;
  readonly firstPools: EndpointPools;
  readonly retryPools: EndpointPools;
}

/** Sends events to owners' servers. Source: WH-01, WH-33 to WH-35, WH-37, WH-39, WH-40. */
export function createWebhookRequests(parts: WebhookRequestParts): Pick<Outbound, "report"> {
  const { asker, clock } = parts;
  const findTarget = createWebhookTargetFinder(parts.guard);
  return {
    async report(report) {
      const startedAtMs = clock.nowMs();
      const target = findTarget(report.webhooks, report.channelId);
      const result = await asker.ask({
        pools: report.attempt === 1 ? parts.firstPools : parts.retryPools,
        target,
        toRequest: () => toRequest(report, target, clock.nowMs()),
        untilMs: startedAtMs + report.timeoutMs,
      });
      const durationMs = clock.nowMs() - startedAtMs;
      const outcome = { startedAtMs, durationMs, ...toVerdict(report, target, result, parts) };
      logOutcome(parts.plainLog, report, outcome);
      return outcome;
    },
  };
}

const toRequest = (report: OutboundWebhook, { endpoint, headers }: WebhookTarget, nowMs: number) => ({
  method: "POST" as const,
  path: endpoint?.path ?? "",
  headers: headersOf(report, headers, nowMs),
  body: report.body,
});

/** Headers besides those of the target: the id of the event, and the signature of this attempt. Source: WH-39, WH-40. */
export const headersOf = (
  { deliveryId: id, webhooks, body, attempt }: OutboundWebhook,
  ofTarget: readonly string[],
  nowMs: number,
): string[] => [
  ...ofTarget,
  ...["webhook-id", id, "webhook-attempt", String(attempt)],
  ...signWebhook(webhooks, { id, body, nowMs }),
];

type Verdict = Omit<WebhookOutcome, "startedAtMs" | "durationMs">;

function toVerdict(
  report: OutboundWebhook,
  target: WebhookTarget,
  result: ExchangeResult,
  parts: WebhookRequestParts,
): Verdict {
  const { httpStatus, error } = result;
  // A status of failure decides, whether the body is complete or not. Source: WH-35, WH-37.
  const isJudged = httpStatus !== null && (error === null || !isSuccess(httpStatus));
  return isJudged ? toJudged(target, httpStatus, result) : toUnanswered(report, target, result, parts);
}

function toJudged({ endpoint, secrets }: WebhookTarget, httpStatus: number, result: ExchangeResult): Verdict {
  const body = result.answer;
  const { note, ...verdict }: WebhookVerdict = judgeWebhookAnswer({ httpStatus, body, secrets });
  const answer = startOfAnswer(hideSecrets(body, secrets));
  const trace = { address: endpoint?.address ?? null, answer, note };
  return { httpStatus, ...verdict, trace, retryAfterMs: result.retryAfterMs };
}

function toUnanswered(
  report: OutboundWebhook,
  { endpoint }: WebhookTarget,
  { httpStatus, error }: ExchangeResult,
  parts: WebhookRequestParts,
): Verdict {
  return {
    httpStatus,
    failure: failureOf(error, report, parts),
    trace: { ...noTrace, address: endpoint?.address ?? null },
    crmAnswer: null,
    isFinal: false,
    retryAfterMs: 0,
    ...(error instanceof NotBegunError && { isWithdrawn: true }),
  };
}

function failureOf(
  error: unknown,
  { channelId, deliveryId, timeoutMs }: OutboundWebhook,
  { log }: WebhookRequestParts,
) {
  const failure = explainError(error, timeoutMs, "receiver");
  if (failure !== null) return failure;
  log.error({ channelId, deliveryId, err: error }, "An attempt failed because of a defect");
  const message = "The event could not be sent because of an error in the service.";
  return { kind: "connection", code: "connection", message } as const;
}

function logOutcome(plainLog: Pick<Log, "info">, report: OutboundWebhook, outcome: WebhookOutcome): void {
  const { channelId, deliveryId, event, attempt } = report;
  const { httpStatus, durationMs, failure, trace } = outcome;
  const about = { channelId, deliveryId, event, attempt, httpStatus, durationMs };
  if (failure !== null) plainLog.info({ ...about, failure }, "Attempt to deliver a webhook event failed");
  else if (trace.note !== null) plainLog.info({ ...about, note: trace.note }, "Delivered a webhook event");
}
